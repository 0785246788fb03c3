import { z } from "zod";
import { isPathSegment } from "../../../contract/ids.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { hidden } from "./state.ts";
import { withArticle } from "./subject.ts";

/** A resource that is in the state without anyone knowing whether it exists. */
export interface Unresolved {
  readonly id: string;
  readonly state: Props;
}

const idPrefix = "unresolved-";

/** True for the id of a create whose outcome is unknown. */
export function isUnresolved(id: string): boolean {
  return id.startsWith(idPrefix);
}

/** The id that stands for what the create made, if it made anything. */
export function unresolvedId(token: string): string {
  return `${idPrefix}${token}`;
}

/** Names the create that an unresolved resource stands for. */
export function tokenOf(id: string): string {
  return id.slice(idPrefix.length);
}

const Remembered = z.object({
  applied: z.boolean(),
  settlesAt: z.number(),
  at: z.number(),
  mayBeTaken: z.boolean().optional(),
});

/** What the state remembers of the doubt; `at` is when it came up. */
export function rememberedIn(state: Props): z.output<typeof Remembered> {
  const known = Remembered.safeParse(state[hidden.unresolved]);
  return known.success ? known.data : { applied: false, settlesAt: 0, at: 0 };
}

/** What HOSTING_FORGET_UNRESOLVED takes: one doubt, so that a later one of the same create is not meant. */
export function doubtName(token: string, at: number): string {
  return `${token}-${at.toString(36)}`;
}

/** What its user does to end a doubt; `others` are ids of what is known to be somebody else's. */
export function wayOut(
  definition: Pick<Definition, "noun">,
  doubt: Unresolved,
  others: readonly string[] = [],
): string {
  const first = lookFirst(definition, doubt, others);
  const { name } = doubt.state;
  // Where the platform shows no ids, only a name that can stand in a path leads to it.
  if (typeof name === "string" && !isPathSegment(name)) {
    return `${first}: adopt its id; if it has none, delete it, take a name of a-z, 0-9 and -, and run ${settingFor(doubt)} pulumi up.`;
  }
  return `${first}: if there, set adopt to its id; if not, run ${settingFor(doubt)} pulumi up.`;
}

/** The same for what is to be deleted. */
export function wayToDelete(
  definition: Pick<Definition, "noun">,
  doubt: Unresolved,
  others: readonly string[],
): string {
  return `${lookFirst(definition, doubt, others)}: delete it if there, then run again with ${settingFor(doubt)} set.`;
}

function lookFirst(
  { noun }: Pick<Definition, "noun">,
  { state }: Unresolved,
  others: readonly string[],
): string {
  const { name, region, [hidden.generatedName]: isGenerated } = state;
  const place = typeof region === "string" ? ` in region "${region}"` : "";
  // With two of them there is no room for the place, which the program has.
  const what = others.length > 1 ? "one" : `${withArticle(noun)}${place}`;
  // Nothing else tells two apart that have no names, or one that the user gave both.
  const but = others.length === 0 ? "" : ` besides ${others.slice(0, 2).join(" and ")}`;
  const called = typeof name === "string" ? `"${name}"` : what;
  const which = isGenerated === true ? called : `${called}${but}`;
  const from = new Date(rememberedIn(state).settlesAt).toISOString().slice(11, 19);
  return `After ${from} UTC look in the console for ${which}`;
}

function settingFor({ id, state }: Unresolved): string {
  return `HOSTING_FORGET_UNRESOLVED=${doubtName(tokenOf(id), rememberedIn(state).at)}`;
}
