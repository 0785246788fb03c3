import type { z } from "zod";
import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";

/** Properties that users do not write; Pulumi hides keys that begin with two underscores. */
export const hidden = {
  /** The program of the provider process; kept in every state. */
  provider: "__provider",
  /** Organization, project, stack and logical name: input. */
  identity: "__identity",
  /** Name of the resource in Pulumi's display: input; an older state has none. */
  urn: "__urn",
  /** True when `name` was left out: input. */
  generatedName: "__generatedName",
  /** `opts.customTimeouts`: input. */
  timeouts: "__timeouts",
  /** Names of the inputs that the program keeps secret, where there are any: input. */
  secrets: "__secrets",
  /** Names of the inputs whose values a refresh found on the platform: input. */
  foundInputs: "__foundInputs",
  /** Set by the static `get`: input. */
  lookup: "__lookup",
  /** The platform the object lives on: output. */
  world: "__world",
  /** Fingerprint of the key that saw the object last: output. */
  seenBy: "__seenBy",
  /** Fingerprints of the other keys that saw it: output. */
  seenBefore: "__seenBefore",
  /** Routes the spec does not show that are known to work, or not to exist: output. */
  routes: "__routes",
  /** Names of the inputs that the platform showed as they were declared: output. */
  echoes: "__echoes",
  /** Values of inputs that the platform spells differently: output. States of 0.1.0 have none. */
  shown: "__shown",
  /** Declared values of inputs that were changed on the platform, and that the next `up` puts back: output. */
  drifted: "__drifted",
  /** Values found on the platform that no `up` puts back: output. */
  found: "__found",
  /** The error of an operation that was left half-way, which the next one finishes: output. */
  unfinished: "__unfinished",
  /** Facts about a create whose outcome is unknown: output. */
  unresolved: "__unresolved",
} as const;

const hiddenInputs: readonly string[] = [
  hidden.provider,
  hidden.identity,
  hidden.urn,
  hidden.generatedName,
  hidden.timeouts,
  hidden.secrets,
  hidden.foundInputs,
];

/** Hidden properties that hold values of inputs, by the names of these. */
export const inputValueMaps: readonly string[] = [hidden.drifted, hidden.found, hidden.shown];

/** Inputs every class takes besides its own. */
export const controlInputs: readonly string[] = ["adopt", "timeouts"];

/** Names of a class's own inputs. */
export function inputNames(definition: Definition): readonly string[] {
  return Object.keys(definition.inputs.shape);
}

/** True for a class whose objects have names. */
export function isNamed({ inputs }: Pick<Definition, "inputs">): boolean {
  return "name" in inputs.shape;
}

/** The inputs among the properties of a state, hidden ones included. */
export function pickInputs(definition: Definition, state: Props): Record<string, unknown> {
  return pick(state, [
    ...inputNames(definition),
    ...controlInputs,
    ...hiddenInputs,
    ...definition.hiddenInputs,
  ]);
}

/** Facts about an object that operations leave for later ones. */
export function pickHidden(state: Props): Record<string, unknown> {
  return pick(
    state,
    Object.values(hidden).filter((name) => !hiddenInputs.includes(name)),
  );
}

/** The class's own inputs that travel to the platform. */
export function platformInputs(definition: Definition, inputs: Props): Record<string, unknown> {
  return pick(
    inputs,
    inputNames(definition).filter((name) => travels(definition, name)),
  );
}

/** Inputs whose change makes another object, because they distinguish creates: no secret is kept. */
export function replacingInputs(definition: Definition, inputs: Props): Props {
  const { changes, secrets } = definition;
  const replacing = Object.entries(platformInputs(definition, inputs)).filter(([name]) => {
    const on = changes[name]?.on;
    return !secrets.includes(name) && (on === "replace" || on === "refuse");
  });
  return Object.fromEntries(replacing);
}

/** The class's own inputs that the state keeps for a later operation, and no request has. */
export function storedInputs(definition: Definition, inputs: Props): Record<string, unknown> {
  const { changes } = definition;
  return pick(
    inputs,
    inputNames(definition).filter((name) => changes[name]?.on === "store"),
  );
}

function travels({ changes }: Definition, name: string): boolean {
  return changes[name]?.on !== "ignore" && changes[name]?.on !== "store";
}

/**
 * Outputs a look showed; a value of another type than documented is left out, and so is what only the
 * create shows: a later answer may have stars in its place.
 */
export function pickOutputs(definition: Definition, observed: Observed): Record<string, unknown> {
  const { outputs, shownOnce } = definition;
  return pick(
    pickShape(outputs, observed),
    Object.keys(outputs.shape).filter((name) => !shownOnce.includes(name)),
  );
}

/** Outputs that the answer to a create showed and no other will. */
export function pickShownOnce(definition: Definition, answer: Observed): Record<string, unknown> {
  return pick(pickShape(definition.outputs, answer), definition.shownOnce);
}

/** The properties of a shape that an answer showed in the type they should have. */
export function pickShape<S extends z.ZodObject>(
  schema: S,
  observed: Observed,
): Partial<z.output<S>> {
  const picked = Object.entries(schema.shape).flatMap(([name, property]) => {
    const parsed = observed[name] == null ? undefined : safeParse(property, observed[name]);
    return parsed === undefined ? [] : [[name, parsed]];
  });
  return Object.fromEntries(picked);
}

/** Routes that a state knows to work or not to exist, e.g. `GET /v1/volumes/{volume_id}` → `works`. */
export function learnedRoutes(state: Props): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record(state[hidden.routes])).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/** A record among hidden properties; empty where there is none. */
export function record(value: unknown): Props {
  return isRecord(value) ? value : {};
}

/** The strings of a list among hidden properties. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Equality of plain JSON values. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => deepEqual(item, right[at]));
  }
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => deepEqual(left[key], right[key]));
}

/** A value with the keys of every object in order, so that equal inputs hash equally. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([key, item]) => [key, sorted(item)]);
}

/** True for objects that are not lists. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Some of the properties, as far as they are set. */
export function pick(from: Props, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]),
  );
}

function safeParse(schema: unknown, value: unknown): unknown {
  if (!isSchema(schema)) return undefined;
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "safeParse" in value;
}
