import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { containsUnknown } from "../../../contract/values/unknown.ts";
import type { Definition, Problem } from "../../definition/definition.ts";
import { claimed } from "../memory/run-memory.ts";
import type { Checked, Declared } from "../state/declared.ts";
import { placeOf, subjectOf } from "../state/subject.ts";

/**
 * Names that two resources of the program ask for. A create refuses the second one where a list shows names, and only
 * lists that the spec shows are known before anything is sent. Two that exist may have one name, until one is replaced: it
 * would be deleted first, and not made again.
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

function askedBy({ definition, inputs }: Checked): string {
  return claimed(definition.kind, inputs);
}

function placeIn({ definition, inputs }: Checked): string {
  return JSON.stringify(placeOf(definition, inputs));
}

function hasListOfNames({ kind }: Definition): boolean {
  const { list }: Readonly<Record<string, Endpoint>> = endpoints[kind];
  return list !== undefined && !list.path.includes("{");
}
