import type { Definition, Props } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { hidden, isRecord } from "../state/state.ts";

/** `volume "data"`: how messages name an object; the logical name is what people know. */
export function subjectOf(definition: Definition, props: Props): string {
  const identity = props[hidden.identity];
  const logical = isRecord(identity) ? identity["name"] : undefined;
  const name = typeof logical === "string" ? logical : props["name"];
  return typeof name === "string" ? `${definition.noun} "${name}"` : withArticle(definition.noun);
}

/** The word with "a", or "an" before a vowel; no noun here sounds otherwise than it is spelt. */
export function withArticle(noun: string): string {
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** The same error, which says first which object it is about. */
export function withSubject(error: unknown, subject: string): unknown {
  if (!HostingError.isInstance(error) || error.message.startsWith(subject)) return error;
  return error.reworded(`${subject}: ${error.message}`);
}
