import ts from "typescript";
import { defaultAssumptions } from "../../contract/assumptions.ts";
import { type Endpoint, endpoints, type Kind } from "../../contract/endpoints.ts";
import { findRoute, type Verb } from "../../contract/routes.ts";
import type { Definition } from "../../provider/definition/definition.ts";
import { descendants } from "./syntax.ts";

/** A request that a class or a lookup may send. */
export interface Use {
  /** What it is for, by its name among the endpoints: create, get, attach, … */
  readonly purpose: string;
  readonly endpoint: Endpoint;
}

/** Classes and lookups by name, with the requests each may send. */
export type Users = ReadonlyMap<string, readonly Use[]>;

/** Purposes in the order they are shown in; any other one stands before `update`. */
const before = ["create", "import", "list", "get"];
const after = ["update", "action", "unassign", "detach", "delete"];

/** `METHOD /prefix/path`. */
export function requestText({ method, prefix, path }: Endpoint): string {
  return `${method} ${prefix}${path}`;
}

/** The endpoints that the specification shows, by its section and their path. */
export function documentedEndpoints(): readonly Endpoint[] {
  const all = Object.values(endpoints).flatMap((kind) => Object.values<Endpoint>(kind));
  const place = ({ spec, path }: Endpoint) => `${spec} ${path}`;
  return all.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

/** What a class may send: by the general rules of the lifecycle, and by what its own files call. */
export function classUses(definition: Definition, files: readonly ts.SourceFile[]): readonly Use[] {
  const own = files.flatMap((file) => sourceUses(file, definition.kind));
  const uses = new Map([...own, ...lifecycleUses(definition)].map((use) => [keyOf(use), use]));
  return [...uses.values()].sort((left, right) => rank(left) - rank(right));
}

/**
 * What a file calls: every `endpoints.<kind>.<name>`, `session.route(kind, verb)` and
 * `session.lookUp(kind, id)`. A kind that is no literal is the kind of the class it acts for.
 */
export function sourceUses(file: ts.SourceFile, own?: Kind): readonly Use[] {
  return descendants(file).flatMap((node) => {
    if (ts.isPropertyAccessExpression(node)) return endpointAt(node);
    return ts.isCallExpression(node) ? callUses(node, own) : [];
  });
}

function callUses({ expression, arguments: given }: ts.CallExpression, own?: Kind): readonly Use[] {
  const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
  const [first, second] = given;
  const kind = first && ts.isStringLiteral(first) ? kindNamed(first.text) : own;
  if (kind === undefined) return [];
  if (called === "lookUp") return lookUpUses(kind);
  const verb = second && ts.isStringLiteral(second) ? second.text : "";
  return called === "route" ? routeUses(kind, verb) : [];
}

/** The documented endpoints that nothing uses, as texts. */
export function unusedEndpoints(
  users: Users,
  all: readonly Endpoint[] = documentedEndpoints(),
): readonly string[] {
  const used = new Set([...users.values()].flat().map(({ endpoint }) => requestText(endpoint)));
  return all.map(requestText).filter((request) => !used.has(request));
}

/** Verbs for which no hook says otherwise. */
function lifecycleUses(definition: Definition): readonly Use[] {
  const { kind, createEndpoint } = definition;
  const isUpdatable = Object.values(definition.changes).some(({ on }) => on === "update");
  const created = createEndpoint
    ? [{ purpose: "create", endpoint: createEndpoint }]
    : routeUses(kind, "create");
  return [
    ...(definition.create ? [] : created),
    ...(definition.observe ? [] : lookUpUses(kind)),
    ...(definition.update || !isUpdatable ? [] : routeUses(kind, "update")),
    ...(definition.remove ? [] : routeUses(kind, "delete")),
  ];
}

/** As in `provider/lifecycle/existence/lookup.ts`: an assumed list is asked only where nothing reads one object. */
function lookUpUses(kind: Kind): readonly Use[] {
  const get = routeUses(kind, "get");
  const list = routeUses(kind, "list");
  const isAsked = get.length === 0 || list[0]?.endpoint.standing === "documented";
  return [...(isAsked ? list : []), ...get];
}

function routeUses(kind: Kind, verb: string): readonly Use[] {
  const endpoint = isVerb(verb) ? findRoute(kind, verb, defaultAssumptions) : undefined;
  return endpoint === undefined ? [] : [{ purpose: verb, endpoint }];
}

/** `endpoints.<kind>.<name>` as the endpoint it stands for. */
function endpointAt(node: ts.PropertyAccessExpression): readonly Use[] {
  const { expression: inner, name } = node;
  if (!ts.isPropertyAccessExpression(inner) || inner.expression.getText() !== "endpoints")
    return [];
  const kind = kindNamed(inner.name.text);
  const table: Readonly<Record<string, Endpoint>> = kind === undefined ? {} : endpoints[kind];
  const endpoint = table[name.text];
  return endpoint === undefined ? [] : [{ purpose: name.text, endpoint }];
}

function kindNamed(text: string): Kind | undefined {
  const isKind = (name: string): name is Kind => name in endpoints;
  return isKind(text) ? text : undefined;
}

function isVerb(text: string): text is Verb {
  const verbs: readonly string[] = ["list", "get", "create", "update", "delete", "action"];
  return verbs.includes(text);
}

function keyOf({ endpoint }: Use): string {
  return requestText(endpoint);
}

function rank({ purpose }: Use): number {
  if (before.includes(purpose)) return before.indexOf(purpose);
  return before.length + 1 + after.indexOf(purpose);
}
