import { fromWire, type Json, programName } from "../../contract/naming.ts";
import { valuesAt } from "../../contract/values/values-at.ts";
import type { JsonObject } from "../http/answer.ts";
import { isServed, shownKind } from "../kinds/shown-kind.ts";
import { links } from "../links.ts";
import { type RecordKind, type Stored, shape } from "../store/objects.ts";
import type { World } from "../world.ts";
import { type ObjectName, parseKey } from "./object-key.ts";

/**
 * Changes fields of an object, whether the API has a route for that or not, as an operator or a newer
 * console can.
 *
 * @throws Error when there is no such object or field, or the value is of another sort or names nothing.
 */
export function edit(world: World, key: string, fields: JsonObject): void {
  const record = recordOf(world, key);
  const refused = `"${key}" was not changed`;
  if (record === undefined) throw new Error(`${refused}: there is no such object.`);
  const editable = editableFields(world, key);
  for (const [name, value] of Object.entries(fields)) {
    const now = Object.hasOwn(editable, name) ? editable[name] : undefined;
    const why = problemOf(world, { ...record, name, value, now });
    if (why !== undefined) throw new Error(`${refused}: "${name}" ${why}.`);
  }
  world.objects.update(record.of, record.found, fields);
}

/** The fields that can be changed, as the API shows them: neither ids nor what only time changes. */
export function editableFields(world: World, key: string): JsonObject {
  const record = recordOf(world, key);
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
function recordOf(world: World, key: string): EditedRecord | undefined {
  const named = parseKey(key);
  if (named === undefined || !isServed(named.kind)) return undefined;
  const of = { kind: named.kind, record: shape<JsonObject>() };
  const found = world.objects.find(of, named.id);
  const shown = shownKind(named.kind)?.one(world, named.id);
  return found && shown && { ...named, of, found, shown };
}

interface Change {
  readonly kind: string;
  readonly name: string;
  readonly value: Json;
  /** Undefined where the field cannot be changed. */
  readonly now: Json | undefined;
}

function problemOf(world: World, { kind, name, value, now }: Change): string | undefined {
  if (now === undefined) return "is no field of it that can be changed";
  const own = links.filter(
    (link) => link.kind === kind && link.field.split(".")[0] === programName(name),
  );
  const isReference = own.some(({ field }) => !field.includes("."));
  if (!(isReference && value === null) && !isAlike(now, value)) {
    return `is not accepted: a value like ${JSON.stringify(now)} is needed`;
  }
  for (const { field, to } of own) {
    const ids = valuesAt(fromWire({ [name]: value }), field.split(".")).filter((id) => id !== null);
    const unknown = ids.find((id) => !to.some((other) => isThere(world, other, String(id))));
    if (unknown !== undefined) return `is not accepted: there is no "${String(unknown)}"`;
  }
  return undefined;
}

function isThere(world: World, kind: string, id: string): boolean {
  return kind === "project"
    ? world.projects.has(id)
    : shownKind(kind)?.one(world, id) !== undefined;
}

/** What counts something is a whole number, and not below 0. */
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
