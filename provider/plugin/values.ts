import type { Definition } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { hidden, isRecord } from "../lifecycle/state/state.ts";

/** The key by which Pulumi's messages tag a value that is more than JSON. */
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** A value without secret signatures in it. */
function revealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revealed);
  if (!isRecord(value)) return value;
  if (isSecret(value)) return revealed(value["value"]);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revealed(item)]));
}

/** The same for the properties of a resource. */
export function revealedProps(props: Props): Props {
  return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, revealed(value)]));
}

/** Hidden properties that hold values of inputs, by the names of these. */
const valuesOfInputs: readonly string[] = [hidden.drifted, hidden.found, hidden.shown];

/**
 * The properties with secret signatures: on the secrets of the class, and on what is a secret in
 * the properties they follow from.
 */
export function withMarks(definition: Definition, props: Props, from: readonly Props[]): Props {
  const entries = Object.entries(props).map(([name, value]) => {
    if (definition.secrets.includes(name)) return [name, secret(value)];
    if (valuesOfInputs.includes(name) && isRecord(value)) {
      return [name, withMarks(definition, value, from)];
    }
    return [name, from.reduce((marked: unknown, one) => markedLike(marked, one[name]), value)];
  });
  return Object.fromEntries(entries);
}

/** A value made secret where the other one is; a list that contains a secret is a secret as a whole. */
function markedLike(value: unknown, other: unknown): unknown {
  if (isSecret(value)) return value;
  if (isRecord(value) && isRecord(other) && !isSecret(other)) {
    const entries = Object.entries(value).map(([key, item]) => [key, markedLike(item, other[key])]);
    return Object.fromEntries(entries);
  }
  return holdsSecret(other) ? secret(value) : value;
}

function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}

function isSecret(value: unknown): boolean {
  return isRecord(value) && value[signature] === secretSignature;
}

function secret(value: unknown): Props {
  return { [signature]: secretSignature, value };
}
