import { masked } from "../http/index.ts";
import { type Context, type ObjectName, parseKey, type Route, shownKind } from "../kinds/index.ts";
import type { Graph } from "../picture/index.ts";
import type { JsonObject } from "../store/index.ts";
import { editableFields } from "./edit.ts";
import type { ListedObject } from "./listed.ts";

/** A route of the API that is about one object. */
export interface ObjectRoute {
  /** Its purpose: `attach`. */
  readonly purpose: string;
  readonly method: string;
  /** With the object's id in it. */
  readonly path: string;
}

/** The links from and to one object. */
export interface ObjectLink {
  readonly key: string;
  readonly name: string;
  /** `backend`, `attach` … */
  readonly label: string;
  /** True where it leads away from the object. */
  readonly isOut: boolean;
}

/** One object, looked at closely. */
export interface ObjectDetails {
  /** As the API shows it, with secrets masked. */
  readonly object: JsonObject;
  readonly links: readonly ObjectLink[];
  /** How to read and change it. */
  readonly routes: readonly ObjectRoute[];
  /** Fields that `edit` takes, with their values; none of which a part is left out. */
  readonly editable: JsonObject;
}

/**
 * The details of an object.
 *
 * @throws Error when there is none with this key.
 */
export function detailsOf(
  key: string,
  context: Context,
  { graph, list, routes }: Surroundings,
): ObjectDetails {
  const named = parseKey(key);
  const shown = named && viewOf(context, named);
  if (named === undefined || shown === undefined) {
    throw new Error(`"${key}" was not shown: there is no such object.`);
  }
  const names = new Map(list.map((object) => [object.key, object.name]));
  const link = (other: string, label: string, isOut: boolean): ObjectLink => ({
    ...{ key: other, name: names.get(other) ?? other },
    ...{ label, isOut },
  });
  return {
    object: masked(shown),
    links: graph.edges.flatMap(({ from, to, label }) => {
      if (from === key) return [link(to, label, true)];
      return to === key ? [link(from, label, false)] : [];
    }),
    routes: routes.flatMap((route) => routeTo(route, named, shown)),
    editable: withoutSecrets(editableFields(context, key)),
  };
}

/** A field that is shown in part would be written in part. */
function withoutSecrets(fields: JsonObject): JsonObject {
  const whole = Object.entries(masked(fields)).filter(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(fields[name]),
  );
  return Object.fromEntries(whole);
}

interface Surroundings {
  readonly graph: Graph;
  readonly list: readonly ListedObject[];
  readonly routes: readonly Route[];
}

/** The object as the API shows it; undefined where there is none. */
function viewOf(context: Context, { kind, id }: ObjectName): JsonObject | undefined {
  const project = context.projects.list().find((one) => kind === "project" && one.id === id);
  if (project !== undefined) return { ...project };
  return shownKind(kind)?.one(context, id);
}

/** The route with the object's id in its path; none for what is about all objects or makes one. */
function routeTo({ endpoint, kind, purpose }: Route, named: ObjectName, shown: JsonObject) {
  if (kind !== named.kind || purpose === "create" || purpose === "list") return [];
  const { method, prefix, path } = endpoint;
  const values = valuesIn(named, shown);
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? ""));
  return [{ purpose, method, path: prefix + filled + queryOf(named) }];
}

/** The values of the placeholders of a path (spec 4.1, 4.2). */
function valuesIn({ kind, id }: ObjectName, shown: JsonObject): string[] {
  return kind === "projectMember" ? [String(shown["project_id"]), id] : id.split("/");
}

/** A forward is named by a query (spec 4.1). */
function queryOf({ kind, id }: ObjectName): string {
  if (kind !== "portForward") return "";
  const [, protocol = "", port = ""] = id.split("/");
  return `?${new URLSearchParams({ protocol, public_port: port })}`;
}
