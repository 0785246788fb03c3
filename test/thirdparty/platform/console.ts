import { issue } from "./access.ts";
import type { ThirdParty } from "./index.ts";
import { accept } from "./members.ts";
import { letGo } from "./states.ts";
import { amount, type Fields, type Platform, type Thing, text } from "./store.ts";

/** §5.2: what people do in the console, behind the back of a client. */
export function consoleOf(platform: Platform): ThirdParty["console"] {
  return {
    remove(kind, id) {
      platform.settle();
      removeBehind(platform, kind, id);
    },
    change(kind, id, fields) {
      platform.settle();
      changeBehind(platform, found(platform, kind, id), fields);
    },
    issueKey(wish) {
      const thing = issue(platform, "own", wish);
      return { id: thing.id, value: text(thing.fields["value"]) };
    },
  };
}

function found(platform: Platform, kind: string, id: string): Thing {
  const things = platform.things.filter((thing) => thing.kind === kind);
  const thing =
    things.find((candidate) => candidate.id === id) ??
    things.find((candidate) => candidate.name === id && candidate.organization === "own");
  if (thing === undefined) throw new Error(`the platform has no ${kind} ${id}`);
  return thing;
}

function removeBehind(platform: Platform, kind: string, id: string): void {
  const thing = found(platform, kind, id);
  if (thing.kind === "instance") letGo(platform, thing);
  platform.drop(thing);
}

/** §3: a server that moves takes its forwards to another block. */
function shiftPorts(platform: Platform, machine: Thing, to: number): void {
  const by = to - amount(machine.fields["port_start"]);
  for (const forward of platform.of("port_forward", machine.organization)) {
    if (forward.fields["instance_id"] === machine.id)
      forward.fields["public_port"] = amount(forward.fields["public_port"]) + by;
  }
}

function changeBehind(platform: Platform, thing: Thing, fields: Fields): void {
  const { name, status, accepted, ...others } = fields;
  if (typeof name === "string") thing.name = name;
  if (thing.kind === "instance" && typeof status === "string")
    Object.assign(others, { power: status, changing_until: 0 });
  else if (status !== undefined) others["status"] = status;
  if (thing.kind === "instance" && typeof others["port_start"] === "number")
    shiftPorts(platform, thing, others["port_start"]);
  Object.assign(thing.fields, structuredClone(others));
  if (thing.kind === "member" && accepted === true) accept(platform, thing);
}
