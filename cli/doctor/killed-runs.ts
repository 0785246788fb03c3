import { join } from "node:path";
import { type OpenCreate, openCreatesIn } from "../../provider/connection/open-creates.ts";
import { statePath } from "../../provider/connection/state-directory.ts";
import { rememberedIn, unresolvedId } from "../../provider/lifecycle/create/unresolved.ts";
import { journalWorld } from "../../provider/lifecycle/identity/world.ts";
import { hidden } from "../../provider/lifecycle/state/state.ts";
import { type Examined, isOfProject } from "./examined.ts";
import { nounIn, nounOf } from "./own-types.ts";

/** Where this machine notes what its runs make. */
export function journalFile({ terminal }: Examined): string {
  return join(statePath(terminal.env), "intents.db");
}

/**
 * Creates that killed runs of this machine left and no later one asked about, and those that a run of what is looked at
 * has under way, or had a moment ago.
 *
 * @throws Error when the journal cannot be read.
 */
export function openCreates(examined: Examined): readonly OpenCreate[] {
  return openCreatesIn(journalFile(examined), Date.now()).filter(
    (create) => !create.isUnderWay || isLookedAt(examined, create),
  );
}

/**
 * The same without those a state has as unresolved; none where the journal cannot be read, which
 * its own check reports.
 */
export function killedCreates(examined: Examined): readonly OpenCreate[] {
  try {
    return openCreates(examined).filter((create) => !isInDoubt(examined, create));
  } catch {
    return [];
  }
}

/**
 * True if the stack's state already has this unresolved create, with the ways out of it. Creates
 * sent after it was resolved do not count.
 */
export function isInDoubt({ state }: Examined, { token, id, at }: OpenCreate): boolean {
  if (state === undefined || id !== undefined) return false;
  return state.ours.some((resource) => {
    return resource.id === unresolvedId(token) && at <= rememberedIn(resource.outputs ?? {}).at;
  });
}

/** Creates of killed runs of the stack whose outcome its state lacks. */
export function openHere(examined: Examined): readonly OpenCreate[] {
  return killedCreates(examined).filter(
    (create) => isOfStack(examined, create) && !hasInState(examined, create),
  );
}

/** True for a create of the stack, or, without one, of the project. */
function isLookedAt(examined: Examined, create: OpenCreate): boolean {
  if (examined.stack !== undefined) return isOfStack(examined, create);
  return isOfProject(examined, create.directory);
}

/** True for what a run of the stack that is looked at noted. */
export function isOfStack(examined: Examined, create: OpenCreate): boolean {
  const { stack } = examined;
  if (stack === undefined || !isOfProject(examined, create.directory)) return false;
  const names = stack.split("/");
  const organization = names.length > 1 ? names[0] : undefined;
  const isOfOrganization = [undefined, create.organization].includes(organization);
  return create.stack === names.at(-1) && isOfOrganization;
}

/** True when the stack's state has what was made: a killed run cannot tell the journal that it was stored. */
export function hasInState(
  { state }: Examined,
  { id, subject, world }: Pick<OpenCreate, "id" | "subject" | "world">,
): boolean {
  if (state === undefined || id === undefined) return false;
  return state.ours.some((resource) => {
    const made = resource.outputs?.[hidden.world];
    const isThere = typeof made !== "string" || journalWorld(made) === world;
    // An assignment has the id of its address.
    return resource.id === id && isThere && nounOf(resource) === nounIn(subject);
  });
}
