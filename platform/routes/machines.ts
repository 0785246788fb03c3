import { ok } from "../answer.ts";
import { ActionBody, act, type Machine, refuseUnlessStopped } from "../kinds/machine.ts";
import type { Stored } from "../objects.ts";
import type { Call, Handler } from "../route.ts";
import type { ObjectKind } from "../world.ts";

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
