import { defaultAssumptions } from "../../../contract/assumptions.ts";
import { findRoute } from "../../../contract/routes.ts";
import { containsUnknown } from "../../../contract/values/unknown.ts";
import type { Definition, Problem } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import type { Declared } from "../state/declared.ts";
import { placeOf, subjectOf } from "../state/subject.ts";

/** A resource of the program, as a check sees it. */
interface Asking {
  readonly definition: Definition;
  readonly inputs: Props;
  /** True where it is asked for without a state: as a new one, or as what replaces one. */
  readonly isNew?: boolean | undefined;
}

/**
 * Names that two resources of the program ask for. A create refuses the second one where a list shows names, and only
 * lists that the spec shows are known before anything is sent. Two that exist may have one name, until one is replaced: it
 * would be deleted first, and not made again.
 */
export function namesAskedTwice(
  asking: Asking,
  declared: Declared | undefined,
): readonly Problem[] {
  const { definition, inputs } = asking;
  const { name, region } = inputs;
  if (declared === undefined || typeof name !== "string") return [];
  if (containsUnknown([name, region]) || !hasListOfNames(definition)) return [];
  const makesIt = willMake(asking);
  const other = declared.checked.find((checked) => {
    const isSame = askedBy(checked) === askedBy(asking) && placeIn(checked) !== placeIn(asking);
    return isSame && (makesIt || willMake(checked));
  });
  if (other === undefined) return [];
  const by = subjectOf(other.definition, other.inputs);
  const reason = `name ${JSON.stringify(name)} is asked for by ${by}, too: take another name`;
  return [{ property: "name", reason }];
}

function willMake({ inputs, isNew }: Asking): boolean {
  return isNew === true && inputs["adopt"] === undefined;
}

function askedBy({ definition: { kind }, inputs: { name, region } }: Asking): string {
  return JSON.stringify([kind, name, region]);
}

function placeIn({ definition, inputs }: Asking): string {
  return JSON.stringify(placeOf(definition, inputs));
}

function hasListOfNames({ kind }: Definition): boolean {
  const route = findRoute(kind, "list", defaultAssumptions);
  return route?.standing === "documented" && !route.path.includes("{");
}
