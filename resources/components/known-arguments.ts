import * as pulumi from "@pulumi/pulumi";
import { suggestion } from "../../contract/values/nearest.ts";

/** The arguments of a component by name; the compiler sees that none is missing, and the type of each. */
export interface Known<A = unknown, T = unknown> {
  readonly args: Names<A>;
  /** Children that `transform` can adjust. */
  readonly transform: Readonly<Record<KeyOf<T>, true>>;
}

/** The names of `A`, in whichever shape it is given, with what each one has to be when the program runs. */
type Names<A> = { readonly [K in KeyOf<A>]: Kind<NonNullable<ValueOf<A, K>>> };
type KeyOf<A> = A extends unknown ? keyof A : never;
type ValueOf<A, K> = A extends unknown ? (K extends keyof A ? A[K] : never) : never;

/** `true`: checked by the class of the child, and may be an output. */
type Kind<V> = [Extract<V, PromiseLike<unknown>>] extends [never]
  ? [V] extends [boolean]
    ? "boolean"
    : [V] extends [number]
      ? "number"
      : [V] extends [string]
        ? "string"
        : false extends V
          ? "objectOrFalse"
          : "object"
  : true;

/** How each kind is recognised, and where a program may have one from before it runs. */
const kinds: Readonly<Record<string, readonly [told: string, from: string]>> = {
  boolean: ["true or false", ", for instance of config.getBoolean"],
  number: ["a number", ", for instance of config.getNumber"],
  string: ["a text", ", for instance of config.get"],
  object: ["an object", ""],
  objectOrFalse: ["an object or false", ""],
};

/**
 * Refuses what a component would ignore: programs in JavaScript have no compiler that does.
 *
 * @throws RunError for arguments that are no object, for a name that is none of the known ones, and for
 *   a value that is not what the program has to know when it runs: an output would count as true.
 */
export function refuseUnknown(component: string, args: unknown, known: Known): void {
  if (typeof args !== "object" || args === null || pulumi.Output.isInstance(args)) {
    throw new pulumi.RunError(`The arguments of ${component} must be an object; nothing was made.`);
  }
  refuseExtra(component, "argument", { given: args, known: known.args });
  for (const [name, kind] of Object.entries(known.args)) {
    refuseOther(`${component} was not made: ${name}`, String(kind), Reflect.get(args, name));
  }
  const transform: unknown = Reflect.get(args, "transform") ?? {};
  refuseExtra(component, "transform", { given: Object(transform), known: known.transform });
  for (const [name, value] of Object.entries(Object(transform))) {
    if (typeof value === "function") continue;
    refuseOther(`${component} was not made: transform.${name}`, "object", value);
  }
}

function refuseOther(what: string, kind: string, value: unknown): void {
  const [told, from] = kinds[kind] ?? [];
  if (told === undefined || value === undefined) return;
  const isOutput = comesLater(value);
  if (!isOutput && isOfKind(kind, value)) return;
  const given = isOutput ? "an output" : shapeOf(value);
  throw new pulumi.RunError(
    `${what} must be ${told} when the program runs, not ${given}. Give it a value that the program has${from}.`,
  );
}

function isOfKind(kind: string, value: unknown): boolean {
  if (kind === "objectOrFalse" && value === false) return true;
  return value !== null && kind.startsWith(typeof value);
}

/** True for an output and for a promise, of which Pulumi would see nothing, or something else. */
export function comesLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

function shapeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function refuseExtra(
  component: string,
  what: string,
  { given, known }: { given: object; known: object },
): void {
  const extra = Object.entries(given).find(
    ([name, value]) => value !== undefined && !Object.hasOwn(known, name),
  );
  if (extra === undefined) return;
  const [name] = extra;
  throw new pulumi.RunError(
    `${component} has no ${what} ${name}; ${suggestion(name, Object.keys(known))}`,
  );
}

/** The transforms among those given that a component inside takes. */
export function picked<T extends object, K extends keyof T>(
  given: T,
  names: Readonly<Record<K, true>>,
): Partial<Pick<T, K>> {
  const taken: Partial<Pick<T, K>> = {};
  for (const name in names) if (Object.hasOwn(given, name)) taken[name] = given[name];
  return taken;
}
