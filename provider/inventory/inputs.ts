import type { Definition } from "../definition/definition.ts";
import type { Observed, Props } from "../definition/session.ts";
import { Input } from "../lifecycle/record/input.ts";
import { deepEqual, inputNames } from "../lifecycle/record/state.ts";
import { fit, isLeftOut, isOptional } from "./fit.ts";

/** The inputs with which a program says what an object is. */
export interface Said {
  readonly inputs: Props;
  /** Required inputs that no answer shows; secrets are among them. */
  readonly missing: readonly string[];
  /** Inputs whose value on the platform no program can say. */
  readonly unsayable: readonly string[];
  /** Parts of inputs that answers show but a program cannot declare, e.g. `inbound[0].comment`. */
  readonly unsaid: readonly string[];
}

/**
 * The observed object as inputs of its class. Each is what adopting would find unchanged, so
 * that taking the object over sends nothing.
 */
export function inputsOf(definition: Definition, observed: Observed): Said {
  const found = inputNames(definition)
    .filter((name) => isTold(definition, name))
    .map((name) => ({ name, ...look(definition, name, observed[name]) }));
  const chosen = withOneChoice(definition, found);
  const given = chosen.filter(({ is }) => is === "said");
  const said = given.filter(({ name, value }) => !deepEqual(definition.defaults[name], value));
  const isNeeded = (name: string) => isRequired(definition, name);
  const unsayable = chosen.filter(({ is }) => is === "unsayable").map(({ name }) => name);
  return {
    inputs: Object.fromEntries(said.map(({ name, value }) => [name, value])),
    missing: [
      ...chosen.filter(({ name, is }) => is === "unseen" && isNeeded(name)).map(({ name }) => name),
      ...missingChoice(definition, given),
    ],
    unsayable,
    unsaid: given.flatMap(({ name, unsaid = [] }) => unsaid.map((path) => `${name}${path}`)),
  };
}

/** True for an input without which there is no object of the class. */
export function isRequired({ inputs }: Definition, name: string): boolean {
  const schema = inputs.shape[name];
  return schema !== undefined && !isOptional(schema);
}

/** Opt-ins are the user's, and so is a state to keep it in: that of today may be another one tomorrow. */
function isTold({ changes }: Definition, name: string): boolean {
  const change = changes[name];
  return change?.on !== "ignore" && change?.on !== "store" && change?.afterCreate !== true;
}

interface Look {
  readonly is: "said" | "unseen" | "unsayable";
  readonly value?: unknown;
  readonly unsaid?: readonly string[];
}

function look(definition: Definition, name: string, found: unknown): Look {
  const schema = definition.inputs.shape[name];
  // A masked value, if shown at all, is known only to the user.
  if (schema === undefined || isLeftOut(schema, found) || definition.secrets.includes(name)) {
    return { is: "unseen" };
  }
  const fitted = fit(schema, definition.changes[name]?.toInput?.(found) ?? found);
  if (fitted === undefined) return { is: "unsayable" };
  const isTrue = new Input(definition, name).meetsDeclared({ found, declared: fitted.value });
  return isTrue ? { is: "said", ...fitted } : { is: "unsayable" };
}

/** Of inputs of which one must be given, the one that says most: an object rather than a word. */
function withOneChoice<F extends Look & { readonly name: string }>(
  { oneOf }: Definition,
  found: readonly F[],
): readonly F[] {
  const options = found.filter(({ name, is }) => oneOf.includes(name) && is === "said");
  const best = options.find(({ value }) => typeof value === "object") ?? options[0];
  return found.filter((one) => !oneOf.includes(one.name) || one === best);
}

function missingChoice(
  { oneOf }: Definition,
  given: readonly { readonly name: string }[],
): readonly string[] {
  const [first] = oneOf;
  return first === undefined || given.some(({ name }) => oneOf.includes(name)) ? [] : [first];
}
