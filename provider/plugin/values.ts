import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { hidden, isRecord, strings } from "../lifecycle/record/state.ts";
import { isMarked, secret, withHiddenMarks } from "../process/marks.ts";

/** A value without secret signatures in it. */
function revealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revealed);
  if (!isRecord(value)) return value;
  if (isMarked(value)) return revealed(value["value"]);
  return revealedProps(value);
}

/** The properties of a resource without secret signatures in their values. */
export function revealedProps(props: Props): Props {
  return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, revealed(value)]));
}

/**
 * Properties without secret signatures, and the names of the inputs that are secret in them or in other properties of
 * the resource: a class adds these names to a dynamic resource, so a state that was made by one has them.
 */
export function declaredProps(props: Props, ...others: readonly Props[]): Props {
  const marked = [props, ...others].flatMap((one) =>
    Object.keys(one).filter((name) => !name.startsWith("__") && holdsSecret(one[name])),
  );
  const names = [...new Set([...strings(props[hidden.secrets]), ...marked])];
  return { ...revealedProps(props), ...(names.length > 0 && { [hidden.secrets]: names }) };
}

/**
 * The properties with secret signatures: on the secrets of the class, and on what is a secret in
 * the properties they follow from. Which inputs are secret, each request says.
 */
export function withMarks(definition: Definition, props: Props, from: readonly Props[]): Props {
  const { [hidden.secrets]: _said, ...marked } = withHiddenMarks(definition, props);
  const entries = Object.entries(marked).map(([name, value]) => {
    if (definition.secrets.includes(name)) return [name, secret(value)];
    return [name, from.reduce((made: unknown, one) => markedLike(made, one[name]), value)];
  });
  return Object.fromEntries(entries);
}

/** A value made secret where the other one is; a list that contains a secret is a secret as a whole. */
function markedLike(value: unknown, other: unknown): unknown {
  if (isMarked(value)) return value;
  if (isRecord(value) && isRecord(other) && !isMarked(other)) {
    const entries = Object.entries(value).map(([key, item]) => [key, markedLike(item, other[key])]);
    return Object.fromEntries(entries);
  }
  return holdsSecret(other) ? secret(value) : value;
}

function holdsSecret(value: unknown): boolean {
  if (isMarked(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}
