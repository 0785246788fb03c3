import type { Endpoint } from "../../../contract/endpoints.ts";
import { idPrefixes } from "../../../contract/ids.ts";
import { type Json, toWire } from "../../../contract/naming.ts";
import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { HostingError } from "../../errors.ts";
import type { Operation } from "../operation/operation.ts";
import { sessionOf } from "../operation/session.ts";
import { hasMadeId, idFrom, newId, paramsFor, pathInputs } from "../state/ids.ts";
import { isRecord, platformInputs } from "../state/state.ts";
import { deletingFirst } from "./name-check.ts";

/**
 * Sends the request that creates an object.
 *
 * @throws HostingError with a `doubt` when it may exist all the same.
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

/** An object and the answer that brought it; none for one that was found afterwards. */
export interface Created {
  readonly id: string;
  readonly answer?: Json;
}

async function post(operation: Operation, route: Endpoint, inputs: Props): Promise<Created> {
  const { definition, requests, subject } = operation;
  const sent = platformInputs(definition, inputs);
  const inPath = pathInputs(route);
  const inBody = Object.entries(sent).filter(([name]) => !inPath.includes(name));
  const body = definition.body?.(sent, sessionOf(operation)) ?? toWire(Object.fromEntries(inBody));
  const params = paramsFor(route, inPath.map((name) => String(sent[name])).join("/"));
  const answer = await requests.call(route, { params, body });
  const id = newId(definition, route, { answer: isRecord(answer) ? answer : {}, inputs });
  if (id !== undefined) return { id, answer };
  throw new HostingError(
    "unknownOutcome",
    `${subject} was created, but the answer brought no id like "${idPrefixes[definition.kind] ?? ""}…". Look it up in the console and set \`adopt\` to its id, or delete it there.`,
    { doubt: { applied: true, settlesInMs: 0 } },
  );
}

/** Says what the platform refused for a reason of its own in the words of who wrote the program. */
function explainRefusal(
  { context: { assumptions }, definition, subject }: Operation,
  error: unknown,
  inputs: Props,
): unknown {
  if (!HostingError.isInstance(error) || error.reason === undefined) return error;
  const { code, status, reason } = error;
  if (code === "notFound") {
    const named = Object.entries(inputs).filter(([, value]) => isNamedIn(reason, value));
    const which = named.map(([name]) => name).join(" and ") || "the ids among its inputs";
    return error.reworded(
      `${subject} was not created: ${reason}, or this key cannot see it. Check ${which}; if this stack made what it names, \`pulumi refresh\` tells whether it is still there.`,
    );
  }
  if (code !== "refused") return error;
  const isConflict = status === assumptions["refusals.conflict"];
  const ifTaken = isConflict ? wayOutOfConflict(definition, reason, inputs) : "";
  return error.reworded(
    `${subject} was not created: ${reason} (${status}). Correct what it names${ifTaken} and run \`pulumi up\` again.`,
  );
}

/** What is in the way may be what this create replaces: nothing tells (docs/decisions/0023-who-has-an-object.md). */
function wayOutOfConflict(definition: Definition, reason: string, inputs: Props): string {
  if (hasMadeId(definition)) {
    return "; if that is the older one of the same resource, which `--replace` deletes last, remove it in the console";
  }
  const mayBeTaken = isNamedIn(reason, inputs["name"]) || /\b(name|exists|taken)\b/i.test(reason);
  if (!mayBeTaken) return "";
  return `; if that is the name, which \`--replace\` repeats, ${deletingFirst(definition)}, change an input, or set adopt to the id of who has it,`;
}

function isNamedIn(reason: string, value: unknown): boolean {
  return typeof value === "string" && value !== "" && reason.includes(value);
}
