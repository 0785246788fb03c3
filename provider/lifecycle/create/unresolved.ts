import { z } from "zod";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { withArticle } from "../identity/subject.ts";
import { hidden } from "../record/state.ts";

/** A resource in the state of which nobody knows whether it exists (rule 6). */
export interface Unresolved {
  readonly id: string;
  readonly state: Props;
}

const idPrefix = "unresolved-";

/** True for the id of a create whose outcome is unknown. */
export function isUnresolved(id: string): boolean {
  return id.startsWith(idPrefix);
}

/** The id that stands for the object that the create made, if it made one. */
export function unresolvedId(token: string): string {
  return `${idPrefix}${token}`;
}

/** The token of the create that an unresolved resource stands for. */
export function tokenOfCreate(id: string): string {
  return id.slice(idPrefix.length);
}

const Remembered = z.object({ applied: z.boolean(), settlesAt: z.number(), at: z.number() });

/** The state's record of the create; `at` is when its outcome was found to be unknown. */
export function rememberedIn(state: Props): z.output<typeof Remembered> {
  const known = Remembered.safeParse(state[hidden.unresolved]);
  return known.success ? known.data : { applied: false, settlesAt: 0, at: 0 };
}

/** The name of one create that HOSTING_FORGET_UNRESOLVED takes: a later one with the same token is not meant. */
export function createName(token: string, at: number): string {
  return `${token}-${at.toString(36)}`;
}

/** How its user ends an unresolved create. */
export function wayOut(definition: Pick<Definition, "noun">, unresolved: Unresolved): string {
  return `${lookFirst(definition, unresolved)}: if there, set adopt to its id; if not, run ${forgetSetting(unresolved)} pulumi up.`;
}

/** How its user ends an unresolved create that is to be deleted. */
export function wayToDelete(definition: Pick<Definition, "noun">, unresolved: Unresolved): string {
  return `${lookFirst(definition, unresolved)}: delete it if there, then run again with ${forgetSetting(unresolved)} set.`;
}

function lookFirst({ noun }: Pick<Definition, "noun">, { state }: Unresolved): string {
  const { name, region } = state;
  const place = typeof region === "string" ? ` in region "${region}"` : "";
  const called = typeof name === "string" ? `"${name}"` : `${withArticle(noun)}${place}`;
  const from = new Date(rememberedIn(state).settlesAt).toISOString().slice(11, 19);
  return `After ${from} UTC look in the console for ${called}`;
}

function forgetSetting({ id, state }: Unresolved): string {
  return `HOSTING_FORGET_UNRESOLVED=${createName(tokenOfCreate(id), rememberedIn(state).at)}`;
}
