import type { Assumptions } from "../../contract/assumptions.ts";
import type { Kind } from "../../contract/endpoints.ts";
import type { Observed, Props, Readiness, Session } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";

/** Whether an instance runs (spec 3). */
export type Power = "running" | "stopped" | "frozen";

type Action = "start" | "stop" | "freeze" | "unfreeze";

/** An instance of either prefix. */
export interface Machine {
  readonly kind: Kind;
  /** Placeholders of its action route. */
  readonly params: Readonly<Record<string, string>>;
  readonly id: string;
}

/** Actions that lead from one state to another; a frozen instance is unfrozen before it stops. */
const steps: Readonly<Record<Power, Readonly<Record<Power, readonly Action[]>>>> = {
  running: { running: [], stopped: ["stop"], frozen: ["freeze"] },
  stopped: { running: ["start"], stopped: [], frozen: ["start", "freeze"] },
  frozen: { running: ["unfreeze"], stopped: ["unfreeze", "stop"], frozen: [] },
};

const outcomes: Readonly<Record<Action, Power>> = {
  start: "running",
  stop: "stopped",
  freeze: "frozen",
  unfreeze: "running",
};

/** Brings an instance into a state, waits until its status word says so, and returns what it saw last. */
export async function setPower(
  session: Session,
  machine: Machine,
  wanted: Power,
): Promise<Observed> {
  const route = session.route(machine.kind, "action");
  if (route === undefined) return {};
  let seen = await look(session, machine);
  const current = powerOf(session, seen) ?? other(wanted);
  for (const action of steps[current][wanted]) {
    await session.call(route, { params: machine.params, body: { action } });
    seen = await watch(session, machine, outcomes[action]);
  }
  return seen;
}

/**
 * Stops an instance that is to be deleted (spec 7.5). What the platform does not let us stop, or
 * offers no route for, is left to the refusal of the delete itself.
 */
export async function stopForDelete(session: Session, machine: Machine): Promise<void> {
  try {
    await setPower(session, machine, "stopped");
  } catch (error) {
    const passable = ["refused", "noRoute", "notFound"];
    if (!HostingError.isInstance(error) || !passable.includes(error.code)) throw error;
  }
}

/** Where no status word is shown, the action is sent in any case: it leads where it should. */
function other(wanted: Power): Power {
  return wanted === "running" ? "stopped" : "running";
}

/**
 * Waits for the status word. Where none is shown, or one that is in no list, the platform's refusal
 * of what comes next says "not yet" (spec 7.5).
 */
async function watch(session: Session, machine: Machine, wanted: Power): Promise<Observed> {
  const waitingFor = `it to be ${wanted}`;
  return session.watch(machine.kind, { waitingFor }, async () => {
    const seen = await look(session, machine);
    const power = powerOf(session, seen);
    const isDone = power === wanted || (power === undefined && !isPending(session, seen));
    const word = seen[session.assumptions["fields.status"]];
    const state = typeof word === "string" ? { state: `"${word}", to be ${wanted}` } : {};
    return isDone ? { done: seen } : { waitingFor, ...state };
  });
}

async function look(session: Session, machine: Machine): Promise<Observed> {
  const sighting = await session.lookUp(machine.kind, machine.id);
  return sighting.outcome === "seen" ? sighting.observed : {};
}

function powerOf(session: Session, seen: Observed): Power | undefined {
  return powerIn(seen[session.assumptions["fields.status"]], session.assumptions);
}

function isPending({ assumptions }: Session, seen: Observed): boolean {
  return isWordOf(["pending"], seen[assumptions["fields.status"]], assumptions);
}

function isWordOf(
  lists: readonly ("pending" | "failed")[],
  status: unknown,
  assumptions: Assumptions,
): boolean {
  const word = typeof status === "string" ? status.toLowerCase() : "";
  return lists.some((list) => assumptions[`words.${list}`].includes(word));
}

/** The state a status word stands for, if it is a known one. */
export function powerIn(status: unknown, assumptions: Assumptions): Power | undefined {
  const word = typeof status === "string" ? status.toLowerCase() : "";
  if (assumptions["words.running"].includes(word)) return "running";
  if (assumptions["words.stopped"].includes(word)) return "stopped";
  return assumptions["words.frozen"].includes(word) ? "frozen" : undefined;
}

/**
 * An instance is ready once it has an address (spec 8), or rests in a state it was brought to. Only
 * an IPv4 address is waited for: where a region has no public IPv6, there is none (spec 8).
 */
export function machineReadiness(observed: Props, assumptions: Assumptions): Readiness | undefined {
  const power = powerIn(observed["status"], assumptions);
  const { ipAddresses, ipv6Addresses, ipv4Address } = observed;
  const hasAddress =
    [ipAddresses, ipv6Addresses].some((list) => Array.isArray(list) && list.length > 0) ||
    typeof ipv4Address === "string";
  if (power === "stopped" || power === "frozen" || hasAddress) return { ready: true };
  const isUsual = !isWordOf(["pending", "failed"], observed["status"], assumptions);
  return Array.isArray(ipAddresses) && isUsual ? { waitingFor: "an address" } : undefined;
}
