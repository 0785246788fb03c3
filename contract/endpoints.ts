import { allKinds } from "./ids.ts";
import type { Method, Prefix, Row, Scope, Verb } from "./kind.ts";
import { type Kind, kinds } from "./kinds/_all.ts";

/** The kinds of things resources stand for; all but a health gate are the platform's. */
export type { Kind } from "./kinds/_all.ts";
export type { Method, Prefix, Scope, Verb };

/** The purposes of a kind's routes, by its documented rows and by those taken as true. */
export type RouteName<K extends Kind> = (
  | keyof (typeof kinds)[K]["documented"]
  | keyof (typeof kinds)[K]["assumed"]
) &
  string;

/** Sections of the spec that show the routes of each prefix. */
const sections: Readonly<Record<Prefix, string>> = {
  "/api/v1": "4.1",
  "/v1": "4.2",
  "/api/v2": "4.3",
};

const tables = Object.entries(kinds).map(([kind, { prefix, documented }]) => [
  kind,
  prefix === null ? {} : tableOf(prefix, documented),
]);

/** The platform's documented endpoints (spec 4) by kind and by what each is for. */
export const endpoints: {
  readonly [K in Kind]: { readonly [N in keyof (typeof kinds)[K]["documented"]]: Endpoint };
} = Object.fromEntries(tables);

const kindsByRoute: ReadonlyMap<string, Kind> = new Map(
  allKinds.flatMap((kind) => {
    const { prefix, documented, assumed } = kinds[kind];
    const rows = Object.values({ ...documented, ...assumed });
    return rows.map(([, path]) => [`${prefix}${path}`, kind] as const);
  }),
);

/** The kind that a route is about; undefined for one that a user has set. */
export function kindOf({ prefix, path }: Endpoint): Kind | undefined {
  return kindsByRoute.get(`${prefix}${path}`);
}

/** False for what is nothing on the platform, like a health gate. */
export function isOnPlatform(kind: Kind): boolean {
  return kinds[kind].prefix !== null;
}

function tableOf(prefix: Prefix, rows: Readonly<Record<string, Row>>) {
  const spec = sections[prefix];
  const entries = Object.entries(rows).map(([name, [method, path, scope, alsoChanges]]) => {
    const endpoint = { method, prefix, path, scope, spec, standing: "documented" } as const;
    return [name, alsoChanges === undefined ? endpoint : { ...endpoint, alsoChanges }];
  });
  return Object.fromEntries(entries);
}

/** A route of the platform: where it is, who may call it, and the section of the spec. */
export interface Endpoint {
  readonly method: Method;
  readonly prefix: Prefix;
  /** Path below the prefix, with `{name}` placeholders as the spec writes them. */
  readonly path: string;
  readonly scope: Scope;
  /** Section of the spec the route is shown in; for an assumed route, the section that omits it. */
  readonly spec: string;
  readonly standing: "documented" | "assumed";
  /** Path of another object that the request changes; its placeholders are fields of the body. */
  readonly alsoChanges?: string;
}

/** The effect of repeating a request: it decides what may follow when its answer is lost. */
export type Effect =
  | "read"
  /** Makes another one: the platform has no idempotency keys (spec 4). */
  | "create"
  /** Leads to the same state again. */
  | "set"
  | "delete";

/** Last segments of the POST routes that set a state instead of creating something (spec 3). */
const settingRoutes = new Set(["action", "attach", "detach", "assign", "unassign", "share"]);

/** The effect of an endpoint, documented or assumed. */
export function effectOf({ method, path }: Endpoint): Effect {
  if (method === "GET") return "read";
  if (method === "DELETE") return "delete";
  const isSetting = settingRoutes.has(path.slice(path.lastIndexOf("/") + 1));
  return method === "POST" && !isSetting ? "create" : "set";
}
