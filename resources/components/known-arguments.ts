import * as pulumi from "@pulumi/pulumi";
import { suggestion } from "../../contract/values/nearest.ts";

/** What a component can be given, by name; the compiler sees that no name is missing. */
export interface Known<A = unknown, T = unknown> {
  readonly args: Names<A>;
  /** Children that `transform` can adjust. */
  readonly transform: Names<T>;
}

/** The names of `A`, in whichever shape it is given. */
type Names<A> = Readonly<Record<A extends unknown ? keyof A : never, true>>;

/**
 * Refuses what a component would ignore: programs in JavaScript have no compiler that does.
 *
 * @throws RunError for arguments that are no object, and for a name that is none of the known ones.
 */
export function refuseUnknown(component: string, args: unknown, known: Known): void {
  if (typeof args !== "object" || args === null || pulumi.Output.isInstance(args)) {
    throw new pulumi.RunError(`The arguments of ${component} must be an object; nothing was made.`);
  }
  refuseStranger(component, "argument", { given: args, known: known.args });
  const transform: unknown = Reflect.get(args, "transform") ?? {};
  refuseStranger(component, "transform", { given: Object(transform), known: known.transform });
}

function refuseStranger(
  component: string,
  what: string,
  { given, known }: { given: object; known: object },
): void {
  const stranger = Object.entries(given).find(
    ([name, value]) => value !== undefined && !Object.hasOwn(known, name),
  );
  if (stranger === undefined) return;
  const [name] = stranger;
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
