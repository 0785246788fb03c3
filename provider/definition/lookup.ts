import type { z } from "zod";
import type { Kind } from "../../contract/endpoints.ts";
import { suggestion } from "../../contract/values/nearest.ts";
import { HostingError } from "../errors.ts";
import type { Definition } from "./definition.ts";

/** One question to the platform that programs may ask. */
export interface LookupDefinition<S extends z.ZodObject = z.ZodObject> {
  /** Area of what it is about, as in the types of classes: `network`. */
  readonly area: string;
  /** Its name in programs: `getNetworks`. */
  readonly name: string;
  /** The kind that it is about, and the route of it that is asked. */
  readonly kind: Kind;
  readonly verb: "list" | "get";
  /** An argument that is a part of the route's path, and the placeholder that it fills. */
  readonly argument?: { readonly name: string; readonly fills: string };
  /** Arguments of which one names an object of the kind's list. */
  readonly by?: readonly ("id" | "name" | "ip")[];
  /** Optional arguments that leave out objects of a list. */
  readonly filters?: readonly ("name" | "region")[];
  /** The name of the list in its result; without it the result is one object. */
  readonly list?: string;
  /** Adds what an answer says in other words, as the class of the same kind does. */
  readonly interpret?: Definition["interpret"];
  /** Fields of the result; one that the answer lacks, or has in another type, is left out. */
  readonly shape: S;
}

/** Declares a lookup. */
export function defineLookup<S extends z.ZodObject>(
  lookup: LookupDefinition<S>,
): LookupDefinition<S> {
  return lookup;
}

/** Arguments of which exactly one is given; none where the lookup takes none. */
export function choicesOf({ argument, by = [] }: LookupDefinition): readonly string[] {
  return argument === undefined ? by : [argument.name, ...by];
}

/**
 * @throws HostingError `input` for an argument that the lookup does not know: it would answer as if it were not there; and
 * where not exactly one says which object is meant.
 */
export function refuseArguments(
  lookup: LookupDefinition,
  args: Readonly<Record<string, unknown>>,
): void {
  const { name, filters = [] } = lookup;
  const choices = choicesOf(lookup);
  const known = [...choices, ...filters];
  const given = Object.keys(args).filter((key) => args[key] != null);
  const unknown = given.find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw refusal(name, `${unknown} is not an argument of it (${suggestion(unknown, known)})`);
  const texts = given.filter((key) => typeof args[key] === "string" && args[key] !== "");
  const named = choices.filter((key) => texts.includes(key));
  if (named.length > 1) throw refusal(name, `it takes ${named.join(" or ")}, not both`);
  if (named.length < choices.length && named.length === 0)
    throw refusal(name, `it needs ${choices.join(" or ")}`);
  const wrong = given.find((key) => !texts.includes(key));
  if (wrong !== undefined) throw refusal(name, `${wrong} must be a text that is not empty`);
}

function refusal(name: string, problem: string): HostingError {
  return new HostingError("input", `${name} asked for nothing: ${problem}.`);
}
