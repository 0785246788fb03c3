import { isUnknown } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { type About, type Display, Messages, withoutMiddle } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import { isSecret, scrubOf } from "../record/secrets.ts";
import { hidden, isRecord, sorted } from "../record/state.ts";

/** `volume "data"`: how messages name an object; the logical name is what people know. */
export function subjectOf(definition: Definition, props: Props): string {
  const identity = props[hidden.identity];
  const logical = isRecord(identity) ? identity["name"] : undefined;
  const name = typeof logical === "string" ? logical : shownName(definition, props);
  if (typeof name !== "string") return withArticle(definition.noun);
  return `${definition.noun} "${withoutMiddle(name, longestName)}"`;
}

/**
 * Two declarations in words that tell them apart: where their names are equal, the types of their parents are not.
 */
export function toldApart(
  definition: Definition,
  one: Props,
  other: Props,
): readonly [string, string] {
  const [first, second] = [subjectOf(definition, one), subjectOf(definition, other)];
  if (first !== second) return [first, second];
  return [`${first}${inParents(one)}`, `${second}${inParents(other)}`];
}

function inParents(props: Props): string {
  const parents = parentsOf(props);
  return parents === "" ? "" : ` in ${parents}`;
}

/** The object in words, with the name it has on the platform, by which it is found in the console. */
export function subjectWithName(definition: Definition, props: Props): string {
  const subject = subjectOf(definition, props);
  const name = shownName(definition, props);
  return typeof name !== "string" || subject.includes(name) ? subject : `${subject} (${name})`;
}

/** The name on the platform, where the program does not keep it secret. */
function shownName(definition: Definition, props: Props): unknown {
  return isSecret(definition, "name") ? undefined : props["name"];
}

/** A message has more to say than a long name: Pulumi shows the whole one beside it. */
const longestName = 36;

/** The word with "a", or "an" before a vowel; no noun here sounds otherwise than it is spelt. */
export function withArticle(noun: string): string {
  return /^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** How the user names an object that was deleted: what has its id in another class is not meant. */
export function deletedByHandEntry({ type }: { readonly type: string }, id: string): string {
  return `${type.slice(type.indexOf(":") + 1)}:${id}`;
}

/** An object as messages name it, and where they are shown. */
export function aboutOf(definition: Definition, props: Props): About {
  return { subject: subjectOf(definition, props), urn: urnOf(props) };
}

/** What is shown of an object: nothing of what its program keeps secret. */
export function messagesOf(display: Display, definition: Definition, props: Props): Messages {
  return new Messages(display, aboutOf(definition, props), scrubOf(definition, props));
}

/** The name Pulumi knows a resource by; a state of an older version does not have it. */
export function urnOf(props: Props): string | undefined {
  const urn = props[hidden.urn];
  return typeof urn === "string" && !isUnknown(urn) ? urn : undefined;
}

/** Types of its ancestors, which the rest of its URN does not tell: `my:Web$my:Group`. */
export function parentsOf(props: Props): string {
  const [, , types = ""] = urnOf(props)?.split("::") ?? [];
  return types.slice(0, Math.max(0, types.lastIndexOf("$")));
}

/**
 * The key of a declaration on a platform: two resources of one logical name may have different
 * parents, which the URN alone tells.
 */
export function placeOf(definition: Definition, props: Props): readonly unknown[] {
  const urn = urnOf(props);
  const declared = [definition.type, sorted(props[hidden.identity])];
  return urn === undefined ? declared : [...declared, urn];
}

/** Organization, project and stack of a resource, in one text. */
export function stackOf(props: Props): string {
  const identity = props[hidden.identity];
  const { organization, project, stack } = isRecord(identity) ? identity : {};
  return JSON.stringify([organization, project, stack]);
}

/** An error that says first which object it is about. */
export function withSubject(error: unknown, subject: string): unknown {
  if (!HostingError.isInstance(error) || isAbout(error.message, subject)) return error;
  return error.reworded(`${subject}: ${error.message}`);
}

/** True for a message that begins with the object, whose name may be shortened there. */
function isAbout(message: string, subject: string): boolean {
  const [begin = ""] = message.split("…");
  return message.startsWith(subject) || (begin !== "" && subject.startsWith(begin));
}
