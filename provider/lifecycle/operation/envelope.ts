import type { Kind } from "../../../contract/endpoints.ts";
import { isCalled } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/naming.ts";

type JsonObject = Readonly<Record<string, Json>>;

/**
 * An answer about one object without its envelope; the spec shows no answer whole (spec 4 note 1).
 * An envelope is called like the kind, or by a usual word, or has the only object with an id. Fields
 * beside the object, like the credentials of a bucket, are kept.
 */
export function withoutEnvelope(answer: Json, kind?: Kind): Json {
  if (!isObject(answer)) return answer;
  const parts = Object.entries(answer).flatMap(([key, value]) =>
    isObject(value) ? [{ key, value }] : [],
  );
  const called = parts.find(({ key }) => kind !== undefined && isCalled(key, kind));
  const wrapped = parts.find(({ key }) => usual.test(key));
  const withId = parts.filter(({ value }) => "id" in value);
  const [onlyOne] = withId.length > 1 ? [] : withId;
  const part = called ?? wrapped ?? onlyOne;
  if (part === undefined || "id" in answer || "name" in answer) return answer;
  const { [part.key]: _envelope, ...beside } = answer;
  const object = part === wrapped ? withoutEnvelope(part.value, kind) : part.value;
  return isObject(object) ? { ...beside, ...object } : answer;
}

/** Envelopes of whatever is asked for: JSON:API and Linode, LXD, and others. */
const usual = /^(data|metadata|item|result|response)$/i;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
