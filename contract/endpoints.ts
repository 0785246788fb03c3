import type { Endpoint, Prefix } from "./endpoint.ts";
import type { Row } from "./kind.ts";
import { type Kind, kinds } from "./kinds/_all.ts";

export type { Endpoint, Method, Prefix, Scope } from "./endpoint.ts";
/** The kinds of things resources stand for; all but a health gate are the platform's. */
export type { Kind } from "./kinds/_all.ts";

/** What the routes of a kind are for, by its documented rows and by those taken as true. */
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

/** The list of machines under a prefix, which answers whenever the platform does (spec 4); undefined where none is documented. */
export function machinesUnder(prefix: Prefix): Endpoint | undefined {
  return [endpoints.container.list, endpoints.instance.list].find((list) => list.prefix === prefix);
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
