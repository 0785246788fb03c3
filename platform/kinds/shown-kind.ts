import type { Assumptions } from "../../contract/assumptions.ts";
import type { JsonObject } from "../store/index.ts";
import { type ShownName, served } from "./_all.ts";
import type { Context } from "./common/context.ts";
import type { Route, ServedKind, ShownKind } from "./common/kind.ts";
import type { Settings } from "./common/settings.ts";

/** All objects by kind, as the API shows them. */
export type Snapshot = { readonly [K in ShownName]: JsonObject[] };

/** The kind with this name whose objects can be shown; undefined where there is none. */
export function shownKind(name: string): ShownKind | undefined {
  return shownKinds.get(name);
}

const shownKinds: ReadonlyMap<string, ShownKind> = new Map(
  Object.entries(served).flatMap(([name, kind]) => (isShown(kind) ? [[name, kind]] : [])),
);

function isShown(kind: ServedKind): kind is ShownKind {
  return "one" in kind;
}

/** Every object, in all projects. */
export function snapshotOf(context: Context): Snapshot {
  const entries = [...shownKinds].map(([name, kind]) => [name, kind.all(context)]);
  return Object.fromEntries(entries);
}

/** The routes of all kinds under these assumptions that the setting `routes` lets the platform serve. */
export function servedRoutes(
  assumptions: Assumptions,
  which: Settings["routes"],
): readonly Route[] {
  return Object.values(served)
    .flatMap((kind) => kind.routes(assumptions))
    .filter(({ endpoint }) => which === "all" || endpoint.standing === which);
}
