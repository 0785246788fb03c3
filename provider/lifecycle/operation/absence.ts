import { HostingError } from "../../errors.ts";
import { isSaidToBeGone, wordFor } from "./by-hand.ts";
import type { Operation } from "./operation.ts";

/**
 * Refuses to believe an empty list by which several objects vanish at once: a platform that shows
 * nothing is likelier than a mass deletion.
 *
 * @throws HostingError that names the way out when they were all deleted by hand.
 */
export function refuseMassAbsence(
  { context, definition, subject }: Operation,
  id: string,
  missing: readonly string[],
): void {
  if (missing.length < 2 || isSaidToBeGone(context, definition, id)) return;
  const isShort = missing.length <= shownIds;
  const words = isShort ? missing.map((one) => wordFor(definition, one)).join(",") : "<ids>";
  const more = isShort ? "" : " (`pulumi stack --show-ids` lists them)";
  throw new HostingError(
    "platform",
    `${subject} (${id}) and all others of its kind are missing from an empty list, so nothing was removed from the state. Run the command again later, or, if they were deleted on purpose, with HOSTING_DELETED_BY_HAND=${words}${more}.`,
  );
}

/** How many ids a message holds. */
const shownIds = 2;
