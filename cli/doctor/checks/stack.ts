import { isUnresolved, wayOut } from "../../../provider/lifecycle/create/unresolved.ts";
import { checkWorld } from "../../../provider/lifecycle/identity/world.ts";
import { hidden } from "../../../provider/lifecycle/record/state.ts";
import { nameIn } from "../../preview/preview.ts";
import { asLine } from "../as-line.ts";
import type { Examined } from "../examined.ts";
import type { Check, Finding } from "../finding.ts";
import { openHere } from "../killed-runs.ts";
import { nounOf } from "../own-types.ts";
import { outcomesOf, pendingIn } from "../pending.ts";
import type { Resource, StackState } from "../stack-state.ts";

/** Problems in a stack's state that no command before the next `pulumi up` reports. */
export const checkStack: Check = (examined) => {
  const { stack, state, stateProblem } = examined;
  if (stack === undefined) return [];
  if (state === undefined) return [{ state: "wrong", about: "stack", says: asLine(stateProblem) }];
  return findingsOf({ ...examined, stack, state });
};

type OfStack = Examined & { readonly stack: string; readonly state: StackState };

function findingsOf(examined: OfStack): readonly Finding[] {
  const { stack, state } = examined;
  const { ours } = state;
  const found = [
    ...wrong(elsewhere(ours, examined)),
    ...pendingIn(outcomesOf(state, openHere(examined)), stack),
    ...wrong(unresolved(ours)),
  ];
  if (found.length > 0) return found;
  const count = ours.length === 1 ? "1 resource" : `${ours.length} resources`;
  return [
    { state: "ok", about: "stack", says: `${count} of this package, nothing open or pending` },
  ];
}

function wrong(lines: readonly string[]): readonly Finding[] {
  return lines.map((says) => ({ state: "wrong", about: "stack", says }));
}

/** Resources made on other platforms, one line for each platform. */
function elsewhere(ours: readonly Resource[], { settings, way }: OfStack): readonly string[] {
  if (settings === undefined || way === undefined) return [];
  const { acceptWorld } = settings;
  const problems = ours.flatMap((resource) => {
    const state = resource.outputs ?? {};
    try {
      checkWorld({ world: way.world, acceptWorld }, state, subjectOf(resource));
      return [];
    } catch (error) {
      return [{ made: state[hidden.world], says: asLine(error) }];
    }
  });
  const byPlatform = Object.values(Object.groupBy(problems, ({ made }) => String(made)));
  return byPlatform.map((same = []) => {
    const more = same.length - 1;
    const says = same[0]?.says ?? "";
    return more === 0 ? says : `${says} The same applies to ${more} more.`;
  });
}

function unresolved(ours: readonly Resource[]): readonly string[] {
  return ours.flatMap((resource) => {
    const { id, outputs } = resource;
    if (id == null || !isUnresolved(id)) return [];
    const noun = nounOf(resource);
    return [
      `${subjectOf(resource)}: nobody knows whether it exists. ${wayOut({ noun }, { id, state: outputs ?? {} })}`,
    ];
  });
}

/** As errors name it, as far as a state tells. */
function subjectOf(resource: Resource): string {
  return `${nounOf(resource)} "${nameIn(resource.urn)}"`;
}
