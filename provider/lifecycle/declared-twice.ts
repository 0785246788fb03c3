import { containsUnknown } from "../../contract/values/unknown.ts";
import type { Problem } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { idClaims, makesObject, nameClaim } from "./identity/claims.ts";
import type { Checked, Declared } from "./identity/declared.ts";
import { placeOf, toldApart } from "./identity/subject.ts";
import { Input } from "./record/input.ts";
import { hidden, platformInputs } from "./record/state.ts";

/**
 * A name or an object that another resource of the program asks for, too, as after copying a block, or a name that
 * another one is still to give up. `oldInputs` are those of the object that the declaration has now.
 */
export function declaredTwice(
  asking: Checked,
  declared: Declared | undefined,
  oldInputs: Props,
): readonly Problem[] {
  const problem =
    nameAskedTwice(asking, declared) ??
    nameHandedOn(asking, declared, oldInputs) ??
    objectDeclaredTwice(asking, declared);
  return problem === undefined ? [] : [problem];
}

function nameAskedTwice(asking: Checked, declared: Declared | undefined): Problem | undefined {
  const { name } = asking.inputs;
  const claim = nameClaim(asking);
  const other =
    claim && othersThan(asking, declared, claim).find((one) => willMake(asking) || willMake(one));
  if (!other) return undefined;
  const by = beside(asking, other);
  const reason = `name ${JSON.stringify(name)} is asked for by ${by}, too: take another name`;
  return { property: "name", reason };
}

/** A renamed object gets its new name before the old one is deleted, so two names that are swapped are both taken. */
function nameHandedOn(
  asking: Checked,
  declared: Declared | undefined,
  oldInputs: Props,
): Problem | undefined {
  // An update renames an object in its place, and whether it may is left to the platform.
  const isRenamed = asking.definition.changes["name"]?.on === "update";
  if (declared === undefined || isRenamed) return undefined;
  const [wanted, present] = [asking.inputs, oldInputs].map((inputs) => {
    return nameClaim({ definition: asking.definition, inputs });
  });
  if (wanted === present) return undefined;
  const holder = wanted === undefined ? undefined : givingUp(declared, wanted);
  if (holder !== undefined && placeIn(holder) !== placeIn(asking))
    return handedOn(asking.inputs["name"], holder, asking);
  const [taker] = present === undefined ? [] : othersThan(asking, declared, present);
  return taker === undefined ? undefined : handedOn(oldInputs["name"], asking, taker);
}

/** The declaration whose object has a name that it asks for no more. */
function givingUp(declared: Declared, claim: string): Checked | undefined {
  const holder = declared.namedNow(claim);
  const asking = declared.claiming(claim).map(placeIn);
  return holder === undefined || asking.includes(placeIn(holder)) ? undefined : holder;
}

function handedOn(name: unknown, holder: Checked, taker: Checked): Problem {
  const [by, to] = toldApart(holder.definition, holder.inputs, taker.inputs);
  const reason = `${by} has the name ${JSON.stringify(name)} until it is renamed, so \`up\` refuses it to ${to}: rename one after the other, each in its own \`pulumi up\`, and two that swap names by way of a third name`;
  return { severity: "warning", reason };
}

/**
 * Two with other inputs would undo each other's changes for ever, but where an input only grows. Two equal ones are
 * harmless where the second request changes nothing, as of an attachment, and where a state has both.
 */
function objectDeclaredTwice(asking: Checked, declared: Declared | undefined): Problem | undefined {
  const [found] = idClaims(asking).flatMap(({ claim, id }) =>
    othersThan(asking, declared, claim).map((other) => ({ other, id })),
  );
  if (found === undefined) return undefined;
  const { other, id } = found;
  const { definition } = asking;
  const names = differingInputs(asking, other);
  const isUndone = names.some((name) => canChangeBack(name, asking, other));
  const isNew = asking.isNew === true || other.isNew === true;
  const differently = names.length === 0 ? "" : ` with another ${names.join(" and ")}`;
  const by = `${beside(asking, other)} declares the same object (${id})${differently}`;
  return isUndone || (isNew && makesObject(definition))
    ? { reason: `${by}: keep one of the two` }
    : { severity: "warning", reason: `${by}: one of the two is enough` };
}

function othersThan(
  asking: Checked,
  declared: Declared | undefined,
  claim: string,
): readonly Checked[] {
  const all = declared?.claiming(claim) ?? [];
  return all.filter((checked) => placeIn(checked) !== placeIn(asking));
}

/** The other one in words. */
function beside({ inputs }: Checked, other: Checked): string {
  const [, theirs] = toldApart(other.definition, inputs, other.inputs);
  return theirs;
}

/** Names of the inputs that differ in meaning; one that is not known yet may be equal. */
function differingInputs(one: Checked, other: Checked): readonly string[] {
  const { definition } = one;
  const [left = {}, right = {}] = [one, other].map(({ inputs }) =>
    platformInputs(definition, inputs),
  );
  return Object.keys({ ...left, ...right }).filter((name) => {
    if (name === "name" && (isGenerated(one) || isGenerated(other))) return false;
    if (containsUnknown([left[name], right[name]])) return false;
    return !new Input(definition, name).isSame(left[name], right[name]);
  });
}

/** False for a list or a size that only grows. */
function canChangeBack(name: string, { definition, inputs }: Checked, other: Checked): boolean {
  const { forbid } = definition.changes[name] ?? {};
  const [mine, theirs] = [inputs[name], other.inputs[name]];
  const refused = [forbid?.(mine, theirs, inputs), forbid?.(theirs, mine, other.inputs)];
  return refused.every((reason) => reason === undefined);
}

function isGenerated({ inputs }: Checked): boolean {
  return inputs[hidden.generatedName] === true;
}

function willMake({ inputs, isNew }: Checked): boolean {
  return isNew === true && inputs["adopt"] === undefined;
}

function placeIn({ definition, inputs }: Checked): string {
  return JSON.stringify(placeOf(definition, inputs));
}
