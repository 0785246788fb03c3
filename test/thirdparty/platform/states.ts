import { releaseAddresses } from "./addresses.ts";
import { changed, refuseLocked } from "./answer.ts";
import { type Area, type Call, conflict, missing, named, Refusal, type Reply } from "./call.ts";
import type { MachineWords } from "./choices.ts";
import { Form } from "./form.ts";
import { amount, listOf, type Platform, type Thing, text } from "./store.ts";

export type State = keyof MachineWords;

const STATES: readonly State[] = [
  "starting",
  "running",
  "stopping",
  "stopped",
  "restarting",
  "frozen",
];

function asState(value: unknown): State {
  return STATES.find((state) => state === value) ?? "stopped";
}

/** A machine is on its way until the time is up, and then what it was going to be. */
export function stateOf(platform: Platform, machine: Thing): State {
  const busy = amount(machine.fields["changing_until"]) > platform.now();
  return asState(machine.fields[busy ? "changing" : "power"]);
}

export function statusOf(platform: Platform, machine: Thing): string {
  return platform.choices.machineWords[stateOf(platform, machine)];
}

export function hasAddresses(platform: Platform, machine: Thing): boolean {
  if (platform.choices.addressesWhen === "created") return true;
  return stateOf(platform, machine) === "running" || machine.fields["has_run"] === true;
}

function move(
  platform: Platform,
  machine: Thing,
  way: { power: State; changing: State; takes: number },
): void {
  if (stateOf(platform, machine) === "running") machine.fields["has_run"] = true;
  machine.fields["power"] = way.power;
  machine.fields["changing"] = way.changing;
  machine.fields["changing_until"] = platform.now() + way.takes;
}

interface Action {
  readonly from: readonly State[];
  /** In this state there is nothing left to do. */
  readonly already: readonly State[];
  readonly to: State;
  readonly by: State;
}

/** §4.1: the five actions; §3 states no conditions, so these are the ones that make sense. */
const ACTIONS: Readonly<Record<string, Action>> = {
  start: { from: ["stopped"], already: ["running", "starting"], to: "running", by: "starting" },
  stop: {
    from: ["running", "frozen", "starting"],
    already: ["stopped", "stopping"],
    to: "stopped",
    by: "stopping",
  },
  restart: { from: ["running"], already: ["restarting"], to: "running", by: "restarting" },
  freeze: { from: ["running"], already: ["frozen"], to: "frozen", by: "frozen" },
  unfreeze: { from: ["frozen"], already: ["running"], to: "running", by: "running" },
};

function answer(call: Call, area: Area, machine: Thing): Reply {
  const { platform } = call;
  const action = text(call.body["action"]);
  switch (platform.choices.actionAnswer) {
    case "object":
      return changed(call, area, { thing: machine });
    case "operation":
      return {
        status: 202,
        body: { operation: { id: platform.dice.uuid(), action, status: "pending" } },
      };
    case "nothing":
      return { status: 204 };
  }
}

export function act(call: Call, area: Area, machine: Thing): Reply {
  const { platform } = call;
  const form = new Form(call, "instance action");
  const name = form.text("action", { required: true, oneOf: Object.keys(ACTIONS) }) ?? "";
  form.strict();
  form.done();
  if (machine.goneAt !== undefined)
    throw conflict(call, `${named("instance", machine.name)} is being deleted`);
  const action = ACTIONS[name];
  const state = stateOf(platform, machine);
  if (action?.already.includes(state) === true && platform.choices.repeatedAction === "accepted")
    return answer(call, area, machine);
  if (action?.from.includes(state) !== true) {
    throw conflict(
      call,
      `${named("instance", machine.name)} cannot ${name}: it is ${statusOf(platform, machine)}`,
    );
  }
  const takes =
    {
      start: platform.choices.bootMs,
      stop: platform.choices.stopMs,
      restart: platform.choices.bootMs,
    }[name] ?? 0;
  move(platform, machine, { power: action.to, changing: action.by, takes });
  return answer(call, area, machine);
}

/** §3, §7.5: only a stopped instance can be deleted; one that is still stopping is not yet stopped. */
export function refuseUnlessStopped(call: Call, machine: Thing): void {
  const { platform } = call;
  if (machine.goneAt !== undefined || stateOf(platform, machine) === "stopped") return;
  throw new Refusal(
    platform.choices.notStoppedStatus,
    `${named("instance", machine.name)} must be stopped before it is deleted; it is ${statusOf(platform, machine)}`,
  );
}

/** §2.7: volumes survive their instance; §3: the port block is freed; floating IPs belong to the account. */
export function letGo(platform: Platform, machine: Thing): void {
  for (const thing of [...platform.things]) {
    if (thing.kind === "port_forward" && thing.fields["instance_id"] === machine.id)
      platform.drop(thing);
    const attached = thing.kind === "volume" || thing.kind === "floating_ip";
    if (attached && thing.fields["instance_id"] === machine.id) thing.fields["instance_id"] = null;
    if (thing.kind === "load_balancer" && platform.choices.backendsOnDelete === "removed") {
      thing.fields["backend_instances"] = listOf(thing.fields["backend_instances"]).filter(
        (id) => id !== machine.id,
      );
    }
  }
  releaseAddresses(platform, machine);
  delete machine.fields["port_start"];
  delete machine.fields["shared_ip"];
}

/** §1: whether the prefixes show one another's instances is not shown. */
export function machinesOf(call: Call, prefix: string = call.prefix): Thing[] {
  const all = call.platform.of("instance", call.organization);
  return call.platform.choices.relation === "one"
    ? all
    : all.filter((machine) => machine.fields["via"] === prefix);
}

export function machineNamed(call: Call, name: string): Thing {
  for (const machine of machinesOf(call)) if (machine.name === name) return unlocked(call, machine);
  throw missing("instance", name);
}

export function machineById(call: Call, id: string): Thing {
  for (const machine of machinesOf(call)) if (machine.id === id) return unlocked(call, machine);
  throw missing("instance", id);
}

function unlocked(call: Call, machine: Thing): Thing {
  refuseLocked(call, machine);
  return machine;
}

/** An instance that a body of /v1 refers to. */
export function referredMachine(call: Call, id: string): Thing {
  for (const machine of machinesOf(call))
    if (machine.id === id && machine.goneAt === undefined) return machine;
  throw new Refusal(call.platform.choices.referenceStatus, `${named("instance", id)} not found`);
}
