import type { Kind } from "../../../contract/endpoints.ts";
import { innerKinds } from "../../../contract/ids.ts";
import { HostingError } from "../../errors.ts";
import type { Context } from "./context.ts";
import type { OperationSession } from "./session.ts";

/** The engine reads objects side by side: those of the same kind begin within this time. */
const othersMilliseconds = 2_000;

/** How many ids a message holds. */
const shownIds = 4;

/**
 * Refuses to believe that an object is gone while every other one of its collection that this run
 * looked for is missing as well: a wrong key or organization is likelier than a mass deletion.
 *
 * @throws HostingError that names the way out when they were all deleted by hand.
 */
export async function refuseMassAbsence(
  context: Context,
  session: OperationSession,
  { kind, id }: { kind: Kind; id: string },
): Promise<void> {
  if (context.deletedByHand.includes(id)) return;
  const { clock, roll } = context;
  const collection = session.collection(kind);
  // What goes with an object is no second one that is missing.
  roll.noteAbsent(collection, innerKinds.has(kind) ? id.slice(0, id.indexOf("/")) : id);
  const others = session.startedAt + othersMilliseconds;
  while (roll.missing(collection).length > 0 && (clock.now() < others || roll.isOpen(collection))) {
    await session.pause(othersMilliseconds, "what is found of others of its kind");
  }
  const missing = roll.missing(collection);
  if (missing.length > 1) throw massAbsence(session.subject, id, missing);
}

function massAbsence(subject: string, id: string, missing: readonly string[]): HostingError {
  const isShort = missing.length <= shownIds;
  const ids = isShort ? missing.join(",") : "<ids>";
  const more = isShort ? "" : " (`pulumi stack --show-ids` lists them)";
  return new HostingError(
    "platform",
    `${subject} (${id}) and all others of its kind are missing, so nothing was removed from the state. Usually the key belongs to another account: check hosting:apiKey. Deleted on purpose? Run again with HOSTING_DELETED_BY_HAND=${ids}${more}.`,
  );
}
