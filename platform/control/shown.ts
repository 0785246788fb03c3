import { type Assumptions, assumptionNames } from "../../contract/assumptions.ts";
import { fromWire, type Json, programName } from "../../contract/naming.ts";
import { type Context, forwardId, type Snapshot, snapshotOf } from "../kinds/index.ts";
import type { JsonObject } from "../store/index.ts";

/** An object, or a project. */
export interface Shown {
  readonly kind: keyof Snapshot | "project";
  /** As other objects name it. */
  readonly id: string;
  /** By their names in programs, whatever the answers are assumed to call them. */
  readonly fields: Readonly<Record<string, Json>>;
}

/** Every object and project. */
export function shownIn(context: Context): readonly Shown[] {
  const renamed = renamedFields(context.assumptions);
  const projects = context.projects.list().map(({ id, name }) => ({ id, name }));
  const views: Record<Shown["kind"], readonly JsonObject[]> = {
    ...snapshotOf(context),
    project: projects,
  };
  return kindsIn(views).flatMap((kind) =>
    views[kind].map((view) => {
      const fields = fieldsOf(view, renamed);
      return { kind, id: idOf(fields), fields };
    }),
  );
}

function kindsIn<K extends string>(views: Readonly<Record<K, unknown>>): readonly K[] {
  const isKind = (name: string): name is K => name in views;
  return Object.keys(views).filter(isKind);
}

/** Plain names of the fields that an assumption gives another name. */
function renamedFields(assumptions: Assumptions): ReadonlyMap<unknown, string> {
  const prefix = "fields.";
  const names = assumptionNames().filter((name) => name.startsWith(prefix));
  return new Map(names.map((name) => [assumptions[name], name.slice(prefix.length)]));
}

function fieldsOf(view: JsonObject, renamed: ReadonlyMap<unknown, string>): Shown["fields"] {
  const entries = Object.entries(view).map(([name, value]) => [
    renamed.get(name) ?? programName(name),
    fromWire(value),
  ]);
  return Object.fromEntries(entries);
}

/** An object without an id is named by its place (spec 4.1). */
function idOf({ id, name, pool, instance, protocol, publicPort }: Shown["fields"]): string {
  if (id !== undefined) return String(id);
  if (instance !== undefined) {
    return forwardId(String(instance), String(protocol), String(publicPort));
  }
  return pool === undefined ? String(name) : `${pool}/${name}`;
}
