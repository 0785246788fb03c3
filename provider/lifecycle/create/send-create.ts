import { isGone } from "../../../contract/assumptions.ts";
import type { Endpoint } from "../../../contract/endpoints.ts";
import { idPrefixes, namedKinds } from "../../../contract/ids.ts";
import { type Json, toWire } from "../../../contract/naming.ts";
import type { Props } from "../../definition/session.ts";
import { correctIt, HostingError, makeRoom } from "../../errors.ts";
import { sessionOf } from "../hooks/session.ts";
import { hasMadeId, idFrom, newId, paramsOfNew, pathInputs, shownId } from "../identity/ids.ts";
import { declarationOf } from "../operation/intent.ts";
import type { Operation } from "../operation/operation.ts";
import { observedIn } from "../reconcile/ready.ts";
import { isNamed, isRecord, pickShownOnce, platformInputs, storedInputs } from "../record/state.ts";
import { deletedFirstBy } from "./name-check.ts";

/** An object and the answer that brought it; none for one that was found afterwards. */
export interface Created {
  readonly id: string;
  readonly answer?: Json;
}

/**
 * Sends the request that creates an object.
 *
 * @throws HostingError with a `doubt` when the object may exist all the same.
 */
export async function sendCreate(operation: Operation, inputs: Props): Promise<Created> {
  const { definition, routes, subject } = operation;
  try {
    if (definition.create !== undefined) {
      const sent = platformInputs(definition, inputs);
      const answer = await definition.create.send(sessionOf(operation), sent);
      return { id: idFrom(definition.create.id, sent), answer };
    }
    const route = definition.createEndpoint ?? routes.route(definition.kind, "create");
    if (route !== undefined) return await post(operation, route, inputs);
    throw new HostingError(
      "gap",
      `${subject} was not created: the platform offers no way to. Make it in the console, and set \`adopt\` to its id.`,
    );
  } catch (error) {
    throw explainRefusal(operation, error, inputs);
  }
}

async function post(operation: Operation, route: Endpoint, inputs: Props): Promise<Created> {
  const { definition, requests, subject } = operation;
  const sent = platformInputs(definition, inputs);
  const inPath = pathInputs(route);
  const inBody = Object.entries(sent).filter(([name]) => !inPath.includes(name));
  const given = { ...sent, ...storedInputs(definition, inputs) };
  const body = definition.body?.(given, sessionOf(operation)) ?? toWire(Object.fromEntries(inBody));
  const answer = await requests.call(route, { params: paramsOfNew(route, sent), body });
  const shown = isRecord(answer) ? answer : {};
  operation.shownOnce = pickShownOnce(definition, observedIn(operation, shown));
  // A platform may write a name in its own way, and for some kinds that is the id (spec 2.1).
  const name = typeof shown["name"] === "string" ? shown["name"] : inputs["name"];
  const id = newId(definition, route, { answer: shown, inputs: { ...inputs, name } });
  if (id !== undefined) return { id: await listedId(operation, id, name), answer };
  throw new HostingError(
    "unknownOutcome",
    `${subject} was created, but the answer brought no id like "${idPrefixes[definition.kind] ?? ""}…". Look it up in the console and set \`adopt\` to its id, or delete it there.`,
    { doubt: { applied: true, settlesInMs: 0 } },
  );
}

/**
 * The id of a new object whose answer brought only its name, where its list has another one (spec 4
 * note 1): one look decides it for good.
 */
async function listedId(operation: Operation, id: string, name: unknown): Promise<string> {
  const { context, definition, requests, routes } = operation;
  const route = routes.route(definition.kind, "list");
  if (route === undefined || id !== name || namedKinds.has(definition.kind)) return id;
  try {
    const { items, isWhole } = await requests.list(route);
    const named = items.filter((item) => item["name"] === name && !isGone(item, context));
    const [only, another] = named;
    // Of two with one name nothing tells which is meant.
    return (isWhole && another === undefined && only && shownId(only)) || id;
  } catch (error) {
    if (!HostingError.isInstance(error)) throw error;
    return id;
  }
}

/** Puts a refusal of the platform into the words of a program. */
function explainRefusal(operation: Operation, error: unknown, inputs: Props): unknown {
  if (!HostingError.isInstance(error) || error.reason === undefined) return error;
  const { code, status, reason } = error;
  const problem = `${operation.subject} was not created: ${reason}`;
  if (code === "notFound") {
    const named = Object.entries(inputs).filter(([, value]) => isNamedIn(reason, value));
    const which = named.map(([name]) => name).join(" and ") || "the ids among its inputs";
    return error.reworded(
      `${problem}, or this key cannot see it. Check ${which}; if this stack made it, \`pulumi refresh\` tells whether it is there.`,
    );
  }
  if (code !== "refused") return error;
  return error.reworded(`${problem} (${status}). ${wayOutOf(operation, error, inputs)}.`);
}

function wayOutOf(operation: Operation, { status, topic }: HostingError, inputs: Props): string {
  const { context, definition } = operation;
  if (topic === "limit") return makeRoom;
  const isConflict = topic !== undefined || status === context.assumptions["refusals.conflict"];
  if (hasMadeId(definition) && isConflict) return wayOutOfPlace(operation, inputs);
  if (topic === undefined) return definition.create?.correction ?? correctIt;
  if (!isNamed(definition)) return correctIt;
  // The holder of a name may be the object that this create replaces: nothing tells.
  return `Correct what it names; if it is the name, set another \`name\`, set adopt to the holder's id, or, where that was just deleted, run \`pulumi up\` again later; after \`--replace\`, ${deletedFirstBy(definition)}`;
}

/**
 * Two resources that swap places wait for each other where the engine runs one operation at a time; it may not have
 * compared the other one yet.
 */
function wayOutOfPlace({ context, definition }: Operation, inputs: Props): string {
  const place = idFrom(definition.naturalId ?? definition.create?.id ?? "", inputs);
  const declaration = declarationOf(context, definition, inputs);
  const known = { id: place, props: inputs };
  const holder = context.memory.holders.other(definition, known, declaration)?.subject;
  const twice = "`pulumi up --continue-on-error` twice";
  return holder === undefined
    ? `Correct it, set adopt to ${place}, or, if another resource frees it, run ${twice}; after \`--replace\`, remove it in the console`
    : `${holder} has ${place}: if it is to free it, run ${twice}; else correct one of the two`;
}

function isNamedIn(reason: string, value: unknown): boolean {
  return typeof value === "string" && value !== "" && reason.includes(value);
}
