import { isOnPlatform } from "../../../contract/endpoints.ts";
import { idPrefixes, namedKinds } from "../../../contract/ids.ts";
import { toWire } from "../../../contract/naming.ts";
import type { Definition, Props } from "../../definition/definition.ts";
import { HostingError } from "../../errors.ts";
import { type Created, createOnce } from "../create-once/create-once.ts";
import { intentOf, noteInUse } from "../create-once/intent.ts";
import type { Context } from "../operation/context.ts";
import { OperationSession } from "../operation/session.ts";
import { finish, type Stored } from "../reconcile/finish.ts";
import { observedIn } from "../reconcile/observe.ts";
import { idFrom, newId, paramsFor, pathInputs } from "../state/ids.ts";
import { nameTaken } from "../state/name.ts";
import { hidden, isRecord, platformInputs } from "../state/state.ts";
import { adopt } from "./adopt.ts";

/**
 * Creates the object, or takes over the one that `adopt` names, and waits until it can be used.
 *
 * @throws PartialFailure once the object exists and anything later fails: its id is never lost.
 */
export async function create(
  context: Context,
  definition: Definition,
  inputs: Props,
): Promise<Stored> {
  const session = new OperationSession(context, definition, { operation: "create", props: inputs });
  const adopted = inputs["adopt"];
  if (typeof adopted === "string")
    return adopt(context, definition, { session, inputs, id: adopted });
  // What makes nothing can be made again, and a gate that is closed must not be found open.
  const { id, answer } = isOnPlatform(definition.kind)
    ? await createOnPlatform(context, definition, { session, inputs })
    : await createObject(session, definition, inputs);
  if (answer === undefined) return adopt(context, definition, { session, inputs, id });
  const observed = observedIn(definition, answer, context.assumptions);
  return finish(context, definition, { session, known: { id, inputs, state: {}, observed } });
}

/** Creates at most one object; one that an earlier run made comes without an answer. */
async function createOnPlatform(
  context: Context,
  definition: Definition,
  { session, inputs }: { session: OperationSession; inputs: Props },
): Promise<Created> {
  const intent = intentOf(context, definition, inputs);
  session.creates(intent);
  const post = async () => {
    const isReplacing = context.replaced.delete(intent.declaration);
    await heedNamesakes(session, definition, { inputs, isReplacing });
    return createObject(session, definition, inputs);
  };
  const created = await createOnce(context, definition, { session, intent, inputs, post });
  const { id, answer } = created;
  if (answer === undefined) return created;
  session.sightings.noteCreated(definition.kind, id);
  const why = `it was not replaced: its id follows from its inputs, so it is ${id} again. Change one of them to replace it.`;
  noteInUse(context, definition, { id, inputs, why });
  return created;
}

async function createObject(
  session: OperationSession,
  definition: Definition,
  inputs: Props,
): Promise<Created> {
  try {
    return await sendCreate(session, definition, inputs);
  } catch (error) {
    throw explainRefusal(session, error, inputs);
  }
}

async function sendCreate(
  session: OperationSession,
  definition: Definition,
  inputs: Props,
): Promise<Created> {
  const sent = platformInputs(definition, inputs);
  if (definition.create !== undefined) {
    const answer = await definition.create.send(session, sent);
    return { id: idFrom(definition.create.id, sent), answer };
  }
  const route = definition.createEndpoint ?? session.route(definition.kind, "create");
  if (route === undefined) {
    throw new HostingError(
      "gap",
      `${session.subject} was not created: the platform offers no way to.`,
    );
  }
  const inPath = pathInputs(route);
  const inBody = Object.entries(sent).filter(([name]) => !inPath.includes(name));
  const body = definition.body?.(sent, session) ?? toWire(Object.fromEntries(inBody));
  const params = paramsFor(route, inPath.map((name) => String(sent[name])).join("/"));
  const answer = await session.call(route, { params, body });
  const id = newId(definition, route, { answer: isRecord(answer) ? answer : {}, inputs });
  if (id === undefined) throw withoutId(session, definition);
  return { id, answer };
}

/**
 * A name of the user's own may be taken, and whether the platform would refuse it is not shown: then
 * nothing is sent, so that whoever has the name after a lost answer is known to be ours. A program that
 * goes back to what it said before makes the same name again, which an object still to be deleted may
 * have: where two may have one name, that object is not what a lost answer was about.
 */
async function heedNamesakes(
  session: OperationSession,
  definition: Definition,
  { inputs, isReplacing }: { inputs: Props; isReplacing: boolean },
): Promise<void> {
  const { name } = inputs;
  const { kind } = definition;
  const isGenerated = inputs[hidden.generatedName] === true;
  const route = session.route(kind, "list");
  if (name === undefined || route?.standing !== "documented") return;
  if (isGenerated && !isReplacing) return;
  // What is still to be deleted was there before this run: any list of the run shows it.
  const { items } = await session.list(route, {}, isGenerated ? 0 : undefined);
  const ids = items
    .filter((item) => item["name"] === name)
    .map((answer) => newId(definition, route, { answer, inputs }));
  if (!isGenerated || namedKinds.has(kind))
    return refuseTaken(session, definition, { inputs, ids });
  for (const id of ids) if (id !== undefined) session.sightings.noteStored(kind, id);
}

function refuseTaken(
  session: OperationSession,
  { kind }: Definition,
  { inputs, ids }: { inputs: Props; ids: readonly (string | undefined)[] },
): void {
  // What this run deleted to make room may still be listed.
  if (ids.every((id) => id !== undefined && session.sightings.isDeleted(kind, id))) return;
  const [id] = ids;
  throw new HostingError("input", `${session.subject} was not created: ${nameTaken(inputs, id)}`);
}

/** Says what the platform refused for a reason of its own in the words of who wrote the program. */
function explainRefusal(session: OperationSession, error: unknown, inputs: Props): unknown {
  if (!HostingError.isInstance(error) || error.reason === undefined) return error;
  const { subject, assumptions } = session;
  const { code, status, reason } = error;
  if (code === "notFound") {
    const named = Object.entries(inputs).filter(([, value]) => isNamedIn(reason, value));
    const which = named.map(([name]) => name).join(" and ") || "the ids among its inputs";
    return error.reworded(
      `${subject} was not created: ${reason}, or this key cannot see it. Check ${which}; if it was deleted by hand, run \`pulumi refresh\`.`,
    );
  }
  if (code !== "refused") return error;
  const isConflict = status === assumptions["refusals.conflict"] && inputs["name"] !== undefined;
  const ifTaken = isConflict
    ? `; if that is the name ${JSON.stringify(inputs["name"])}, which \`--replace\` repeats, set deleteBeforeReplace: true for this run, change an input, or set adopt to the id of who has it,`
    : "";
  return error.reworded(
    `${subject} was not created: ${reason} (${status}). Correct what it names${ifTaken} and run \`pulumi up\` again.`,
  );
}

function isNamedIn(reason: string, value: unknown): boolean {
  return typeof value === "string" && value !== "" && reason.includes(value);
}

function withoutId(session: OperationSession, definition: Definition): HostingError {
  return new HostingError(
    "unknownOutcome",
    `${session.subject} was created, but the answer brought no id like "${idPrefixes[definition.kind] ?? ""}…". Look it up in the console and set \`adopt\` to its id, or delete it there.`,
    { doubt: { applied: true, settlesInMs: 0 } },
  );
}
