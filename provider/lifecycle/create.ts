import { idPrefixes, isPathSegment, namedKinds } from "../contract/ids.ts";
import { type Json, toWire } from "../contract/naming.ts";
import type { Definition, Props } from "../define.ts";
import { HostingError } from "../errors.ts";
import { adopt } from "./adopt.ts";
import type { Context } from "./context.ts";
import { finish, type Stored } from "./finish.ts";
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
  const route = session.route(definition.kind, "create");
  if (route === undefined) {
    throw new HostingError("gap", `${session.subject} was not created: the spec shows no way to.`);
  }
  const body = definition.body?.(sent, session) ?? toWire(sent);
  const answer = await session.call(route, { body }).catch((error: unknown) => {
    throw explainTaken(session, error);
  });
  return { id: idIn(session, definition, { answer, inputs }), answer };
}

/** The engine's `--replace` repeats the name, and a name may be taken by what is to be replaced. */
function explainTaken(session: OperationSession, error: unknown): unknown {
  const conflict = session.assumptions["refusals.conflict"];
  if (!HostingError.isInstance(error) || error.status !== conflict) return error;
  return new HostingError(
    "refused",
    `${error.message} If the existing one is to be replaced, set the option deleteBeforeReplace; if it is to be managed from here, set \`adopt\` to its id.`,
    { status: conflict },
  );
}

function idIn(
  session: OperationSession,
  definition: Definition,
  { answer, inputs }: { answer: Json; inputs: Props },
): string {
  const id = namedKinds.has(definition.kind) ? inputs["name"] : isRecord(answer) && answer["id"];
  const prefix = idPrefixes[definition.kind] ?? "";
  if (typeof id === "string" && id.startsWith(prefix) && isPathSegment(id)) return id;
  throw new HostingError(
    "unknownOutcome",
    `${session.subject} was created, but the answer brought no id like "${prefix}…". Look it up in the console and take it over with \`adopt\`, or delete it there.`,
  );
}
