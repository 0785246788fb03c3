import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "vitest";
import type { Clock } from "../../../../provider/clock.ts";
import { SqliteJournal } from "../../../../provider/coordination/file/sqlite-journal.ts";
import type { Journal } from "../../../../provider/coordination/journal.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { lineOf, once } from "../../../../provider/display.ts";
import { type ErrorCode, HostingError, PartialFailure } from "../../../../provider/errors.ts";
import type { Difference } from "../../../../provider/lifecycle/diff.ts";
import { type Context, processServices } from "../../../../provider/lifecycle/operation/context.ts";
import { doorTo } from "../../../support/door.ts";
import { type Replies, type Reply, type Sent, scriptedApi } from "../../../support/fake-api.ts";
import { InstantClock, newContext, world } from "../../../support/session.ts";

type Settings = NonNullable<Parameters<typeof newContext>[1]>;

/** A context, and what the user was shown. */
export interface RunContext extends Context {
  readonly said: readonly string[];
}

/** One run of the provider against a scripted platform. */
export interface Run {
  readonly context: RunContext;
  readonly sent: readonly Sent[];
  /** The result of an operation. */
  create(definition: Definition, inputs: Props): Promise<Outcome>;
  read(definition: Definition, id: string, props: Props): Promise<Outcome>;
  update(definition: Definition, object: Stored, inputs: Props): Promise<Outcome>;
  remove(definition: Definition, object: Stored): Promise<Outcome>;
  /** The engine's calls after a read: no check has come before. */
  diff(definition: Definition, object: Stored, inputs: Props): Promise<Difference>;
  /** The engine's calls for a program: a check, and then the comparison. */
  plan(definition: Definition, object: Stored, inputs: Props): Promise<Difference>;
}

/** An object as a state has it. */
export interface Stored {
  readonly id: string;
  readonly state: Props;
}

/** The end of an operation, and the messages that the user saw by then. */
export interface Outcome {
  /** Undefined where it was done. */
  readonly code: ErrorCode | undefined;
  /** The error, and the warnings of the run. */
  readonly says: string;
  /** The state that the engine stores; undefined where it stores nothing. */
  readonly id: string | undefined;
  readonly state: Props;
  /** The inputs that a read returns. */
  readonly inputs: Props;
  readonly reasons: readonly string[];
}

/** Starts a run; `replies` is the platform. Every wait is over at once, unless a clock is given for what waits together. */
export function newRun(replies: Replies, settings: Settings = {}, clock?: Clock): Run {
  const own = newContext([], settings);
  const time = clock ?? own.clock;
  const said: string[] = [];
  const api = scriptedApi(replies, time);
  const inRun: RunContext = {
    ...own,
    ...processServices(time),
    clock: time,
    api,
    said,
    display: once((message) => void said.push(lineOf(message))),
  };
  const to = (definition: Definition) => doorTo(inRun, definition);
  const outcome = (work: () => Promise<Partial<Outcome>>) => outcomeOf(inRun, work);
  return {
    context: inRun,
    sent: api.sent,
    create: (definition, inputs) => outcome(() => to(definition).create(inputs)),
    read: (definition, id, state) => outcome(() => to(definition).read({ id, state })),
    update: (definition, object, inputs) =>
      outcome(async () => {
        return { id: object.id, state: await to(definition).update(object, inputs) };
      }),
    remove: (definition, object) =>
      outcome(async () => {
        await to(definition).remove(object);
        return {};
      }),
    diff: (definition, object, inputs) => to(definition).diff(object, inputs),
    plan: async (definition, object, inputs) => {
      const given = { inputs, oldInputs: object.state };
      return to(definition).diff(object, await checkProgram(inRun, definition, given));
    },
  };
}

/** The clock of a run that begins later than others do. */
export function laterBy(seconds: number): InstantClock {
  const clock = new InstantClock();
  void clock.sleep(seconds * 1000);
  return clock;
}

/** The program has the declaration: its inputs as a check passes them on. An error among its problems fails the test. */
export async function checkProgram(
  context: Context,
  definition: Definition,
  given: { readonly inputs: Props; readonly oldInputs: Props },
): Promise<Props> {
  const { failures, inputs } = await doorTo(context, definition).check(given);
  expect(failures).toEqual([]);
  return inputs;
}

async function outcomeOf(
  { said }: RunContext,
  work: () => Promise<Partial<Outcome>>,
): Promise<Outcome> {
  const none = { id: undefined, state: {}, inputs: {}, reasons: [] };
  try {
    const done = await work();
    return { ...none, ...done, code: undefined, says: said.join("\n") };
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    const says = [error.message, ...said].join("\n");
    if (!(error instanceof PartialFailure)) return { ...none, code: error.code, says };
    const { id, properties: state, reasons } = error;
    return { ...none, id, state, reasons, code: error.code, says };
  }
}

/** Requests that change something, in order. */
export function writesOf({ sent }: Run): readonly string[] {
  return sent.filter(({ call }) => !call.startsWith("GET ")).map(({ call }) => call);
}

/** Seconds from the start of a run at which a call was sent. */
export function timesOf({ sent }: Run, call: string): readonly number[] {
  const [{ at: start } = { at: 0 }] = sent;
  return sent.filter((one) => one.call === call).map(({ at }) => (at - start) / 1000);
}

/** An answer that says that the object is not there (spec 7.2). */
export const notFound: Reply = { status: 404, answer: { error: "not found" } };

/** A request that was sent, and whose answer is lost; it cannot arrive any more after these seconds. */
export function lostAnswer(settlesInSeconds = 15): Reply {
  const doubt = { applied: false, settlesInMs: settlesInSeconds * 1000 };
  const message = "it was sent, but the connection was reset.";
  return { error: new HostingError("unknownOutcome", message, { doubt }) };
}

/** The journal of a machine, as each of its processes opens it. */
export interface SharedJournal {
  /** Opens it as a process that begins after so many seconds; of the others those run that are named. */
  open(pid: number, options?: { after?: number; running?: readonly number[] }): Journal;
}

/** A journal for each test of a file. */
export function journalOfTest(): SharedJournal {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "journal-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  return {
    open: (pid, { after = 0, running = [] } = {}) =>
      new SqliteJournal({
        file: join(directory, "creates.db"),
        world,
        directory: "/app",
        clock: laterBy(after),
        processes: { machine: "laptop", pid, isRunning: (one) => running.includes(one) },
      }),
  };
}

/** Waits until a run has sent a request, of which no answer comes: the process is killed then. */
export async function killAt(run: Run, call: string): Promise<void> {
  while (!run.sent.some((one) => one.call === call)) await nextTurn();
  await nextTurn();
}

/** The end of an operation, as a row of a rule's table expects it. */
export interface Expectation {
  /** The user's view: the code of the error, if there is one, and the gist of it or of a warning. */
  readonly sees: "nothing" | { readonly code?: ErrorCode | undefined; readonly says: RegExp };
  /** Id that the state has afterwards; empty where the object left it, undefined where nothing is stored. */
  readonly id?: string;
  /** Properties that the state has afterwards. */
  readonly state?: Props;
  /** Requests that change something; none unless given. */
  readonly sent?: unknown;
}

export function expectOutcome(run: Run, outcome: Outcome, { sees, id, state, sent }: Expectation) {
  const { code, says } = outcome;
  const warnings = says.split("\n").filter((line) => line.startsWith("warning: "));
  if (sees === "nothing") expect({ code, warnings }, says).toEqual({ warnings: [] });
  else {
    expect({ code, says }).toEqual({ code: sees.code, says: expect.stringMatching(sees.says) });
  }
  expect(outcome.id, says).toBe(id);
  if (state !== undefined) expect(outcome.state).toMatchObject(state);
  expect(writesOf(run)).toEqual(sent ?? []);
}
