import { isGone, isGoneOrGoing } from "../../../contract/assumptions.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { newId, paramsOfNew } from "../identity/ids.ts";
import { isCalled, isInRegion } from "../identity/name.ts";
import { isNotFound } from "../lookup/lookup.ts";
import { declarationOf } from "../operation/intent.ts";
import type { Operation } from "../operation/operation.ts";
import { intervalAfter } from "../operation/shared-polls.ts";
import { isNamed } from "../record/state.ts";

/**
 * Rule 7: asks for the list of the kind before anything is sent. So an error can name the holder, and after a lost
 * answer an object of that name must be ours. An object that is being deleted is waited for.
 *
 * @throws HostingError with the ways out when something has the name.
 */
export async function refuseTakenName(operation: Operation, inputs: Props): Promise<void> {
  const { subject, waiting } = operation;
  // Any list of this run can show that the name is free. If one shows a holder, ask anew: an old list may show what is gone by now.
  if ((await nameHolder(operation, inputs, { notBefore: 0 })) === undefined) return;
  for (let looks = 0; ; looks += 1) {
    const holder = await nameHolder(operation, inputs);
    if (holder === undefined) return;
    if (!holder.isLeaving)
      throw new HostingError(
        "input",
        `${subject} was not created: ${nameTaken(operation, inputs, holder)}`,
      );
    await waiting.pause(intervalAfter(looks), `the deletion of ${holder.id}, which has its name`);
  }
}

/** Who has a name, and how it is written there. */
interface NameHolder {
  readonly id: string;
  readonly name: string;
  readonly isLeaving: boolean;
}

async function nameHolder(
  { context, definition, requests, routes }: Operation,
  inputs: Props,
  { notBefore }: { notBefore?: number } = {},
): Promise<NameHolder | undefined> {
  const { kind } = definition;
  const route = isNamed(definition) ? routes.route(kind, "list") : undefined;
  if (route === undefined) return undefined;
  try {
    const { items } = await requests.list(route, paramsOfNew(route, inputs), notBefore);
    routes.trustIfShown(route, kind, items);
    const answer = items.find((item) => hasName(item, inputs) && !isGone(item, context));
    if (answer === undefined) return undefined;
    const id = newId(definition, route, { answer, inputs }) ?? "another one";
    const isLeaving = context.memory.writes.isDeleted(kind, id) || isGoneOrGoing(answer, context);
    return { id, name: String(answer["name"]), isLeaving };
  } catch (error) {
    if (!isNotFound(error) || routes.works(route)) throw error;
    // No list shows names, so two objects may have one.
    routes.missed(route);
    return undefined;
  }
}

/** spec 2: whether a name belongs to one region alone is not shown; where it does not, the platform itself refuses it. */
function hasName(item: Props, inputs: Props): boolean {
  return isCalled(item, String(inputs["name"])) && isInRegion(item, inputs);
}

/** Says who has a name, and what to do. Nothing tells a create that `--replace` asks for from a first one. */
function nameTaken(
  { context, definition }: Operation,
  inputs: Props,
  { id, name }: NameHolder,
): string {
  const has = id === name ? `${id} exists already` : `${id} has the name "${name}"`;
  const declaration = declarationOf(context, definition, inputs);
  const holder = context.memory.holders.other(definition, { id, props: {} }, declaration);
  return holder === undefined
    ? `${has}. To manage it here, set adopt to its id; if another resource of this stack had it, give this one an alias; else set another \`name\`. After \`--replace\`, ${deletedFirstBy(definition)}.`
    : `${has} and is ${holder.subject} of this stack. Set another \`name\`, or rename one after the other, each in its own \`pulumi up\`.`;
}

/** How the old one is deleted first, and what that costs where it holds data. */
export function deletedFirstBy({ changes }: Definition): string {
  const loses = "allowDataLoss" in changes ? " (which deletes its data)" : "";
  return `set deleteBeforeReplace: true for this run${loses}`;
}
