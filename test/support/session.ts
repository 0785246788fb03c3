import {
  type Assumptions,
  defaultAssumptions,
  resolveAssumptions,
} from "../../contract/assumptions.ts";
import type { Clock } from "../../provider/clock.ts";
import { SqliteJournal } from "../../provider/coordination/file/sqlite-journal.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import type { Props, Session } from "../../provider/definition/session.ts";
import { lineOf } from "../../provider/display.ts";
import { HostingError, PartialFailure } from "../../provider/errors.ts";
import { sessionOf } from "../../provider/lifecycle/hooks/session.ts";
import { type Context, processServices } from "../../provider/lifecycle/operation/context.ts";
import { Operation } from "../../provider/lifecycle/operation/operation.ts";
import type { OperationName } from "../../provider/lifecycle/operation/timeouts.ts";
import { type Expected, fakeApi } from "./fake-api.ts";

/** A clock on which every sleep is over at once. */
export class InstantClock implements Clock {
  #now = 1_800_000_000_000;
  /** Milliseconds of every sleep so far. */
  readonly sleeps: number[] = [];

  now(): number {
    return this.#now;
  }

  async sleep(milliseconds: number): Promise<void> {
    this.sleeps.push(milliseconds);
    this.#now += milliseconds;
  }
}

/** A context whose platform, time and screen belong to the test. */
export interface TestContext extends Context {
  readonly clock: InstantClock;
  /** The messages that the user saw. */
  readonly said: readonly string[];
}

/** The platform id of `newContext`, as states record it. */
export const world = "embedded:world_1";

/** The fingerprint of the key of `newContext`, as states record it. */
export const keyMark = "the key";

/** Inputs as a class passes them on: with who declared them, and hidden ones. */
export function declared(inputs: Props, logicalName = "main"): Props {
  const identity = { organization: "org", project: "shop", stack: "dev", name: logicalName };
  return { ...inputs, __identity: identity, __provider: "provider text" };
}

/** The state of an object as the key of `newContext` saw it. */
export function held(inputs: Props, logicalName = "main"): Props {
  return { ...declared(inputs, logicalName), __world: world, __seenBy: keyMark };
}

/** Everything outside an operation; the platform gets exactly the expected calls. */
export function newContext(
  expected: readonly Expected[] = [],
  overrides: Partial<Omit<Context, "assumptions" | "clock">> & {
    readonly assumptions?: Partial<Assumptions>;
  } = {},
): TestContext {
  const clock = new InstantClock();
  const said: string[] = [];
  return {
    api: fakeApi(expected),
    ...newProcess({ clock, world }),
    probe: async () => ({ healthy: true }),
    display: (message) => void said.push(lineOf(message)),
    ...overrides,
    clock,
    said,
    assumptions: resolveAssumptions(overrides.assumptions ?? {}),
  };
}

/** The parts of a provider process at its start, except the platform and the screen. */
export function newProcess(of: { clock: Clock; world: string; journalFile?: string }) {
  const { clock, world, journalFile: file = ":memory:" } = of;
  return {
    ...processServices(clock),
    assumptions: defaultAssumptions,
    assumedRoutes: "try",
    apiKeyId: undefined,
    missingKey: undefined,
    keyMark: () => keyMark,
    world,
    acceptWorld: undefined,
    deletedByHand: [],
    journal: new SqliteJournal({ file, world, directory: "/app", clock }),
    forgetUnresolved: [],
    removableOwners: [],
    readSecret: () => ({ why: "this test has no secrets outside" }),
    stopping: new AbortController().signal,
  } as const satisfies Partial<Context>;
}

/** The session of a class's hooks in an operation that begins in a context. */
export function newSession(
  context: Context,
  definition: Definition,
  props: Props = {},
  name: OperationName = "create",
): Session {
  return sessionOf(new Operation(context, definition, { name, props }));
}

/** The error something fails with, which has to be one of ours. */
export async function errorOf(work: () => unknown): Promise<HostingError> {
  try {
    await work();
  } catch (error) {
    if (HostingError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** The partial failure something ends with. */
export async function partialFailureOf(work: () => unknown): Promise<PartialFailure> {
  const error = await errorOf(work);
  if (error instanceof PartialFailure) return error;
  throw new Error(`not a partial failure: ${error.message}`);
}
