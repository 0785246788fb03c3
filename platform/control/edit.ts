import { fromWire, type Json, programName } from "../../contract/naming.ts";
import { valuesAt } from "../../contract/values/values-at.ts";
import { type Context, type ObjectName, parseKey, shownKind } from "../kinds/index.ts";
import { type JsonObject, type RecordKind, type Stored, shape } from "../store/index.ts";

/**
 * Changes fields of an object, whether the API has a route for that or not, as an operator or a newer
 * console can.
 *
 * @throws Error when there is no such object or field, or the value is of another sort or names nothing.
 */
export function edit(context: Context, key: string, fields: JsonObject): void {
  const record = recordOf(context, key);
  const refused = `"${key}" was not changed`;
  if (record === undefined) throw new Error(`${refused}: there is no such object.`);
  const editable = editableFields(context, key);
  for (const [name, value] of Object.entries(fields)) {
    const now = Object.hasOwn(editable, name) ? editable[name] : undefined;
    const why = problemOf(context, { ...record, name, value, now });
    if (why !== undefined) throw new Error(`${refused}: "${name}" ${why}.`);
  }
  context.objects.update(record.of, record.found, fields);
}

/** The fields that can be changed, as the API shows them: neither ids nor what only time changes. */
export function editableFields(context: Context, key: string): JsonObject {
  const record = recordOf(context, key);
  if (record === undefined) return {};
  const { found, shown, id } = record;
  const named = [id, ...id.split("/")];
  const entries = Object.entries(shown).filter(
    ([name, value]) =>
      name !== "id" && Object.hasOwn(found, name) && !named.includes(String(value)),
  );
  return Object.fromEntries(entries);
}

interface EditedRecord extends ObjectName {
  readonly of: RecordKind<JsonObject>;
  readonly found: Stored<JsonObject>;
  readonly shown: JsonObject;
}

/** Undefined where there is no object, or one that is kept in another way, like a key. */
function recordOf(context: Context, key: string): EditedRecord | undefined {
  const named = parseKey(key);
  const kind = named && shownKind(named.kind);
  if (named === undefined || kind === undefined) return undefined;
  const of = { kind: kind.kind, record: shape<JsonObject>() };
  const found = context.objects.find(of, named.id);
  const shown = kind.one(context, named.id);
  return found && shown && { ...named, of, found, shown };
}

interface Change {
  readonly kind: string;
  readonly name: string;
  readonly value: Json;
  /** Undefined where the field cannot be changed. */
  readonly now: Json | undefined;
}

function problemOf(context: Context, { kind, name, value, now }: Change): string | undefined {
  if (now === undefined) return "is no field of it that can be changed";
  const links = shownKind(kind)?.links ?? [];
  const own = links.filter(({ field }) => field.split(".")[0] === programName(name));
  const isReference = own.some(({ field }) => !field.includes("."));
  if (!(isReference && value === null) && !isAlike(now, value)) {
    return `is not accepted: a value like ${JSON.stringify(now)} is needed`;
  }
  for (const { field, to } of own) {
    const ids = valuesAt(fromWire({ [name]: value }), field.split(".")).filter((id) => id !== null);
    const unknown = ids.find((id) => !to.some((other) => isThere(context, other, String(id))));
    if (unknown !== undefined) return `is not accepted: there is no "${String(unknown)}"`;
  }
  return undefined;
}

function isThere(context: Context, kind: string, id: string): boolean {
  return kind === "project"
    ? context.projects.has(id)
    : shownKind(kind)?.one(context, id) !== undefined;
}

/** A count is a whole number, and not below 0. */
function isNumberLike(now: number, value: Json): boolean {
  return Number.isInteger(now)
    ? typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    : Number.isFinite(value);
}

/** Of one sort, so that what reads the one can read the other; what is null may become anything plain. */
function isAlike(now: Json, value: Json): boolean {
  if (now === null) return value === null || typeof value !== "object";
  if (Array.isArray(now)) {
    const [first] = now;
    return (
      Array.isArray(value) && (first === undefined || value.every((item) => isAlike(first, item)))
    );
  }
  if (typeof now === "number") return isNumberLike(now, value);
  if (typeof now !== "object") return typeof now === typeof value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(now).every(([name, item]) => {
    const given = value[name];
    return given !== undefined && isAlike(item, given);
  });
}
