import { z } from "zod";
import { ok } from "../http/answer.ts";
import type { Call, Handler } from "../http/route.ts";
import type { Stored } from "../store/objects.ts";
import type { ObjectKind, World } from "../world.ts";

/**
 * What containers and instances share: the states of spec 3. The two prefixes keep their objects
 * apart, because the spec does not show whether they are one service (spec 1).
 */
export const machineFields = {
  state: z.enum(["running", "stopped", "frozen"]),
  /** When the machine is in its state; until then it is booting or stopping. */
  settled_at: z.number(),
  /** When the first boot is done and the machine gets its addresses. */
  addressed_at: z.number(),
};

/** The machine in a container or an instance. */
export type Machine = z.infer<z.ZodObject<typeof machineFields>>;

const actions = ["start", "stop", "restart", "freeze", "unfreeze"] as const;
type Action = (typeof actions)[number];

/** Body of the action endpoint (spec 4.1). */
const ActionBody = z.strictObject({ action: z.enum(actions) });

/** Where a machine is, and what messages call it. */
interface Scene {
  readonly world: World;
  readonly called: string;
}

type Step = "stay" | "boot" | "halt" | "freeze" | "resume";

/** What an action does in a state; a state that is missing refuses it. */
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
export function newMachine(world: World): Machine {
  const booted = world.after(world.settings.bootSeconds);
  return { state: "running", settled_at: booted, addressed_at: booted };
}

/**
 * What changes when the action is taken.
 *
 * @throws Refusal when it cannot be taken in the machine's state.
 */
function act(machine: Machine, action: Action, { world, called }: Scene): Partial<Machine> {
  const step = steps[action][machine.state];
  if (step === undefined) {
    throw world.refusal("conflict", `${called} was not ${undone[action]}: it is ${machine.state}`);
  }
  const { bootSeconds, stopSeconds } = world.settings;
  switch (step) {
    case "stay":
      return {};
    case "boot":
      return { state: "running", settled_at: world.after(bootSeconds) };
    case "halt":
      return { state: "stopped", settled_at: world.after(stopSeconds) };
    case "freeze":
      return { state: "frozen", settled_at: world.now };
    case "resume":
      return { state: "running", settled_at: world.now };
  }
}

/** @throws Refusal when the machine may not be deleted: only a stopped one may (spec 7.5). */
function refuseUnlessStopped(machine: Machine, { world, called }: Scene): void {
  if (machine.state === "stopped" && world.now >= machine.settled_at) return;
  throw world.refusal(
    "notStopped",
    `${called} was not deleted: it is ${statusOf(machine, world)}; stop it first`,
  );
}

/** True while the machine does its work: neither booting nor at rest. */
export function isRunning({ state, settled_at }: Machine, { now }: World): boolean {
  return state === "running" && now >= settled_at;
}

/** The machine's status word. */
export function statusOf({ state, settled_at }: Machine, world: World): string {
  if (world.now < settled_at) return state === "stopped" ? "stopping" : "provisioning";
  return world.assumptions[`words.${state}`][0] ?? state;
}

/** Takes the body's action on the machine that the path names (spec 3). */
export function acting<T extends Machine>(kind: ObjectKind<T>): Handler {
  return ({ world, target, body }) => {
    const machine = world.require(kind, target);
    const called = `${kind.noun} "${target}"`;
    const { action } = body(ActionBody, `${called} was not changed`);
    const changes = act(machine, action, { world, called });
    const changed = world.objects.update(kind, machine, { ...machine, ...changes });
    return ok(kind.view(changed, world));
  };
}

/** Removes the machine that the path names, and gives what it was (spec 7.5). */
export function removeStopped<T extends Machine>(
  kind: ObjectKind<T>,
  { world, target }: Call,
): Stored<T> {
  const machine = world.require(kind, target);
  refuseUnlessStopped(machine, { world, called: `${kind.noun} "${target}"` });
  world.objects.remove(kind, machine.id);
  return machine;
}
