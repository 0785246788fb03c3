import type { Kind } from "../../../contract/endpoints.ts";
import { allKinds, idPrefixes, isPathSegment } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/naming.ts";
import type { AnswerHead } from "../../http/api.ts";
import { idIn } from "../state/ids.ts";

/**
 * An answer about one object without the envelopes that some platforms put around it, like
 * `{ data: { id, … } }`; the spec shows no answer whole (spec 4 note 1). What stands beside the object
 * in the envelope, like the credentials of a bucket, is kept. An object of another kind is no content.
 */
export function withoutEnvelope(answer: Json, kind?: Kind): Json {
  return isObject(answer) ? opened(answer, kind) : answer;
}

/** What is known of a new object when the answer to its creation is empty: where it is. */
export function atLocation({ status, headers }: AnswerHead, kind: Kind | undefined): Json {
  const id = /([^/?#]*)\/?(?:[?#]|$)/.exec(headers["location"] ?? "")?.[1] ?? "";
  return status === 201 && hasPrefix({ id }, kind) && isPathSegment(id) ? { id } : null;
}

function opened(answer: JsonObject, kind: Kind | undefined): JsonObject {
  const parts = Object.entries(answer).flatMap(([key, value]) => {
    if (!isObject(value) || isOther(key)) return [];
    const object = wrappers.test(key) ? opened(value, kind) : value;
    return isNamed(object) ? [{ key, object }] : [];
  });
  const own = parts.filter((part) => isOwn(part, kind));
  if (isNamed(answer))
    return beside(
      answer,
      own.filter((part) => outranks(part, answer, kind)),
    );
  const strange = parts.filter((part) => kind === undefined || !isForeign(part, kind));
  return beside(answer, own.length === 0 ? strange : own);
}

/** Without its envelope, where it is clear which object is meant. */
function beside(answer: JsonObject, parts: readonly Part[]): JsonObject {
  const [part] = parts;
  if (part === undefined || parts.length > 1) return answer;
  const rest = Object.entries(answer).filter(([name]) => name !== part.key);
  return { ...Object.fromEntries(rest), ...part.object };
}

/** True where the id beside the object is that of something else, like a request. */
function outranks({ object }: Part, answer: JsonObject, kind: Kind | undefined): boolean {
  if (kind === undefined || hasPrefix(answer, kind)) return false;
  return idPrefixes[kind] === undefined ? !("name" in answer) : hasPrefix(object, kind);
}

function isOwn({ key, object }: Part, kind: Kind | undefined): boolean {
  if (kind === undefined) return false;
  return wrappers.test(key) || isNoun(key, kind) || hasPrefix(object, kind);
}

/** True for what is called like another kind, or has an id of its shape. */
function isForeign({ key, object }: Part, kind: Kind): boolean {
  const others = allKinds.filter((other) => other !== kind);
  return others.some((other) => isNoun(key, other) || hasPrefix(object, other));
}

/** True for a field called like a kind, or by a part of its name: `rule` for an alert rule. */
function isNoun(key: string, kind: Kind): boolean {
  const noun = nounOf(key);
  const isMachine = machines.has(noun) && machines.has(kind);
  return isMachine || nounOf(kind).includes(noun) || noun.endsWith(nounOf(kind));
}

function nounOf(text: string): string {
  return text.replace(/[_-]|s$/g, "").toLowerCase();
}

/** Instances are also called servers (spec 1). */
const machines: ReadonlySet<string> = new Set(["instance", "server", "container", "machine", "vm"]);

/** Envelopes of whatever is asked for. */
const wrappers = /^(data|items?|results?|response|payload|object|resource|body)$/i;

/** What stands beside an object, and is none that was asked for: a job, its maker, where it belongs. */
function isOther(key: string): boolean {
  return /^(action|operation|job|task|event|request|project|organi[sz]ation|account|team|owner|user|creator|region|zone|location|host|vpc|subnet|plan|size|flavor|template|parent|source|links?|meta|pagination)s?$|_?type$/i.test(
    key,
  );
}

function hasPrefix(object: JsonObject, kind: Kind | undefined): boolean {
  const prefix = kind === undefined ? undefined : idPrefixes[kind];
  return prefix !== undefined && idIn(object)?.startsWith(prefix) === true;
}

function isNamed(object: JsonObject): boolean {
  return "id" in object || "name" in object;
}

type JsonObject = Readonly<Record<string, Json>>;

/** An object in an answer, and the field that holds it. */
interface Part {
  readonly key: string;
  readonly object: JsonObject;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
