import { type Assumptions, isStatusOf, statusIn } from "../../contract/assumptions.ts";
import type { Endpoint, Kind } from "../../contract/endpoints.ts";
import type { Action, Prepared } from "../../provider/definition/definition.ts";
import type {
  Observed,
  Props,
  Readiness,
  Session,
  Target,
} from "../../provider/definition/session.ts";
import { shortened } from "../../provider/display.ts";
import { HostingError } from "../../provider/errors.ts";

/** Whether an instance runs (spec 3). */
export type Power = "running" | "stopped" | "frozen";

/** State that an instance or a server is kept in (spec 3). */
export type OnOff = "running" | "stopped";

/** An instance of either prefix. */
export interface Machine {
  readonly kind: Kind;
  /** Placeholders of its action route. */
  readonly params: Readonly<Record<string, string>>;
  readonly id: string;
}

/** An action that leads from one state to another. */
type Step = Exclude<Action, "restart">;

/** A frozen instance is unfrozen before it stops. */
const steps: Readonly<Record<Power, Readonly<Record<Power, readonly Step[]>>>> = {
  running: { running: [], stopped: ["stop"], frozen: ["freeze"] },
  stopped: { running: ["start"], stopped: [], frozen: ["start", "freeze"] },
  frozen: { running: ["unfreeze"], stopped: ["unfreeze", "stop"], frozen: [] },
};

const outcomes: Readonly<Record<Action, Power>> = {
  start: "running",
  stop: "stopped",
  restart: "running",
  freeze: "frozen",
  unfreeze: "running",
};

/** The states in which an action may be refused because of them. */
const refusing: Readonly<Record<Action, Power>> = { ...outcomes, restart: "stopped" };

/** The step for a person before the next attempt, where nothing shows whether the state is reached already. */
const opposites: Readonly<Record<Action, Step>> = {
  start: "stop",
  stop: "start",
  restart: "start",
  freeze: "unfreeze",
  unfreeze: "freeze",
};

/** The action that a declared state stands for in messages. */
const leadsTo = { running: "start", stopped: "stop", frozen: "freeze" } as const;

const done: Readonly<Record<Action, string>> = {
  start: "started",
  stop: "stopped",
  restart: "restarted",
  freeze: "frozen",
  unfreeze: "unfrozen",
};

/** The states of a machine that a program may declare. */
interface PowerInputs {
  readonly desiredState?: Power;
  readonly restartTriggers?: readonly string[];
}

/** Applies changed inputs of a machine's state; resolves with what was seen last. */
export async function updatePower(
  session: Session,
  machine: Machine,
  {
    inputs,
    state,
    names,
  }: Pick<Target<PowerInputs>, "inputs" | "state"> & {
    readonly names: readonly string[];
  },
): Promise<Observed> {
  const { desiredState: wanted, restartTriggers } = inputs;
  // A list that is added or left out says nothing of what the machine has read since its start.
  const wasGiven = restartTriggers !== undefined && state["restartTriggers"] !== undefined;
  const isDue = names.includes("restartTriggers") && wasGiven;
  const isChanged = names.includes("desiredState");
  if (isDue && wanted !== "stopped" && wanted !== "frozen")
    return restartRunning(session, machine, isChanged ? wanted : undefined);
  return isChanged && wanted !== undefined ? setPower(session, machine, wanted) : {};
}

/**
 * Restarts a machine that runs. One that somebody stopped reads what is new when it starts; `wanted` is
 * the state that the same update asks for.
 */
async function restartRunning(
  session: Session,
  machine: Machine,
  wanted: "running" | undefined,
): Promise<Observed> {
  const restart = { action: "restart", input: "restartTriggers" } as const;
  // A replacement would lose its disk and its address, which nobody asked for.
  if (session.route(machine.kind, "action") === undefined) throw noWay(session, machine, restart);
  const seen = await atRest(session, machine, await look(session, machine));
  const power = powerOf(session, seen);
  const rests = power === "stopped" || power === "frozen";
  if (rests && wanted === undefined) {
    session.warn(`it is ${power}, so it was not restarted.`);
    return seen;
  }
  const awake = rests ? await setPower(session, machine, "running", seen) : seen;
  if (power === "stopped") return awake;
  return act(session, machine, { action: "restart", seen: awake }).catch(
    asNoWay(session, machine, restart),
  );
}

const missing: ReadonlySet<string> = new Set(["notFound", "noRoute"]);

/** An action, and the input that asks for it; a person does without one. */
interface Asked {
  readonly action: Action;
  readonly input?: keyof PowerInputs;
}

/** Throws what an action of a machine was answered with: where its route is assumed, there may be none. */
function asNoWay(session: Session, machine: Machine, asked: Asked) {
  const standing = session.route(machine.kind, "action")?.standing;
  return (error: unknown): never => {
    const isMissing = HostingError.isInstance(error) && missing.has(error.code);
    throw isMissing && standing === "assumed"
      ? noWay(session, machine, { ...asked, status: error.status })
      : error;
  };
}

function noWay(
  { subject }: Session,
  { kind }: Machine,
  { action, input, status }: Asked & { readonly status?: number | undefined },
): HostingError {
  const why =
    status === undefined
      ? "the platform offers no way to"
      : `${status} was the answer, so the platform may have no way to`;
  const way =
    input === undefined
      ? "Do it in the console"
      : `${capitalized(action)} it in the console, and leave ${input} out: that sends nothing`;
  return new HostingError(
    "gap",
    `${subject} was not ${done[action]}: ${why} (assumption routes.${kind}.action). ${way}.`,
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Refuses a state that nothing could bring the machine into, before it is created.
 *
 * @throws HostingError that names the assumption.
 */
export function requireAction(
  session: Session,
  kind: Kind,
  { desiredState }: { readonly desiredState: Power | undefined },
): void {
  // A new machine runs.
  if (desiredState === undefined || desiredState === "running") return;
  if (session.route(kind, "action") !== undefined) return;
  throw new HostingError(
    "gap",
    `${session.subject} was not created: desiredState is "${desiredState}", and the platform offers no way to change its state (assumption routes.${kind}.action). Leave desiredState out.`,
  );
}

/** The actions of a machine as a person asks for them: each sends the one that it names, or nothing where that is reached already. */
export function machineActions(
  machineOf: (id: string) => Machine,
): Readonly<
  Record<Action, (session: Session, target: { readonly id: string }) => Promise<Observed>>
> {
  const acting =
    (action: Action) =>
    async (session: Session, { id }: { readonly id: string }) => {
      const machine = machineOf(id);
      if (session.route(machine.kind, "action") === undefined)
        throw noWay(session, machine, { action });
      const seen = await atRest(session, machine, await look(session, machine));
      const isThere = action !== "restart" && powerOf(session, seen) === outcomes[action];
      return isThere ? seen : act(session, machine, { action, seen });
    };
  return {
    start: acting("start"),
    stop: acting("stop"),
    restart: acting("restart"),
    freeze: acting("freeze"),
    unfreeze: acting("unfreeze"),
  };
}

/** Brings an instance into a declared state, waits until its status word confirms it, and returns the last answer. */
export async function setPower(
  session: Session,
  machine: Machine,
  wanted: Power,
  from?: Observed,
): Promise<Observed> {
  const asked = { action: leadsTo[wanted], input: "desiredState" } as const;
  if (session.route(machine.kind, "action") === undefined) throw noWay(session, machine, asked);
  const aim = from === undefined ? { wanted } : { wanted, from };
  return reach(session, machine, aim).catch(asNoWay(session, machine, asked));
}

/** A state to be reached from what was seen; from a time on, what comes next is tried in any case. */
interface Aim {
  readonly wanted: Power;
  readonly from?: Observed;
  readonly until?: number | undefined;
}

async function reach(session: Session, machine: Machine, aim: Aim): Promise<Observed> {
  const { wanted, from, until } = aim;
  let seen = await atRest(session, machine, from ?? (await look(session, machine)));
  const current = powerOf(session, seen) ?? other(wanted);
  for (const action of steps[current][wanted]) {
    seen = await act(session, machine, { action, seen, until });
  }
  return seen;
}

/** Sends an action, and waits until the status word says that it is done. */
async function act(
  session: Session,
  machine: Machine,
  { action, seen, until }: { action: Action; seen: Observed; until?: number | undefined },
): Promise<Observed> {
  const route = session.route(machine.kind, "action");
  const request = { params: machine.params, body: { action } };
  if (route !== undefined)
    await session.call(route, request).catch((error) => {
      throw asUnclear(session, error, { seen, action });
    });
  return watch(session, machine, { wanted: outcomes[action], until });
}

/** A refused state may be reached already where the status is unknown: the user can check. */
function asUnclear(
  session: Session,
  error: unknown,
  { seen, action }: { seen: Observed; action: Action },
): unknown {
  const word = statusIn(seen, session.assumptions);
  const isKnown = powerOf(session, seen) !== undefined || isPending(session, seen);
  if (isKnown) return error;
  if (!HostingError.isInstance(error) || error.code !== "refused") return error;
  const { reason = "the platform refused it", status } = error;
  const power = refusing[action];
  const isWord = typeof word === "string";
  const means = isWord
    ? `its status ${JSON.stringify(shortened(word, longestWord))} means`
    : "it is";
  const setting = isWord ? `, or add it to words.${power} in hosting:assumptions` : "";
  return error.reworded(
    `${session.subject} was not ${done[action]}: ${reason} (${status}). If ${means} ${power}, ${opposites[action]} it in the console and run \`pulumi up\` again${setting}.`,
  );
}

/** Longer ones are no status words. */
const longestWord = 30;

/**
 * Stops an instance that is to be deleted (spec 7.5), unless its deletion is under way already. One
 * that does not stop is left to the refusal of the delete itself, after which this is tried again.
 */
export async function stopForDelete(
  session: Session,
  machine: Machine,
): Promise<Prepared | undefined> {
  const seen = await look(session, machine);
  if (isLeaving(session, seen)) return undefined;
  if (powerOf(session, seen) === "stopped") return { isPrepared: true };
  const route = session.route(machine.kind, "action");
  if (route === undefined) return stopByHand;
  const until = lastChance(session);
  try {
    const reached = await reach(session, machine, { wanted: "stopped", from: seen, until });
    return powerOf(session, reached) === "stopped" ? { isPrepared: true } : undefined;
  } catch (error) {
    return afterRefusedStop(error, route);
  }
}

/** Brings a machine that was stopped for a deletion which did not happen back into the state that its program wants. */
export function startKept(machineOf: (id: string) => Machine) {
  return {
    isDue: ({ desiredState }: PowerInputs): boolean => desiredState !== "stopped",
    run: async (session: Session, { id, inputs }: Pick<Target<PowerInputs>, "id" | "inputs">) => {
      const machine = machineOf(id);
      const { desiredState: wanted = "running" } = inputs;
      const seen = await atRest(session, machine, await look(session, machine));
      if (powerOf(session, seen) === wanted) return seen;
      if (session.route(machine.kind, "action") === undefined)
        throw noWay(session, machine, { action: "start" });
      return reach(session, machine, { wanted, from: seen });
    },
  };
}

/** @throws the error where it says nothing of the stop. */
function afterRefusedStop(error: unknown, { standing }: Endpoint): Prepared | undefined {
  const code = HostingError.isInstance(error) ? error.code : undefined;
  if (code === "refused") return undefined;
  if (code !== "noRoute" && code !== "notFound") throw error;
  return standing === "assumed" ? stopByHand : undefined;
}

/** Waits until no action is under way, like a stop of ours that a killed run did not see to its end. */
async function atRest(session: Session, machine: Machine, first: Observed): Promise<Observed> {
  if (!isPending(session, first)) return first;
  const waitingFor = "the end of another action on it";
  return session.watch(machine.kind, { waitingFor }, async () => {
    const seen = await look(session, machine);
    return isPending(session, seen) ? { waitingFor } : { done: seen };
  });
}

function isLeaving({ assumptions }: Session, seen: Observed): boolean {
  return isStatusOf(["deleting"], statusIn(seen, assumptions), assumptions);
}

const stopByHand = { byHand: "Stop it in the console" } as const;

/** While there is time for some tries of the delete: the refusal of one says why it does not stop. */
function lastChance(session: Session): number {
  const left = session.endsAt - session.now();
  return session.endsAt - Math.min(left / 2, triesMilliseconds);
}

const triesMilliseconds = 60_000;

/** Where no status word is shown, the action is sent in any case: it leads where it should. */
function other(wanted: Power): Power {
  return wanted === "running" ? "stopped" : "running";
}

/**
 * Waits for the status word. Where none is shown, or one that is in no list, the platform's refusal
 * of what comes next says "not yet" (spec 7.5).
 */
async function watch(session: Session, machine: Machine, aim: Aim): Promise<Observed> {
  const { wanted, until = Number.POSITIVE_INFINITY } = aim;
  const waitingFor = `it to be ${wanted}`;
  return session.watch(machine.kind, { waitingFor }, async () => {
    const seen = await look(session, machine);
    const power = powerOf(session, seen);
    const isUnclear = power === undefined && !isPending(session, seen);
    const isDone = power === wanted || isUnclear || session.now() >= until;
    const word = statusIn(seen, session.assumptions);
    const state = typeof word === "string" ? { state: `"${word}", to be ${wanted}` } : {};
    return isDone ? { done: seen } : { waitingFor, ...state };
  });
}

async function look(session: Session, machine: Machine): Promise<Observed> {
  const result = await session.lookUp(machine.kind, machine.id);
  return result.outcome === "seen" ? result.observed : {};
}

function powerOf(session: Session, seen: Observed): Power | undefined {
  return powerIn(statusIn(seen, session.assumptions), session.assumptions);
}

function isPending({ assumptions }: Session, seen: Observed): boolean {
  return isStatusOf(["pending"], statusIn(seen, assumptions), assumptions);
}

/** The state a status word stands for, if it is a known one. */
export function powerIn(status: unknown, assumptions: Assumptions): Power | undefined {
  const powers = ["running", "stopped", "frozen"] as const;
  return powers.find((power) => isStatusOf([power], status, assumptions));
}

/**
 * An instance is ready once it has an address (spec 8), or rests in a state it was brought to. Only
 * an IPv4 address is waited for: where a region has no public IPv6, there is none (spec 8).
 */
export function machineReadiness(observed: Props, assumptions: Assumptions): Readiness | undefined {
  // A word of a failure fails whatever else is shown: a broken machine may keep its address.
  if (isStatusOf(["failed"], observed["status"], assumptions)) return undefined;
  const power = powerIn(observed["status"], assumptions);
  const { ipAddresses, ipv6Addresses, ipv4Address } = observed;
  const hasAddress =
    [ipAddresses, ipv6Addresses].some((list) => Array.isArray(list) && list.length > 0) ||
    typeof ipv4Address === "string";
  if (power === "stopped" || power === "frozen" || hasAddress) return { ready: true };
  if (!Array.isArray(ipAddresses)) return undefined;
  if (isStatusOf(["pending"], observed["status"], assumptions)) return undefined;
  const isRunning = power === "running";
  return { waitingFor: "an address", ...(isRunning ? {} : { patience: restMilliseconds }) };
}

/** Some are created stopped, and an unknown status word may mean that: then there is no address to wait for. */
const restMilliseconds = 30_000;
