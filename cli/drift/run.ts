import { type Assumptions, defaultAssumptions } from "../../contract/assumptions.ts";
import { stateOf } from "../doctor/stack-state.ts";
import { CommandError } from "../exit.ts";
import { foreignCode } from "../foreign-code.ts";
import { messagesIn, refuseFailed } from "../preview/messages.ts";
import { byRefresh, readPreview } from "../preview/read.ts";
import { readSource, type Source } from "../preview/source.ts";
import { ranPulumi } from "../pulumi.ts";
import type { Session } from "../session.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { type Drift, driftIn } from "./drift.ts";
import { markdownOf } from "./markdown.ts";
import type { Report } from "./report.ts";
import { textOf } from "./text.ts";
import { findUnmanaged } from "./unmanaged.ts";

/** What `pulumi-hosting drift` is given. */
export interface DriftOptions {
  readonly stack?: string;
  readonly unmanaged?: true;
  readonly format: "text" | "markdown" | "json";
  readonly json?: true;
}

/**
 * Prints what is not as declared, and ends as `found` where something drifted.
 *
 * @throws CommandError when there is no refresh, and when it failed.
 */
export async function drift(
  file: string | undefined,
  { stack, unmanaged, format, json }: DriftOptions,
  { terminal, end }: Session,
): Promise<void> {
  if (stack !== undefined && file !== undefined) {
    throw new CommandError(
      `Nothing was read: give the file ${file} or --stack ${stack}, not both.`,
    );
  }
  const isOfAccount = unmanaged === true && stack === undefined && file === undefined;
  const report: Report = {
    ...(!isOfAccount && { drift: await driftOf(file, stack, terminal) }),
    ...(unmanaged === true && { unmanaged: await findUnmanaged(stack, terminal) }),
  };
  if (json === true || format === "json") {
    terminal.print(`${JSON.stringify(report, undefined, 2)}\n`);
  } else terminal.print(format === "markdown" ? markdownOf(report) : textOf(report, terminal));
  const resources = report.drift?.resources ?? [];
  const isFound =
    resources.some(({ is }) => is !== "unread") || (report.unmanaged?.objects ?? []).length > 0;
  if (isFound) end("found");
  else if (resources.length > 0) end("unclear");
}

async function driftOf(
  file: string | undefined,
  stack: string | undefined,
  terminal: Terminal,
): Promise<Drift> {
  const [source, assumptions] =
    stack === undefined
      ? [await readSource(file, terminal), defaultAssumptions]
      : await Promise.all([refresh(stack, terminal), assumptionsOf(stack, terminal)]);
  const preview = readPreview(source, byRefresh);
  refuseFailed(preview, messagesIn(preview, "error"), { made: "drift report", run: "refresh" });
  // An empty stack has nothing to look at.
  if (preview.isRefresh || preview.resources.length === 0) return driftIn(preview, assumptions);
  throw new CommandError(
    "There is no drift report: this is a preview, which shows the steps of `pulumi up` and not the changes on the platform. `npx pulumi-hosting plan` reads it.",
  );
}

/** The usual ones where the program's providers have settings that the stack's config lacks. */
async function assumptionsOf(stack: string, terminal: Terminal): Promise<Assumptions> {
  const settings = await settingsOf(terminal, stack).catch(() => undefined);
  return settings?.assumptions ?? defaultAssumptions;
}

/** Refreshes a stack; that changes neither the platform nor the state. */
async function refresh(stack: string, terminal: Terminal): Promise<Source> {
  await refuseForeignCode(stack, terminal);
  // Rule 2: pulumi shows nothing during that wait.
  terminal.progress(`Refreshing ${stack} … (30 s where something is gone: two lists must agree)`);
  const { env, directory, stop } = terminal;
  const { stdout, failure } = await ranPulumi(
    ["refresh", "--preview-only", "--json", "--stack", stack],
    // The document without it does not show the values that no update can put back.
    { env: { ...env, PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" }, directory, stop },
  );
  // A run that came to its end says in its events why it failed.
  if (failure === undefined || stdout.includes('"summaryEvent"')) {
    return { text: stdout, from: `the stack "${stack}"` };
  }
  throw new CommandError(
    `The stack "${stack}" was not refreshed: ${failure}. Try \`pulumi refresh --preview-only\` in ${directory}.`,
  );
}

/** A refresh runs the code of each resource in the state, and whoever may write the state may have changed it. */
async function refuseForeignCode(stack: string, terminal: Terminal): Promise<void> {
  const { all } = await stateOf(stack, terminal);
  const [first, ...more] = foreignCode(all, terminal.directory).refused;
  if (first === undefined) return;
  const rest =
    more.length === 0
      ? ""
      : ` (\`pulumi-hosting doctor --stack ${stack} --only code\` has ${more.length} more.)`;
  throw new CommandError(`Nothing was refreshed. ${first}${rest}`);
}
