import { created, gone, lookUp, one, time, unset } from "./answer.ts";
import {
  type Area,
  type Call,
  type Need,
  type Prefix,
  parameter,
  Refusal,
  type Reply,
  type Route,
} from "./call.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { type Fields, listOf, type Platform, type Thing, text } from "./store.ts";

const ADMIN: Need = { scope: "*", level: "Admin" };
const LEVELS = ["Read", "Write", "Admin"];

function view(platform: Platform, thing: Thing): Fields {
  const expires = thing.fields["expires_at"];
  return {
    scope: thing.fields["scope"],
    permission: thing.fields["permission"],
    // §2.11: the value "is shown once, at creation".
    ...(platform.choices.secretsLater === "masked"
      ? { key: `${text(thing.fields["value"]).slice(0, 6)}********` }
      : {}),
    ...unset(
      platform.choices,
      "expires_at",
      typeof expires === "number" ? time(expires) : undefined,
    ),
  };
}

const AREA: Area = {
  kind: "api_key",
  singular: "api_key",
  plural: "api_keys",
  label: "API key",
  view,
  brief: ["scope", "permission"],
};

export interface KeyWish {
  readonly name: string;
  /** §5: the scope strings for /api/v1. */
  readonly scopes: readonly string[];
  /** §5: the level for /v1; no mapping from one to the other is shown, so a key has both. */
  readonly permission: "Read" | "Write" | "Admin";
  readonly scope?: "project" | "account";
  readonly expiresAt?: number;
}

export function issue(
  platform: Platform,
  organization: string,
  wish: KeyWish & { builtin?: boolean },
): Thing {
  const fields: Fields = {
    scopes: wish.scopes,
    permission: wish.permission,
    scope: wish.scope ?? "account",
    value: `sk_${platform.dice.word(32)}`,
    ...(wish.expiresAt === undefined ? {} : { expires_at: wish.expiresAt }),
  };
  return platform.add({
    kind: "api_key",
    organization,
    name: wish.name,
    fields,
    builtin: wish.builtin ?? false,
  });
}

/** §5.1, §5.3, §5.4: a bearer key that exists and is not expired; a revoked one is gone at once. */
export function authenticate(platform: Platform, header: string): Thing {
  const value = /^Bearer +(\S+)$/i.exec(header)?.[1];
  for (const thing of platform.things) {
    if (thing.kind !== "api_key" || value === undefined || thing.fields["value"] !== value)
      continue;
    const expires = thing.fields["expires_at"];
    if (typeof expires !== "number" || expires > platform.now()) return thing;
  }
  throw new Refusal(401, "API key is missing, unknown or revoked");
}

function hasScope(key: Thing, scope: string): boolean {
  const scopes = listOf(key.fields["scopes"]);
  return scopes.includes("*") || scopes.includes(scope);
}

function hasLevel(key: Thing, level: Need["level"]): boolean {
  return LEVELS.indexOf(text(key.fields["permission"])) >= LEVELS.indexOf(level);
}

/** §5: scopes count on /api/v1, levels on /v1; for /api/v2 the spec is silent. */
export function authorize(key: Thing, asked: { prefix: Prefix; need: Need; what: string }): void {
  const { prefix, need } = asked;
  const byScope = prefix !== "/v1";
  if (byScope ? hasScope(key, need.scope) : hasLevel(key, need.level)) return;
  const lacking = byScope ? `scope ${need.scope}` : `permission ${need.level}`;
  throw new Refusal(403, `API key ${key.name} lacks ${lacking} for ${asked.what}`);
}

/** §4.2, §5.4: takes effect immediately, whatever deletions otherwise take. */
function revoke(call: Call): Reply {
  const thing = lookUp(call, AREA, parameter(call, "key"));
  call.platform.drop(thing);
  return gone(call, AREA, thing);
}

/** Not shown (§5, last line); where it exists it takes the fields of §2.11. */
function create(call: Call): Reply {
  const form = new Form(call, "API key");
  const name = form.text("name", { required: true }) ?? "";
  const scope = form.text("scope", { oneOf: ["project", "account"] });
  const permission = form.text("permission", { required: true, oneOf: LEVELS });
  const expiry = form.text("expires_at");
  const expiresAt = Date.parse(expiry ?? "");
  if (expiry !== undefined && Number.isNaN(expiresAt)) form.problem("expires_at must be a date");
  form.strict();
  form.done();
  const level = permission === "Admin" || permission === "Write" ? permission : "Read";
  const scopes =
    level === "Read"
      ? ["instances:read", "networks:read", "storage:read", "monitoring:read"]
      : ["*"];
  const thing = issue(call.platform, call.organization, {
    name,
    scopes,
    permission: level,
    scope: scope === "project" ? "project" : "account",
    ...(expiry === undefined ? {} : { expiresAt }),
  });
  return created(call, AREA, { thing, shown: { key: thing.fields["value"] } });
}

export function keyRoutes(platform: Platform): Route[] {
  const base = "/v1/api-keys";
  const all = (call: Call): Thing[] => call.platform.of("api_key", call.organization);
  return [
    { method: "DELETE", path: `${base}/:key`, need: ADMIN, run: revoke },
    ...open(
      platform,
      { name: "api_key.list", base },
      { need: ADMIN, run: (call) => listed(call, AREA, all(call)) },
    ),
    ...open(
      platform,
      { name: "api_key.get", base },
      { need: ADMIN, run: (call) => one(call, AREA, lookUp(call, AREA, parameter(call, "key"))) },
    ),
    ...open(platform, { name: "api_key.create", base }, { need: ADMIN, run: create }),
  ];
}
