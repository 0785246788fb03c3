import { isPathSegment } from "../../../contract/ids.ts";
import type { Change, Definition } from "../../definition/definition.ts";
import type { LookupResult, Props } from "../../definition/session.ts";
import { shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import { idNamespace } from "../identity/ids.ts";
import { withArticle } from "../identity/subject.ts";
import { noteHeldByRun } from "../operation/holders.ts";
import { noteOwner, refuseObjectOfAnother } from "../operation/one-object.ts";
import type { Operation } from "../operation/operation.ts";
import { partialFailure, type Stored, stateOf, withKeptName } from "../operation/stored-state.ts";
import { finish } from "../reconcile/finish.ts";
import { type Known, readWhole } from "../reconcile/ready.ts";
import { Input } from "../record/input.ts";
import { InputRecords } from "../record/input-records.ts";
import { deepEqual, platformInputs } from "../record/state.ts";
import { deletedFirstBy } from "./name-check.ts";

/**
 * Takes an existing object into the stack: nothing is created, updatable inputs are brought in line,
 * and a difference that could only be solved by replacing it is refused.
 *
 * @throws HostingError when it is not there, or is another one than the program declares.
 */
export async function adopt(operation: Operation, given: Props, id: string): Promise<Stored> {
  const { context, definition, messages, subject } = operation;
  if (!id.split("/").every(isPathSegment)) {
    throw new HostingError(
      "input",
      `${subject} was not adopted: \`adopt\` must be its id, not "${shortened(id, 80)}".`,
    );
  }
  refuseObjectOfAnother(context, definition, { id, inputs: given, verb: "adopted" });
  const result = await readWhole(operation, { id, inputs: given, state: {} });
  if (result.outcome === "gone") throw notThere(operation, id);
  if (result.outcome === "awaited") throw notShown(operation, "no answer shows it");
  if (result.outcome === "unreadable" && result.why !== undefined)
    throw notShown(operation, result.why);
  const known = knownFrom(result, { id, inputs: given });
  // Where nothing reads the kind, the user's word is all there is.
  if (result.outcome !== "seen")
    messages.warn(`${id} cannot be read, so its inputs are taken as true.`);
  else refuseMismatch(operation, known);
  if (definition.shownOnce.length > 0) messages.warn(unknownOutputs(definition));
  messages.inform(`adopted ${id}; if another stack has it, run \`pulumi state delete\` there.`);
  context.journal.endWithState({ type: idNamespace(definition), id });
  const keptBecause = `it was not replaced: \`adopt\` names ${id} itself. Remove \`adopt\` to have another one made.`;
  noteHeldByRun(operation, { id, inputs: known.inputs, keptBecause });
  noteOwner(context, definition, { id, inputs: given });
  return finish(operation, known);
}

/**
 * Takes over what an earlier run, or a request without an answer, made for this very declaration.
 *
 * @throws PartialFailure with its id, whatever the look at it comes to.
 */
export async function takeOver(operation: Operation, inputs: Props, id: string): Promise<Stored> {
  const { definition, messages } = operation;
  let result: LookupResult;
  try {
    result = await readWhole(operation, { id, inputs, state: {} });
  } catch (error) {
    const known = { id, inputs, state: {}, observed: {} };
    throw partialFailure(error, id, stateOf(operation, known, InputRecords.in(definition, inputs)));
  }
  if (definition.shownOnce.length > 0) messages.warn(unknownOutputs(definition));
  const keptBecause = `it was not replaced: ${id} is what an earlier run made for it. To replace it, ${deletedFirstBy(definition)} and run \`--replace\` once more, or change an input that replaces it.`;
  noteHeldByRun(operation, { id, inputs, keptBecause });
  noteOwner(operation.context, definition, { id, inputs });
  return finish(operation, knownFrom(result, { id, inputs }));
}

function unknownOutputs({ shownOnce }: Definition): string {
  return `${shownOnce.join(", ")} are shown at creation only and stay unknown.`;
}

function knownFrom(result: LookupResult, { id, inputs }: Pick<Known, "id" | "inputs">): Known {
  if (result.outcome !== "seen") return { id, inputs, state: {}, observed: {} };
  const { observed, isListed } = result;
  return { id, inputs: withKeptName(inputs, observed), state: {}, observed, isListed };
}

function notThere({ definition, subject }: Operation, id: string): HostingError {
  return new HostingError(
    "notFound",
    `${subject} was not adopted: there is no ${definition.noun} ${id}. Correct \`adopt\`, or remove it to create ${withArticle(definition.noun)}.`,
  );
}

/** The id may be mistyped, or the platform has no such route. */
function notShown({ definition: { kind }, routes, subject }: Operation, why: string): HostingError {
  const assumed = (["get", "list"] as const).filter(
    (verb) => routes.route(kind, verb)?.standing === "assumed",
  );
  const settings = assumed.map((verb) => `"routes.${kind}.${verb}": "none"`).join(", ");
  return new HostingError(
    "notFound",
    `${subject} was not adopted: ${why}. Correct \`adopt\`; if the console shows it, set ${settings} in hosting:assumptions.`,
  );
}

/** An input that is another one on the platform, and stays so. */
interface Mismatch {
  readonly name: string;
  readonly found: unknown;
  readonly declared: unknown;
}

/** Names all that differs at once: who adopts an object that was made by hand would else need a run for each. */
function refuseMismatch({ definition, subject }: Operation, known: Known): void {
  const { id } = known;
  const all = mismatches(definition, known).map((one) => inWords(definition, one));
  if (all.length === 0) return;
  throw new HostingError(
    "input",
    `${subject} was not adopted: of ${id}, ${all.join("; ")}. Declare what is there, and change it later: an adoption changes only what can be undone.`,
  );
}

function inWords(definition: Definition, { name, found, declared }: Mismatch): string {
  const isDefault = deepEqual(declared, definition.defaults[name]);
  const words = new Input(definition, name).difference({ found, declared });
  return isDefault ? `${words}, by default` : words;
}

function mismatches(definition: Definition, { inputs, observed }: Known): readonly Mismatch[] {
  const equivalent = definition.equivalent?.(inputs, observed) ?? [];
  return Object.entries(platformInputs(definition, inputs)).flatMap(([name, declared]) => {
    const values = { found: observed[name], declared };
    // A secret is masked, if it is shown at all, and never quoted.
    const isShown = values.found != null && !definition.secrets.includes(name);
    const input = new Input(definition, name);
    if (!isShown || equivalent.includes(name) || input.meetsDeclared(values)) return [];
    const found = input.asDeclared(values);
    if (canFollow(definition.changes[name], { found, declared }, inputs)) return [];
    return [{ name, found, declared }];
  });
}

/** True for a difference that an update solves and can undo, or that is of no consequence. */
function canFollow(
  change: Change | undefined,
  { found, declared }: Pick<Mismatch, "found" | "declared">,
  inputs: Props,
): boolean {
  if (change?.on === "keep") return true;
  if (change?.on !== "update") return false;
  // A preview shows no difference to what is adopted, so a mistyped size would be for ever.
  return [change.forbid?.(found, declared, inputs), change.forbid?.(declared, found, inputs)].every(
    (reason) => reason === undefined,
  );
}
