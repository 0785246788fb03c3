import { HostingError } from "../../../provider/errors.ts";
import { settingNames } from "../../../provider/setting-names.ts";
import { asLine } from "../as-line.ts";
import type { Examined } from "../examined.ts";
import type { Check, Finding } from "../finding.ts";

/** Which platform the settings lead to. */
export const checkBackend: Check = ({ settings, ...examined }) =>
  settings === undefined ? unreadable(examined) : [findingOf({ settings, ...examined })];

function findingOf({ settings: { backend }, way, problem }: Readable): Finding {
  if (problem !== undefined) return wrong(problem);
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

/** Settings from which one can tell where they lead. */
type Readable = Examined & { readonly settings: NonNullable<Examined["settings"]> };

function unreadable({ stack, problem, terminal: { env } }: Omit<Examined, "settings">): Finding[] {
  const isSettings = HostingError.isInstance(problem) && problem.code === "settings";
  if (stack !== undefined || !isSettings) return [wrong(problem)];
  const isGiven = Object.values(settingNames).some((name) => (env[name] ?? "") !== "");
  const note = (says: string): Finding => ({ state: "note", about: "backend", says });
  return isGiven
    ? [wrong(problem), note(hint)]
    : [note(`The environment names no platform. ${hint}`)];
}

function wrong(problem: unknown): Finding {
  return { state: "wrong", about: "backend", says: asLine(problem) };
}

const hint = "If a stack's config has the settings, run `npx hosting doctor --stack <stack>`.";
