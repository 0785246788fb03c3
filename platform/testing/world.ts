import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { LocalWorkspace, type PulumiFn, type Stack } from "@pulumi/pulumi/automation/index.js";
import { withEnvironment } from "../../provider/connection/environment.ts";
import { openPlatform, type Platform } from "../index.ts";

/** A platform and a Pulumi backend that one test has to itself. */
export interface World {
  /** The embedded platform: its objects, the requests it got, its time, and faults to be made. */
  readonly platform: Platform;
  /** Environment in which the Pulumi CLI uses this platform and this backend, and no other `HOSTING_` setting. */
  readonly env: Readonly<Record<string, string>>;
  /** Temporary directory, deleted with the test environment. */
  readonly directory: string;
  /**
   * The stack of the test environment, with this program, whose lookups ask its platform; a second call gives it another
   * program. Runs the `pulumi` of the `PATH`, by Pulumi's Automation API.
   *
   * @throws Error when `pulumi` is not on the `PATH`.
   */
  stack(program: PulumiFn): Promise<Stack>;
}

/** A test environment that ends with the block it is opened in. */
export type OpenWorld = World & Disposable;

/**
 * Opens a test environment in a new directory, in which programs find the packages of the current one.
 *
 * @throws Error when no `node_modules` at or above the current directory has the Pulumi SDK.
 */
export function openWorld(): OpenWorld {
  const modules = modulesOf(process.cwd());
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-world-"));
  mkdirSync(join(directory, "state"));
  symlinkSync(modules, join(directory, "node_modules"), "junction");
  const file = join(directory, "platform.db");
  const platform = openPlatform({ file, defaults: { ratePerMinute: null } });
  const env = { ...noSettings(), ...environment(directory, file) };
  const inWorld = (program: PulumiFn) => () => withEnvironment({ ...process.env, ...env }, program);
  return {
    platform,
    env,
    directory,
    stack: (program) =>
      LocalWorkspace.createOrSelectStack(
        { projectName: "world", stackName: "test", program: inWorld(program) },
        { workDir: directory, envVars: env },
      ),
    [Symbol.dispose]() {
      platform.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function environment(directory: string, file: string): Record<string, string> {
  return {
    HOSTING_BACKEND: "embedded",
    HOSTING_EMBEDDED_FILE: file,
    PULUMI_BACKEND_URL: `file://${join(directory, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // The provider's records between runs belong to this environment's objects.
    XDG_STATE_HOME: join(directory, "machine"),
  };
}

/** A developer's own settings must not lead a test to a real account; an empty one counts as not set. */
function noSettings(): Record<string, string> {
  const names = Object.keys(process.env).filter((name) => name.startsWith("HOSTING_"));
  return Object.fromEntries(names.map((name) => [name, ""]));
}

function modulesOf(directory: string): string {
  const modules = join(directory, "node_modules");
  if (existsSync(join(modules, "@pulumi", "pulumi"))) return modules;
  const above = dirname(directory);
  if (above !== directory) return modulesOf(above);
  throw new Error(
    "The test environment was not opened: @pulumi/pulumi is in no node_modules at or above the current directory. Install it, or run the tests from the project's directory.",
  );
}
