import { HostingError } from "../../../provider/errors.ts";
import { settingNames } from "../../../provider/setting-names.ts";
import { asLine } from "../as-line.ts";
import type { Examined } from "../examined.ts";
import type { Check, Finding } from "../finding.ts";

/** Which platform the settings lead to. */
export const checkBackend: Check = (examined) => [findingOf(examined)];

function findingOf({ settings, way, problem, stack, terminal }: Examined): Finding {
  if (settings === undefined) return unreadable(problem, { stack, env: terminal.env });
  const { backend } = settings;
  if (problem !== undefined) return { state: "wrong", about: "backend", says: asLine(problem) };
  const says = (text: string): Finding => ({ state: "ok", about: "backend", says: text });
  if (backend.kind === "api") {
    const { baseUrl, apiBaseUrl, account } = backend;
    return says(`${baseUrl}, ${apiBaseUrl}${account === "" ? "" : ` (account ${account})`}`);
  }
  return says(
    way === undefined
      ? `the embedded platform in ${backend.file}, which the first \`pulumi up\` makes`
      : `the embedded platform in ${backend.file}`,
  );
}

function unreadable(
  problem: unknown,
  { stack, env }: Pick<Examined, "stack"> & { env: Examined["terminal"]["env"] },
): Finding {
  const isSettings = HostingError.isInstance(problem) && problem.code === "settings";
  if (stack !== undefined || !isSettings) {
    return { state: "wrong", about: "backend", says: asLine(problem) };
  }
  const isGiven = Object.values(settingNames).some((name) => (env[name] ?? "") !== "");
  return isGiven
    ? { state: "wrong", about: "backend", says: `${asLine(problem)} ${hint}` }
    : { state: "note", about: "backend", says: `The environment names no platform. ${hint}` };
}

const hint = "If a stack's config has the settings, run `npx hosting doctor --stack <stack>`.";
