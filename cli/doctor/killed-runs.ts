import type { OpenCreate } from "../../provider/connection/open-creates.ts";
import { rememberedIn, unresolvedId } from "../../provider/lifecycle/create/unresolved.ts";
import { type Examined, isOfProject } from "./examined.ts";
import { hasMade } from "./stack-state.ts";

/**
 * Creates of earlier runs whose outcome no state has that was read, and those that a run of the stack or project has
 * under way, or had a moment ago. Of another project's, one whose run ended in good order is left to the states there.
 */
export function openCreates(examined: Examined): readonly OpenCreate[] {
  return examined.creates.filter((create) => {
    if (isInDoubt(examined, create) || isMade(examined, create)) return false;
    if (create.isUnderWay) return isLookedAt(examined, create);
    return !create.hasRunEnded || isOfProject(examined, create.directory);
  });
}

/** Those of them that runs of the project left which did not end in good order. */
export function killedCreates(examined: Examined): readonly OpenCreate[] {
  return openCreates(examined).filter(
    ({ directory, hasRunEnded }) => !hasRunEnded && isOfProject(examined, directory),
  );
}

/** Those of the stack. */
export function openHere(examined: Examined): readonly OpenCreate[] {
  return killedCreates(examined).filter((create) => isOfStack(examined, create));
}

/** True for a create of the stack by the words of the user, like `acme/shop/dev`. */
export function isOfStack({ stack }: Examined, create: OpenCreate): boolean {
  if (stack === undefined) return false;
  const names = stack.split("/");
  const organization = names.length > 1 ? names[0] : undefined;
  const isOfOrganization = [undefined, create.organization].includes(organization);
  return create.stack === names.at(-1) && isOfOrganization;
}

/**
 * True if the stack's state already has this unresolved create, with the ways out of it. Creates
 * sent after it was resolved do not count.
 */
function isInDoubt({ state }: Examined, { token, id, at }: OpenCreate): boolean {
  if (state === undefined || id !== undefined) return false;
  return state.ours.some((resource) => {
    return resource.id === unresolvedId(token) && at <= rememberedIn(resource.outputs ?? {}).at;
  });
}

function isMade({ states }: Examined, create: OpenCreate): boolean {
  return [...states.read.values()].some((state) => hasMade(state, create));
}

/** True for a create of the stack, or, without one, of the project. */
function isLookedAt(examined: Examined, create: OpenCreate): boolean {
  const isHere = isOfProject(examined, create.directory);
  return isHere && (examined.stack === undefined || isOfStack(examined, create));
}
