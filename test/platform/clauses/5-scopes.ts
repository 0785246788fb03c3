import { blockOf } from "./block.ts";
import {
  alertRule,
  bucket,
  container,
  firewall,
  forward,
  invitation,
  network,
  poolVolume,
  server,
  volume,
} from "./bodies.ts";
import { type Clause, outside, same, tested } from "./clause.ts";
import type { World } from "./world.ts";

const scopes = [
  "instances:read",
  "instances:write",
  "networks:read",
  "networks:write",
  "storage:read",
  "storage:write",
  "monitoring:read",
] as const;
type Scope = (typeof scopes)[number];

const poolVolumes = "/api/v1/storage/pools/default/volumes";

type Deed = (world: World) => Promise<readonly [route: string, body?: unknown]>;

export const scopeClauses: readonly Clause[] = [
  ...scopes.map(nothingElse),
  scopeClause("list … instances", "instances:read", list("instances")),
  scopeClause("view instances", "instances:read", on("GET /api/v1/instances/web")),
  scopeClause(
    "(also listing port forwards)",
    "instances:read",
    on("GET /api/v1/instances/web/ports"),
  ),
  scopeClause("create", "instances:write", async () => ["POST /api/v1/instances", container("b")]),
  scopeClause("start", "instances:write", act("start", "stop")),
  scopeClause("stop", "instances:write", act("stop")),
  scopeClause("delete instances", "instances:write", async ({ ok, pass }) => {
    await ok("POST /api/v1/instances/web/action", { action: "stop" });
    pass(600);
    return ["DELETE /api/v1/instances/web"];
  }),
  scopeClause("(also changing port forwards)", "instances:write", async ({ ok }) => {
    const { last } = blockOf(await ok("GET /api/v1/instances/web"));
    return ["POST /api/v1/instances/web/ports", forward(last)];
  }),
  scopeClause("list networks", "networks:read", list("networks")),
  scopeClause("firewalls", "networks:read", list("firewalls")),
  outside("5", "DNS", "the API's specification shows no endpoint of DNS"),
  scopeClause("create … network resources", "networks:write", async () => [
    "POST /api/v1/networks",
    network(),
  ]),
  scopeClause("and modify network resources", "networks:write", async ({ id }) => [
    `PATCH /api/v1/firewalls/${await id("POST /api/v1/firewalls", firewall())}`,
    { inbound: [] },
  ]),
  scopeClause("list volumes", "storage:read", list("storage/pools/default/volumes")),
  scopeClause("and buckets", "storage:read", list("storage/buckets")),
  scopeClause("create … storage resources", "storage:write", async () => [
    "POST /api/v1/storage/buckets",
    bucket(),
  ]),
  scopeClause("and modify storage resources", "storage:write", async ({ ok }) => {
    await ok(`POST ${poolVolumes}`, poolVolume());
    return [`PATCH ${poolVolumes}/cache`, { config: { size: "20GiB" } }];
  }),
  scopeClause("read metrics", "monitoring:read", on("GET /api/v1/monitoring/metrics/web")),
  outside(
    "5",
    "monitoring:read … alert history",
    "the API's specification shows no endpoint of an alert history",
  ),
  tested("5", "* full access", async ({ as }) => {
    const { ok, list: listed } = as({ level: "Read", scopes: ["*"] });
    for (const path of ["instances", "networks", "firewalls", "storage/buckets"]) {
      await listed(`GET /api/v1/${path}`);
    }
    await ok("POST /api/v1/instances", container());
    await ok("POST /api/v1/networks", network());
    await ok("POST /api/v1/storage/buckets", bucket());
  }),
  tested("5", "Read GET requests only", async ({ as, id }) => {
    const path = `/v1/volumes/${await id("POST /v1/volumes", volume())}`;
    const { ok, refused } = as({ level: "Read" });
    for (const route of ["GET /v1/volumes", `GET ${path}`, "GET /v1/instances"]) await ok(route);
    await refused("POST /v1/volumes", volume("b"));
    await refused(`PATCH ${path}`, { size_gb: 20 });
    await refused(`DELETE ${path}`);
  }),
  tested("5", "Write create, update and delete resources", async ({ as }) => {
    const writer = as({ level: "Write" });
    const path = `/v1/volumes/${await writer.id("POST /v1/volumes", volume())}`;
    await writer.ok(`PATCH ${path}`, { size_gb: 20 });
    await writer.ok(`DELETE ${path}`);
  }),
  same("5", "cannot manage API keys", "5.4: or DELETE on the key with an admin key)"),
  outside("5", "or billing", "the API's specification shows no endpoint of billing"),
  tested("5", "Admin everything, including API keys", async ({ as, platform }) => {
    const { id } = platform.createKey({ level: "Read", scopes: [] });
    await as({ level: "Admin" }).ok("POST /v1/volumes", volume());
    await as({ level: "Admin" }).ok(`DELETE /v1/api-keys/${id}`);
  }),
  tested("5", "team members", async ({ as }) => {
    const route = "POST /v1/projects/proj_default/members";
    await as({ level: "Write" }).refused(route, invitation());
    await as({ level: "Admin" }).ok(route, invitation());
  }),
  outside("5", "and billing settings", "the API's specification shows no endpoint of billing"),
];

/** Requests of each scope; those without one are in no scope's words, so only some may allow them. */
const requests: readonly (readonly [allowedBy: readonly Scope[], route: string, body?: unknown])[] =
  [
    [["instances:read"], "GET /api/v1/instances"],
    [["instances:read"], "GET /api/v1/instances/web"],
    [["instances:read"], "GET /api/v1/instances/web/ports"],
    [["instances:write"], "POST /api/v1/instances", container("b")],
    [["instances:write"], "POST /api/v1/instances/web/action", { action: "stop" }],
    [["instances:write"], "DELETE /api/v1/instances/web"],
    [["instances:write"], "POST /api/v1/instances/web/ports", forward(20_001)],
    [["instances:write"], "DELETE /api/v1/instances/web/ports?protocol=tcp&public_port=20001"],
    [["networks:read"], "GET /api/v1/networks"],
    [["networks:read"], "GET /api/v1/firewalls"],
    [["networks:write"], "POST /api/v1/networks", network()],
    [["networks:write"], "POST /api/v1/firewalls", firewall()],
    [["storage:read"], "GET /api/v1/storage/buckets"],
    [["storage:write"], "POST /api/v1/storage/pools/default/volumes", poolVolume()],
    [["storage:write"], "POST /api/v1/storage/buckets", bucket()],
    [["monitoring:read"], "GET /api/v1/monitoring/metrics/web"],
    // Which scope these need is not shown: one that reads or writes something else is not it.
    [["storage:read", "storage:write"], "GET /api/v1/storage/pools"],
    [["monitoring:read"], "GET /api/v1/monitoring/alerts"],
    [["monitoring:read"], "POST /api/v1/monitoring/alerts", alertRule()],
    [["instances:write"], "POST /api/v2/servers", server()],
  ];

/** A key with this scope alone may do nothing that is another one's. */
function nothingElse(scope: Scope): Clause {
  return tested("5", scope, async (world) => {
    await world.container();
    const { refused } = world.as({ level: "Read", scopes: [scope] });
    for (const [allowedBy, route, body] of requests) {
      if (!allowedBy.includes(scope)) await refused(route, body);
    }
  });
}

/** A key with this scope alone may do it; one with all the others may not. */
function scopeClause(words: string, scope: Scope, deed: Deed): Clause {
  return tested("5", `${scope} … ${words}`, async (world) => {
    await world.container();
    const able = world.as({ level: "Read", scopes: [scope] });
    const [route, body] = await deed(world);
    const others = scopes.filter((other) => other !== scope);
    await world.as({ level: "Admin", scopes: others }).refused(route, body);
    await able.ok(route, body);
  });
}

function list(what: string): Deed {
  return on(`GET /api/v1/${what}`);
}

function on(route: string): Deed {
  return async () => [route];
}

/** The last action, after the others were done by somebody else. */
function act(action: string, ...before: readonly string[]): Deed {
  return async (world) => {
    for (const earlier of before) {
      await world.ok("POST /api/v1/instances/web/action", { action: earlier });
      world.pass(600);
    }
    return ["POST /api/v1/instances/web/action", { action }];
  };
}
