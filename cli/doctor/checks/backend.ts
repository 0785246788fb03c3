import { HostingError } from "../../../provider/errors.ts";
import { namesPlatform } from "../../settings.ts";
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

/** Outside of a program's directory, and in one whose stacks have the settings, none is no mistake. */
function unreadable({ stack, problem, terminal: { env } }: Omit<Examined, "settings">): Finding[] {
  const isSettings = HostingError.isInstance(problem) && problem.code === "settings";
  const isJudged = stack !== undefined || !isSettings || namesPlatform(env);
  return [isJudged ? wrong(problem) : { ...wrong(problem), state: "note" }];
}

function wrong(problem: unknown): Finding {
  return { state: "wrong", about: "backend", says: asLine(problem) };
}
