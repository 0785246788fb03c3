import type { Kind } from "../../../contract/endpoints.ts";
import { innerKinds } from "../../../contract/ids.ts";
import { HostingError } from "../../errors.ts";
import type { Context } from "../operation/context.ts";
import type { OperationSession } from "../operation/session.ts";

/** The engine reads objects side by side: those of the same kind begin within this time. */
const othersMilliseconds = 2_000;

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
  while (roll.missing(collection) > 0 && (clock.now() < others || roll.isOpen(collection))) {
    await session.pause(othersMilliseconds, "a look at others of its kind");
  }
  if (roll.missing(collection) > 1) throw massAbsence(session.subject, id);
}

function massAbsence(subject: string, id: string): HostingError {
  return new HostingError(
    "platform",
    `${subject} (${id}) is missing on the platform, and so is every other one of its kind that was looked for. Its state is kept: the key may belong to another account or organization. Check HOSTING_API_KEY and the addresses; if they were all deleted by hand, run again with HOSTING_DELETED_BY_HAND set to their ids, separated by commas (\`pulumi stack --show-ids\` lists them).`,
  );
}
