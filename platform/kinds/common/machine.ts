import { z } from "zod";
import type { Stored } from "../../store/index.ts";
import { publicIpv6 } from "./addresses.ts";
import { ok } from "./answer.ts";
import type { Context, ObjectKind } from "./context.ts";
import type { Call, Handler } from "./kind.ts";

/**
 * The common part of containers, instances and servers: the states of spec 3. The prefixes keep their objects
 * apart, because the spec does not show whether they are one service (spec 1).
 */
export interface Machine {
  readonly state: "running" | "stopped" | "frozen";
  /** When the machine is in its state; until then it is booting or stopping. */
  readonly settled_at: number;
  /** When the first boot is done and the machine gets its addresses. */
  readonly addressed_at: number;
}

const actions = ["start", "stop", "restart", "freeze", "unfreeze"] as const;
type Action = (typeof actions)[number];

/** Body of the action endpoint (spec 4.1). */
const ActionBody = z.strictObject({ action: z.enum(actions) });

type Step = "stay" | "boot" | "halt" | "freeze" | "resume";

/**
 * The effect of an action in a state; a state that is missing refuses it. The spec states no condition: a frozen
 * machine is unfrozen before anything else, and a stopped one is started, not restarted.
 */
const steps: Readonly<Record<Action, Partial<Record<Machine["state"], Step>>>> = {
  start: { running: "stay", stopped: "boot" },
  stop: { running: "halt", stopped: "stay" },
  restart: { running: "boot" },
  freeze: { running: "freeze", frozen: "stay" },
  unfreeze: { frozen: "resume", running: "stay" },
};

const undone: Readonly<Record<Action, string>> = {
  start: "started",
  stop: "stopped",
  restart: "restarted",
  freeze: "frozen",
  unfreeze: "unfrozen",
};

/** A machine that was just created: it boots. */
export function newMachine(context: Context): Machine {
  const booted = context.after(context.settings.bootSeconds);
  return { state: "running", settled_at: booted, addressed_at: booted };
}

/** The changes of the machine; a boot goes on while the machine is frozen. */
function changesOf(step: Step, { settled_at }: Machine, context: Context): Partial<Machine> {
  const { bootSeconds, stopSeconds } = context.settings;
  const settled = Math.max(settled_at, context.now);
  switch (step) {
    case "stay":
      return {};
    case "boot":
      return { state: "running", settled_at: context.after(bootSeconds) };
    case "halt":
      return { state: "stopped", settled_at: context.after(stopSeconds) };
    case "freeze":
      return { state: "frozen", settled_at: settled };
    case "resume":
      return { state: "running", settled_at: settled };
  }
}

/** True while the machine does its work: neither booting nor at rest. */
export function isRunning({ state, settled_at }: Machine, { now }: Context): boolean {
  return state === "running" && now >= settled_at;
}

/** The image that a machine was made from, or the id of a private one; a server names none. */
export interface MadeFrom {
  readonly image?: string | null;
  readonly source?: { readonly image_id: string } | null;
}

export function imageOf({ image, source }: MadeFrom): string | undefined {
  return image ?? source?.image_id;
}

/** False where no program answers on it, whatever its state is, as after a bad release. */
export function isAnswering(machine: MadeFrom, { settings }: Context): boolean {
  return !settings.unhealthyImages.some((image) => image === imageOf(machine));
}

/** The machine's status word. */
export function statusOf({ state, settled_at }: Machine, context: Context): string {
  if (context.now < settled_at) {
    return context.busyWord(state === "stopped" ? "stopping" : "provisioning");
  }
  return context.assumptions[`words.${state}`][0] ?? state;
}

/** Region of servers and of instances of `/api/v1`, whose bodies name none. */
const machineRegion = "local";

/** The public IPv6 addresses of a machine in its region; where that has no public IPv6, none (spec 8). */
export function ipv6Of(
  machine: Stored<Machine>,
  context: Context,
  region: string = machineRegion,
): string[] {
  const isThere = !context.settings.regionsWithoutIpv6.includes(region);
  return isThere && isAddressed(machine, context) ? [publicIpv6(machine.serial)] : [];
}

/** True once the machine has been given its addresses, which it keeps. */
export function isAddressed({ addressed_at }: Machine, { now }: Context): boolean {
  return now >= addressed_at;
}

/** Takes the body's action on the machine that the path names (spec 3), and answers the machine. */
export function acting<T extends Machine>(kind: ObjectKind<T>): Handler {
  return ({ context, target, body }) => {
    const machine = context.require(kind, target);
    const called = `${kind.noun} "${target}"`;
    const { action } = body(ActionBody, `${called} was not changed`);
    const step = steps[action][machine.state];
    if (step === undefined) {
      const error = `${called} was not ${undone[action]}: it is ${machine.state}`;
      throw context.refusal("conflict", "not shown: refusals.conflict", error);
    }
    const changes = { ...machine, ...changesOf(step, machine, context) };
    return ok(kind.view(context.objects.update(kind, machine, changes), context));
  };
}

/** Deletes the machine that the path names, and gives what it was. @throws Refusal unless it is stopped (spec 7.5). */
export function removeStopped<T extends Machine>(
  kind: ObjectKind<T>,
  { context, target }: Call,
): Stored<T> {
  const machine = context.shown(kind, target);
  if (machine.state !== "stopped" || context.now < machine.settled_at) {
    const status = statusOf(machine, context);
    const error = `${kind.noun} "${target}" was not deleted: it is ${status}; stop it first`;
    throw context.refusal("notStopped", "7.5: only a stopped instance is deleted", error);
  }
  context.remove(kind, machine);
  return machine;
}
