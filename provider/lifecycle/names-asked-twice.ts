import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { containsUnknown } from "../../contract/values/unknown.ts";
import type { Definition, Problem } from "../definition/definition.ts";
import type { Checked, Declared } from "./identity/declared.ts";
import { placeOf, subjectOf } from "./identity/subject.ts";

/**
 * A name that two resources of the program ask for, as after copying a block. Only kinds whose list the
 * spec shows are checked: a create refuses the second one there in any case.
 */
export function namesAskedTwice(
  asking: Checked,
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

function willMake({ inputs, isNew }: Checked): boolean {
  return isNew === true && inputs["adopt"] === undefined;
}

function askedBy({ definition, inputs: { name, region } }: Checked): string {
  return JSON.stringify([definition.kind, name, region]);
}

function placeIn({ definition, inputs }: Checked): string {
  return JSON.stringify(placeOf(definition, inputs));
}

function hasListOfNames({ kind }: Definition): boolean {
  const { list }: Readonly<Record<string, Endpoint>> = endpoints[kind];
  return list !== undefined && !list.path.includes("{");
}
