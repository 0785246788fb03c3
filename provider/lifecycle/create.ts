import { idPrefixes } from "../contract/ids.ts";
import { type Json, toWire } from "../contract/naming.ts";
import type { Definition, Props } from "../define.ts";
import { HostingError } from "../errors.ts";
import { adopt } from "./adopt.ts";
import type { Context } from "./context.ts";
import { finish, type Stored } from "./finish.ts";
import { newId, paramsFor, pathInputs } from "./ids.ts";
import { observedIn } from "./observe.ts";
import { OperationSession } from "./session.ts";
import { isRecord, platformInputs } from "./state.ts";

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
  const { id, answer } = await createObject(session, definition, inputs);
  session.noteCreated(definition.kind, id);
  const observed = observedIn(definition, answer, context.assumptions);
  return finish(context, definition, { session, known: { id, inputs, state: {}, observed } });
}

async function createObject(
  session: OperationSession,
  definition: Definition,
  inputs: Props,
): Promise<{ id: string; answer: Json }> {
  const sent = platformInputs(definition, inputs);
  if (definition.create !== undefined) return definition.create(session, sent);
  const route = definition.createEndpoint ?? session.route(definition.kind, "create");
  if (route === undefined) {
    throw new HostingError("gap", `${session.subject} was not created: the spec shows no way to.`);
  }
  const inPath = pathInputs(route);
  const inBody = Object.entries(sent).filter(([name]) => !inPath.includes(name));
  const body = definition.body?.(sent, session) ?? toWire(Object.fromEntries(inBody));
  const params = paramsFor(route, inPath.map((name) => String(sent[name])).join("/"));
  const answer = await session.call(route, { params, body }).catch((error: unknown) => {
    throw explainRefusal(session, error);
  });
  const id = newId(definition, route, { answer: isRecord(answer) ? answer : {}, inputs });
  if (id === undefined) throw withoutId(session, definition);
  return { id, answer };
}

/** The engine's `--replace` repeats the name, and a name may be taken by what is to be replaced. */
function explainRefusal(session: OperationSession, error: unknown): unknown {
  if (!HostingError.isInstance(error) || error.code !== "refused") return error;
  const taken =
    error.status === session.assumptions["refusals.conflict"]
      ? " If the existing one is to be replaced, set the option deleteBeforeReplace; if it is to be managed from here, set `adopt` to its id."
      : "";
  return new HostingError("refused", `Nothing was created: ${error.message}${taken}`, {
    ...(error.status === undefined ? {} : { status: error.status }),
  });
}

function withoutId(session: OperationSession, definition: Definition): HostingError {
  return new HostingError(
    "unknownOutcome",
    `${session.subject} was created, but the answer brought no id like "${idPrefixes[definition.kind] ?? ""}…". Look it up in the console and take it over with \`adopt\`, or delete it there.`,
  );
}
