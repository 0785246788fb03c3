import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { openPlatform, type Platform } from "../../platform/index.ts";
import { settingNames } from "../../provider/setting-names.ts";
import type { Handler } from "../../resources/runtime.ts";
import { prepared } from "./prepared-platform.ts";

type Values = Readonly<Record<string, string>>;
type Runtime = typeof import("../../resources/runtime.ts");

/** The runtime as a provider process that was just started has it, without settings of the machine. */
export async function freshRuntime(): Promise<Runtime> {
  for (const variable of [...Object.values(settingNames), "HOSTING_ACCEPT_WORLD"]) {
    vi.stubEnv(variable, undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for("pulumi-hosting.process.v1"));
  return import("../../resources/runtime.ts");
}

/** The argument of `configure` from Pulumi's host: the stack's config, by names like `hosting:backend`. */
export function stackConfig(values: Values) {
  const named = Object.entries(values).map(([name, value]) => [`hosting:${name}`, value]);
  const config: Values = Object.fromEntries(named);
  return { config: { get: (name: string) => config[name] } };
}

/** A handler in a separate process, on its own embedded platform. */
export async function embeddedHandler(
  type: string,
  more: Values = {},
): Promise<{
  readonly handler: Handler;
  readonly platform: Platform;
  /** The handler in another process, on the same platform. */
  readonly nextRun: () => Promise<Handler>;
}> {
  const directory = mkdtempSync(join(tmpdir(), "runtime-"));
  const file = join(directory, "platform.db");
  const platform = prepared(openPlatform({ file, defaults: { ratePerMinute: null } }));
  onTestFinished(() => {
    platform.close();
    rmSync(directory, { recursive: true });
  });
  const nextRun = async () => {
    const { handler } = await freshRuntime();
    const made = handler(type);
    vi.stubEnv("HOSTING_EMBEDDED_FILE", file);
    await made.configure(stackConfig({ backend: "embedded", ...more }));
    return made;
  };
  return { handler: await nextRun(), platform, nextRun };
}
