import { isPathSegment } from "../../../contract/ids.ts";
import type { Change } from "../../definition/definition.ts";
import type { Props, Sighting } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import { noteAdoption, noteInUse } from "../create-once/intent.ts";
import { deletingFirst } from "../create-once/names.ts";
import type { Operation } from "../operation/operation.ts";
import { type Known, readWhole } from "../reconcile/observe.ts";
import {
  finish,
  justSent,
  partialFailure,
  type Stored,
  stateOf,
  withKeptName,
} from "../reconcile/stored-state.ts";
import { isAsSaid } from "../state/answer.ts";
import { heldAs } from "../state/ids.ts";
import { hidden, platformInputs, shown } from "../state/state.ts";
import { withArticle } from "../state/subject.ts";

/**
 * Takes an existing object into the stack: nothing is created, updatable inputs are brought in line,
 * and a difference that could only be solved by replacing it is refused.
 */
export async function adopt(operation: Operation, given: Props, id: string): Promise<Stored> {
  const { context, definition, messages, subject } = operation;
  if (!id.split("/").every(isPathSegment)) {
    throw new HostingError(
      "input",
      `${subject} was not adopted: \`adopt\` must be its id, not "${id.slice(0, 80)}".`,
    );
  }
  if (context.memory.isLeaving(definition, id)) {
    throw new HostingError(
      "input",
      `${subject} was not adopted: this run is deleting ${id} for another resource. To rename it, give the new resource an alias instead of \`adopt\`.`,
    );
  }
  const isMeant = given["adopt"] !== undefined;
  const sighting = await look(operation, { id, inputs: given });
  const isGone = sighting.outcome === "gone";
  const isSeen = sighting.outcome === "seen";
  if (isGone || (!isSeen && isMeant && given["adoptUnseen"] !== true)) {
    throw notThere(operation, id, isGone);
  }
  if (!isSeen) messages.warn(`${id} cannot be read, so its inputs are taken as true.`);
  const { observed, isListed } = isSeen ? sighting : unseen;
  const found = { id, inputs: withKeptName(given, observed), observed, isListed };
  const known = compared(operation, found);
  const { inputs } = known;
  if (definition.shownOnce.length > 0) {
    messages.warn(
      `${definition.shownOnce.join(", ")} are shown at creation only and stay unknown.`,
    );
  }
  const why = isMeant
    ? `it was not replaced: \`adopt\` names ${id} itself. Remove \`adopt\` to have another one made.`
    : `it was not replaced: ${id} is what an earlier run made for it. To replace it, ${deletingFirst(definition)} and run \`--replace\` once more, or change an input.`;
  noteInUse(operation, { id, inputs, why });
  // What was to be deleted is this one no more, or it had the id before.
  context.journal.dropDeletion({ type: heldAs(definition), id });
  if (isMeant) {
    noteAdoption(context, definition, { id, inputs, isStored: false });
  }
  return finish(operation, known);
}

const unseen = { observed: {}, isListed: false };

/** @throws PartialFailure for what a create of ours has made: its id is never lost, whatever the look comes to. */
async function look(
  operation: Operation,
  { id, inputs }: Pick<Known, "id" | "inputs">,
): Promise<Sighting> {
  try {
    return await readWhole(operation, { id, inputs, state: {} });
  } catch (error) {
    if (inputs["adopt"] !== undefined || !HostingError.isInstance(error)) throw error;
    const state = justSent(operation, inputs);
    throw partialFailure(error, id, stateOf(operation, { id, inputs, state, observed: {} }));
  }
}

/** What is known of it, unless it cannot be what the program says. */
function compared(operation: Operation, found: Omit<Known, "state">): Known {
  const { inputs } = found;
  // A name we made belongs to this declaration and these inputs: what differs is how the platform writes it.
  if (inputs["adopt"] === undefined && inputs[hidden.generatedName] === true) {
    return { ...found, state: justSent(operation, inputs) };
  }
  refuseMismatch(operation, { ...found, state: {} });
  return { ...found, state: {} };
}

/** Where nothing tells, a mistyped id would be in the state like a real one. */
function notThere({ definition, subject }: Operation, id: string, isGone: boolean): HostingError {
  const { noun } = definition;
  const problem = isGone
    ? `there is no ${noun} ${id}. Correct \`adopt\`, or remove it to create one.`
    : `the platform does not show ${withArticle(noun)} ${id}. Correct \`adopt\`; if the console shows it, set adoptUnseen: true, which takes the inputs as true.`;
  return new HostingError("notFound", `${subject} was not adopted: ${problem}`);
}

function refuseMismatch({ definition, subject }: Operation, { id, inputs, observed }: Known): void {
  const equivalent = definition.equivalent?.(inputs, observed) ?? [];
  for (const [name, wanted] of Object.entries(platformInputs(definition, inputs))) {
    const found = observed[name];
    // A secret is masked, if it is shown at all, and never quoted.
    const isTold = found != null && !definition.secrets.includes(name);
    if (!isTold || equivalent.includes(name)) continue;
    if (isAsSaid(definition, name, { found, said: wanted })) continue;
    const problem = whyNotUpdated(definition.changes[name], [found, wanted], inputs);
    if (problem === undefined) continue;
    throw new HostingError(
      "input",
      `${subject} was not adopted: ${name} of ${id} is ${shown(definition, name, found)}, but the program says ${shown(definition, name, wanted)}, ${problem}.`,
    );
  }
}

/** Why the difference stays; undefined when it can be updated away, or is of no consequence. */
function whyNotUpdated(
  change: Change | undefined,
  [found, wanted]: readonly [unknown, unknown],
  inputs: Props,
): string | undefined {
  if (change?.on === "keep") return undefined;
  const isAdopted = inputs["adopt"] !== undefined;
  if (change?.on !== "update" || change.forbid?.(found, wanted, inputs) !== undefined) {
    // Without `adopt` it is what an interrupted run, or a request without an answer, has made.
    const wayOut = isAdopted ? "" : ", or delete it in the console";
    return `and it cannot be updated. Make the program say what is there${wayOut}`;
  }
  // A preview shows no difference to what is adopted, so a mistyped size would be for ever.
  const isOneWay = isAdopted && change.forbid?.(wanted, found, inputs) !== undefined;
  return isOneWay
    ? "and that cannot be undone. Make the program say what is there, and change it in the next `pulumi up`"
    : undefined;
}
