import { z } from "zod";
import { publicIpv6 } from "../addresses.ts";
import { ok } from "../http/answer.ts";
import type { Call, Handler } from "../http/route.ts";
import { lazySchema } from "../lazy-schema.ts";
import type { Rule } from "../rules/rule.ts";
import { fields, stated } from "../rules/stated.ts";
import type { Stored } from "../store/objects.ts";
import type { ObjectKind, World } from "../world.ts";

/**
 * What containers and instances share: the states of spec 3. The two prefixes keep their objects
 * apart, because the spec does not show whether they are one service (spec 1).
 */
export interface Machine {
  readonly state: "running" | "stopped" | "frozen";
  /** When the machine is in its state; until then it is booting or stopping. */
  readonly settled_at: number;
  /** When the first boot is done and the machine gets its addresses. */
  readonly addressed_at: number;
  /** Milliseconds of its boot that were left when it was frozen; none where that is not there. */
  readonly boot_left?: number;
}

const actions = ["start", "stop", "restart", "freeze", "unfreeze"] as const;
type Action = (typeof actions)[number];

/** Body of the action endpoint (spec 4.1). */
const ActionBody = lazySchema(() =>
  fields({
    action: stated(
      z.enum(actions),
      "4.1: POST /instances/{name}/action {action}",
      "4.1: action is start, stop, restart, freeze, unfreeze",
    ),
  }),
);

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
  const step = steps[action][machine.state] ?? chosenStep(machine, action, world);
  if (step === undefined) {
    const by = leftOpen[`${action} ${machine.state}`]?.choice ?? "refusals.conflict";
    const error = `${called} was not ${undone[action]}: it is ${machine.state}`;
    throw world.refusal("conflict", by, error);
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
      return frozen(machine, world);
    case "resume":
      return resumed(machine, world);
  }
}

/** What is frozen does not boot any further. */
function frozen({ settled_at }: Machine, { now }: World): Partial<Machine> {
  return { state: "frozen", settled_at: now, boot_left: Math.max(0, settled_at - now) };
}

/** Boots for as long as was left; where that is its first boot, its addresses come with the end of it. */
function resumed(machine: Machine, world: World): Partial<Machine> {
  const settled_at = world.now + (machine.boot_left ?? 0);
  const addressed_at = isAddressed(machine, world) ? machine.addressed_at : settled_at;
  return { state: "running", settled_at, addressed_at, boot_left: 0 };
}

/** What an action does that not every platform takes in the state. */
function chosenStep({ state }: Machine, action: Action, world: World): Step | undefined {
  const open = leftOpen[`${action} ${state}`];
  return open !== undefined && world.choice(open.choice) === "allow" ? open.step : undefined;
}

interface LeftOpen {
  readonly choice: "machines.stopFrozen" | "machines.restartStopped";
  readonly step: Step;
}

const leftOpen: Readonly<Partial<Record<`${Action} ${Machine["state"]}`, LeftOpen>>> = {
  "stop frozen": { choice: "machines.stopFrozen", step: "halt" },
  "restart stopped": { choice: "machines.restartStopped", step: "boot" },
};

/** @throws Refusal when the machine may not be deleted: only a stopped one may (spec 7.5). */
function refuseUnlessStopped(machine: Machine, { world, called }: Scene, by: Rule): void {
  if (machine.state === "stopped" && world.now >= machine.settled_at) return;
  throw world.refusal(
    "notStopped",
    by,
    `${called} was not deleted: it is ${statusOf(machine, world)}; stop it first`,
  );
}

/** True while the machine does its work: neither booting nor at rest. */
export function isRunning({ state, settled_at }: Machine, { now }: World): boolean {
  return state === "running" && now >= settled_at;
}

/** The machine's status word. */
export function statusOf({ state, settled_at }: Machine, world: World): string {
  if (world.now < settled_at) {
    return world.busyWord(state === "stopped" ? "stopping" : "provisioning");
  }
  return world.assumptions[`words.${state}`][0] ?? state;
}

/** The public IPv6 addresses of a machine in its region (spec 8). */
export function ipv6Of(machine: Stored<Machine & { readonly region: string }>, world: World) {
  const { region, serial, state } = machine;
  const isHidden = state === "stopped" && world.choice("machines.stoppedIpv6") === "empty";
  const isThere = isAddressed(machine, world) && !isHidden;
  // spec 8: where a region has no public IPv6, the machine has none
  const { regionsWithoutIpv6 } = world.settings;
  return isThere && !regionsWithoutIpv6.includes(region) ? [publicIpv6(serial)] : [];
}

/** True once the machine has been given its addresses. */
export function isAddressed({ state, settled_at, addressed_at }: Machine, { now }: World): boolean {
  // Since it was frozen, a machine has come no further.
  return (state === "frozen" ? settled_at : now) >= addressed_at;
}

/** Takes the body's action on the machine that the path names (spec 3). */
export function acting<T extends Machine & { readonly name: string }>(
  kind: ObjectKind<T>,
): Handler {
  return ({ world, target, body }) => {
    const machine = world.require(kind, target);
    const called = `${kind.noun} "${target}"`;
    const { action } = body(ActionBody, `${called} was not changed`);
    const changes = act(machine, action, { world, called });
    const changed = world.objects.update(kind, machine, { ...machine, ...changes });
    if (world.choice("answers.action") === "object") return ok(kind.view(changed, world));
    return ok({
      name: machine.name,
      action,
      result: "success",
      [world.assumptions["fields.status"]]: statusOf(changed, world.around(kind, changed)),
    });
  };
}

/** Removes the machine that the path names unless its state forbids it, and gives what it was. */
export function removeByChoice<T extends Machine>(kind: ObjectKind<T>, call: Call): Stored<T> {
  const { world, target } = call;
  const by = "machines.deleteRunning";
  if (world.choice(by) === "refuse") return removeStopped(kind, call, by);
  const machine = world.require(kind, target);
  world.objects.remove(kind, machine.id);
  return machine;
}

/**
 * Removes the machine that the path names, and gives what it was (spec 7.5).
 *
 * @param by What says that it has to be stopped.
 */
export function removeStopped<T extends Machine>(
  kind: ObjectKind<T>,
  { world, target }: Call,
  by: Rule,
): Stored<T> {
  const machine = world.require(kind, target);
  const scene = { world: world.around(kind, machine), called: `${kind.noun} "${target}"` };
  refuseUnlessStopped(machine, scene, by);
  world.objects.remove(kind, machine.id);
  return machine;
}
