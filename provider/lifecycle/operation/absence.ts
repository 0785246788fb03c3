import { innerKinds } from "../../../contract/ids.ts";
import { HostingError } from "../../errors.ts";
import type { Operation } from "./operation.ts";

/**
 * Refuses to believe that an object is gone while every other one of its collection that this run
 * looked for is missing as well: a wrong key or organization is likelier than a mass deletion.
 *
 * @throws HostingError that names the way out when they were all deleted by hand.
 */
export async function refuseMassAbsence(operation: Operation, id: string): Promise<void> {
  const { context, definition, deadline, routes, subject, waiting } = operation;
  const { clock, deletedByHand, memory } = context;
  if (deletedByHand.includes(id)) return;
  const collection = routes.collection(definition.kind);
  // What goes with an object is no second one that is missing.
  const owner = innerKinds.has(definition.kind) ? id.slice(0, id.indexOf("/")) : id;
  memory.noteMissing(collection, owner);
  const othersAt = deadline.startedAt + othersMilliseconds;
  const mayOthersCome = () => clock.now() < othersAt || memory.mayStillShow(collection);
  while (memory.allMissing(collection).length > 0 && mayOthersCome()) {
    await waiting.pause(othersMilliseconds, "what is found of others of its kind");
  }
  const missing = memory.allMissing(collection);
  if (missing.length > 1) throw massAbsence(subject, id, missing);
}

/** The engine reads objects side by side: those of the same kind begin within this time. */
const othersMilliseconds = 2_000;

/** How many ids a message holds. */
const shownIds = 4;

function massAbsence(subject: string, id: string, missing: readonly string[]): HostingError {
  const isShort = missing.length <= shownIds;
  const ids = isShort ? missing.join(",") : "<ids>";
  const more = isShort ? "" : " (`pulumi stack --show-ids` lists them)";
  return new HostingError(
    "platform",
    `${subject} (${id}) and all others of its kind are missing, so nothing was removed from the state. Usually the key belongs to another account: check hosting:apiKey. Deleted on purpose? Run again with HOSTING_DELETED_BY_HAND=${ids}${more}.`,
  );
}
