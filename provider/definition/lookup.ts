import type { z } from "zod";
import type { Endpoint } from "../../contract/endpoints.ts";
import { suggestion } from "../../contract/values/nearest.ts";
import { HostingError } from "../errors.ts";
import type { Definition } from "./definition.ts";

/** One question to the platform that programs may ask. */
export interface LookupDefinition<S extends z.ZodObject = z.ZodObject> {
  /** Area of what it is about, as in the types of classes: `network`. */
  readonly area: string;
  /** Its name in programs: `getNetworks`. */
  readonly name: string;
  /** Its only argument, and the placeholder of the path that it fills. */
  readonly argument?: { readonly name: string; readonly fills: string };
  /** The name of the list in its result; without it the result is one object. */
  readonly list?: string;
  readonly endpoint: Endpoint;
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

/** @throws HostingError `input` for an argument that the lookup does not know: it would answer as if it were not there. */
export function refuseUnknownArguments(
  { name, argument }: Pick<LookupDefinition, "name" | "argument">,
  args: Readonly<Record<string, unknown>>,
): void {
  const known = argument === undefined ? [] : [argument.name];
  const [unknown] = Object.keys(args).filter((key) => args[key] != null && !known.includes(key));
  if (unknown === undefined) return;
  throw new HostingError(
    "input",
    `${name} asked for nothing: ${unknown} is not an argument of it (${suggestion(unknown, known)}).`,
  );
}
