import type { OwnPrices } from "../../contract/costs/index.ts";
import { classType } from "../../contract/price.ts";
import { connect } from "../../provider/connection/connection.ts";
import { type Display, lineOf } from "../../provider/display.ts";
import { HostingError } from "../../provider/errors.ts";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { type Resource, type StackState, stateOf } from "../doctor/stack-state.ts";
import { CommandError } from "../exit.ts";
import { confirmPlatformFile } from "../platform-file.ts";
import type { Session } from "../session.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { confirm } from "./confirm.ts";

/** The options of every operation by hand. */
export interface OperateOptions {
  readonly stack?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The result, as `--json` prints it, and in words. */
export interface Done {
  readonly json: object;
  /** `job is stopped`. */
  readonly text: string;
}

/** The tools of an operation by hand. */
export interface ByHand {
  readonly context: Context;
  /** The user's own. */
  readonly prices: OwnPrices;
  /** The stack that was named, and its resources. */
  readonly stack: { readonly name: string; readonly resources: readonly Resource[] } | undefined;
  /** Asks before something is cut, unless `--yes` answers already. */
  ask(question: string): Promise<void>;
  /** Says what the stack declares otherwise, and what will come of that. */
  warnOfStack(declares: string): void;
}

/** Does one thing with the settings of a program, and says what was done. */
export async function byHand(
  { options, session }: { readonly options: OperateOptions; readonly session: Session },
  work: (hand: ByHand) => Promise<Done>,
): Promise<void> {
  const { terminal } = session;
  const { stack, yes, json } = options;
  const settings = await settingsOf(terminal, stack);
  const { backend } = settings;
  if (backend.kind === "embedded") confirmPlatformFile(backend.file, "HOSTING_EMBEDDED_FILE");
  const state = stack === undefined ? undefined : await stateOf(stack, terminal);
  const context = await connect(settings, { stopping: terminal.stop, display: shownOn(terminal) });
  const hand: ByHand = {
    context,
    prices: settings.prices,
    stack: named(stack, state),
    ask: async (question) => (yes === true ? undefined : confirm(terminal, question)),
    warnOfStack: (declares) =>
      terminal.note(
        `warning: the stack "${stack}" declares ${declares}: its next \`pulumi up --refresh\` puts that back. Change its program, too, if this is to last.`,
      ),
  };
  const done = await work(hand)
    .catch((error) => {
      throw reworded(error);
    })
    // Nothing is left open that a later `up` would have to look for.
    .finally(() => context.journal.endRun());
  const isSent = context.memory.writes.latestAt > Number.NEGATIVE_INFINITY;
  const text = isSent ? `${done.text}.` : `${done.text} already; nothing was sent.`;
  terminal.print(json === true ? `${JSON.stringify({ ...done.json, isSent })}\n` : `${text}\n`);
}

function named(stack: string | undefined, state: StackState | undefined): ByHand["stack"] {
  if (stack === undefined || state === undefined) return undefined;
  return { name: stack, resources: state.all };
}

/** The resources of a class that a stack has, made by the class or by the plugin. */
export function ofClass({ stack }: ByHand, type: string): readonly Resource[] {
  return stack?.resources.filter((each) => classType(each.type) === type) ?? [];
}

function shownOn(terminal: Terminal): Display {
  return (message) => {
    const line = lineOf(message);
    if (message.kind === "status") terminal.progress(line);
    else terminal.note(line);
  };
}

/** Advice for a run of Pulumi does not apply here. */
export function reworded(error: unknown): unknown {
  if (!HostingError.isInstance(error) || error.code !== "refused") return error;
  const { message } = error;
  return new CommandError(message.replace("run `pulumi up` again", "run this command again"));
}
