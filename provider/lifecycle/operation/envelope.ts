import type { Json } from "../../../contract/naming.ts";

/**
 * An answer about one object without the envelope that some platforms put around it, like
 * `{ data: { id, … } }`; the spec shows no answer whole (spec 4 note 1). What stands beside the object
 * in the envelope, like the credentials of a bucket, is kept.
 */
export function withoutEnvelope(answer: Json): Json {
  if (!isObject(answer) || isNamed(answer)) return answer;
  const entries = Object.entries(answer);
  const inner = entries.filter(([, part]) => isObject(part) && isNamed(part));
  const [[key, object] = []] = inner;
  if (inner.length !== 1 || !isObject(object)) return answer;
  return { ...Object.fromEntries(entries.filter(([name]) => name !== key)), ...object };
}

function isNamed(object: JsonObject): boolean {
  return "id" in object || "name" in object;
}

type JsonObject = Readonly<Record<string, Json>>;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
