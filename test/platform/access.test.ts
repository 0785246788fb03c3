import { describe, expect, test } from "vitest";
import { resolveAssumptions } from "../../contract/assumptions.ts";
import type { KeyOptions, KeyScope, Level, Platform } from "../../platform/index.ts";
import { routesUnder } from "../../platform/kinds/index.ts";
import {
  certificateBody,
  containerBody,
  idOf,
  imageBody,
  instanceBody,
  newInstance,
  newWorld,
  type Send,
  sender,
  volumeBody,
} from "./support.ts";

const whole = { scopes: ["*"], level: "Admin" } as const;
const members = "/v1/projects/proj_default/members";

function keyFor(platform: Platform, options: Partial<KeyOptions>): Send {
  return sender(platform, platform.createKey({ ...whole, ...options }).key);
}

/** Sends a request that is refused for what it asks, unless the key is not good for it. */
async function ask(send: Send, route: string): Promise<number> {
  const path = route.replace("{project_id}", "proj_default").replace(/\{\w+\}/g, "x");
  return (await send(path, /^(GET|DELETE)/.test(route) ? undefined : {})).status;
}

/** Each route with what it needs: the least scope or level, and the roles that may use it. */
const everyRoute: readonly (readonly [needs: KeyScope | Level, roles: string, routes: string[]])[] =
  [
    [
      "instances:read",
      "owner admin developer viewer",
      [
        "GET /api/v1/instances",
        "GET /api/v1/instances/{name}",
        "GET /api/v1/instances/{name}/ports",
        "GET /api/v2/servers",
        "GET /api/v2/servers/{id}",
      ],
    ],
    [
      "instances:write",
      "owner admin developer",
      [
        "POST /api/v1/instances",
        "POST /api/v1/instances/{name}/action",
        "POST /api/v1/instances/{name}/ports",
        "POST /api/v2/servers",
        "POST /api/v2/servers/{id}/action",
      ],
    ],
    [
      "instances:write",
      "owner admin",
      [
        "DELETE /api/v1/instances/{name}",
        "DELETE /api/v1/instances/{name}/ports",
        "DELETE /api/v2/servers/{id}",
      ],
    ],
    [
      "networks:read",
      "owner admin developer viewer",
      [
        "GET /api/v1/networks",
        "GET /api/v1/networks/{id}",
        "GET /api/v1/firewalls",
        "GET /api/v1/firewalls/{id}",
      ],
    ],
    [
      "networks:write",
      "owner admin developer",
      ["POST /api/v1/networks", "POST /api/v1/firewalls", "PATCH /api/v1/firewalls/{id}"],
    ],
    [
      "networks:write",
      "owner admin",
      ["DELETE /api/v1/networks/{id}", "DELETE /api/v1/firewalls/{id}"],
    ],
    [
      "storage:read",
      "owner admin developer viewer",
      [
        "GET /api/v1/storage/pools",
        "GET /api/v1/storage/pools/{pool}/volumes",
        "GET /api/v1/storage/pools/{pool}/volumes/{name}",
        "GET /api/v1/storage/buckets",
        "GET /api/v1/storage/buckets/{name}",
      ],
    ],
    [
      "storage:write",
      "owner admin",
      [
        "POST /api/v1/storage/pools/{pool}/volumes",
        "PATCH /api/v1/storage/pools/{pool}/volumes/{name}",
        "DELETE /api/v1/storage/pools/{pool}/volumes/{name}",
        "POST /api/v1/storage/buckets",
        "DELETE /api/v1/storage/buckets/{name}",
      ],
    ],
    [
      "monitoring:read",
      "owner admin developer viewer",
      [
        "GET /api/v1/monitoring/metrics/{name}",
        "GET /api/v1/monitoring/alerts",
        "GET /api/v1/monitoring/alerts/{id}",
      ],
    ],
    // No scope of spec 5 allows to write them.
    [
      "*",
      "owner admin",
      ["POST /api/v1/monitoring/alerts", "DELETE /api/v1/monitoring/alerts/{id}"],
    ],
    [
      "Read",
      "owner admin developer viewer",
      [
        "GET /v1/instances",
        "GET /v1/volumes/{id}",
        "GET /v1/projects/{project_id}/members",
        "GET /v1/api-keys",
      ],
    ],
    [
      "Write",
      "owner admin developer",
      [
        "POST /v1/instances",
        "POST /v1/instances/{id}/action",
        "POST /v1/floating-ips",
        "POST /v1/floating-ips/{id}/assign",
        "POST /v1/load-balancers",
        "PATCH /v1/load-balancers/{id}",
      ],
    ],
    [
      "Write",
      "owner admin",
      [
        "DELETE /v1/instances/{id}",
        "DELETE /v1/floating-ips/{id}",
        "POST /v1/volumes",
        "PATCH /v1/volumes/{id}",
        "POST /v1/volumes/{id}/attach",
        "DELETE /v1/volumes/{id}",
        "POST /v1/images",
        "POST /v1/images/{id}/share",
        "POST /v1/certificates",
      ],
    ],
    [
      "Admin",
      "owner admin",
      [
        "DELETE /v1/api-keys/{key_id}",
        "POST /v1/projects/{project_id}/members",
        "PATCH /v1/projects/{project_id}/members/{id}",
        "DELETE /v1/projects/{project_id}/members/{id}",
      ],
    ],
  ];

describe("spec 5: what each route needs", () => {
  const all: readonly KeyScope[] = [
    ...(["instances:read", "instances:write", "networks:read", "networks:write"] as const),
    ...(["storage:read", "storage:write", "monitoring:read"] as const),
  ];
  const levels: readonly Level[] = ["Read", "Write", "Admin"];
  const rows = everyRoute.flatMap(([needs, who, routes]) =>
    routes.map((route) => ({ route, needs, who })),
  );

  test.each(rows)("$route: $needs, for $who", async ({ route, needs, who }) => {
    const { platform, send } = newWorld();
    const isLevel = (need: string): need is Level => levels.some((level) => level === need);
    const statusOf = (options: Partial<KeyOptions>) => ask(keyFor(platform, options), route);
    if (isLevel(needs)) {
      const fewer = levels.slice(0, levels.indexOf(needs));
      for (const level of fewer) expect(await statusOf({ level }), level).toBe(403);
      expect(await statusOf({ level: needs, scopes: [] })).not.toBe(403);
    } else {
      const others = all.filter((scope) => scope !== needs);
      expect(await statusOf({ scopes: others })).toBe(403);
      expect(await statusOf({ scopes: [needs], level: "Read" })).not.toBe(403);
      expect(await statusOf({ scopes: ["*"] })).not.toBe(403);
    }
    const may: string[] = [];
    for (const role of ["owner", "admin", "developer", "viewer"]) {
      const member = await newMember(platform, send, role);
      if ((await statusOf({ member })) !== 403) may.push(role);
    }
    expect(may.join(" ")).toBe(who);
  });

  test("a key without scopes and of the lowest level uses nothing but what Read allows", async () => {
    const { platform } = newWorld({ defaults: { ratePerMinute: null } });
    const lowest = keyFor(platform, { scopes: [], level: "Read" });
    const served = routesUnder(resolveAssumptions({}));
    expect(served.length).toBeGreaterThan(60);
    for (const { method, prefix, path } of served.map(({ endpoint }) => endpoint)) {
      const route = `${method} ${prefix}${path}`;
      const isAllowed = prefix === "/v1" && method === "GET";
      expect((await ask(lowest, route)) === 403, route).toBe(!isAllowed);
    }
  });

  test("a refusal names the key and what it lacks, and nothing was done", async () => {
    const { platform, send } = newWorld();
    const refused = async (options: Partial<KeyOptions>, route: string, body: object) => {
      const { id, key } = platform.createKey({ ...whole, ...options });
      const answer = await sender(platform, key)(route, body);
      expect(answer.status).toBe(403);
      return String(Object(answer.body).error).replace(id, "K");
    };
    const container = ["POST /api/v1/instances", containerBody()] as const;
    expect(await refused({ scopes: ["instances:read"] }, ...container)).toBe(
      'API key "K" may not POST /api/v1/instances: it lacks instances:write',
    );
    expect(await refused({ level: "Read" }, "POST /v1/volumes", volumeBody())).toBe(
      'API key "K" may not POST /v1/volumes: it lacks Write',
    );
    const member = await newMember(platform, send, "viewer");
    expect(await refused({ member }, "POST /v1/volumes", volumeBody())).toBe(
      'API key "K" may not POST /v1/volumes: it acts as viewer',
    );
    expect(platform.snapshot()).toMatchObject({ container: [], volume: [] });
  });
});

describe("spec 2.12, 5: members", () => {
  test("an admin manages all but owners", async () => {
    const { platform, send } = newWorld();
    const admin = keyFor(platform, { member: await newMember(platform, send, "admin") });
    const owner = await newMember(platform, send, "owner");
    const viewer = await newMember(platform, send, "viewer");
    const status = async (route: string, body?: object) => (await admin(route, body)).status;
    const invited = { email: "new@example.test", role: "owner" };
    expect(await status(`POST ${members}`, invited)).toBe(403);
    expect(await status(`PATCH ${members}/${viewer}`, { role: "owner" })).toBe(403);
    expect(await status(`PATCH ${members}/${owner}`, { role: "viewer" })).toBe(403);
    expect(await status(`DELETE ${members}/${owner}`)).toBe(403);
    expect(await status(`POST ${members}`, { ...invited, role: "admin" })).toBe(201);
    expect(await status(`PATCH ${members}/${viewer}`, { role: "developer" })).toBe(200);
    expect(await status(`DELETE ${members}/${viewer}`)).toBe(204);
  });

  test("an invitation is open, accepted or expired, in the words assumed for that", async () => {
    const { send, clock, platform } = newWorld({
      assumptions: { "words.expired": ["lapsed"], "words.ready": ["member"] },
    });
    const invite = (email: string) => send(`POST ${members}`, { email, role: "viewer" });
    const statuses = async () =>
      Object((await send(`GET ${members}`)).body).map(({ status }: { status: string }) => status);
    await invite("ada@example.test");
    await invite("bo@example.test");
    expect(await statuses()).toEqual(["pending", "pending"]);
    platform.acceptInvitation("ADA@example.test");
    clock.pass(48 * 3600);
    expect(await statuses()).toEqual(["member", "lapsed"]);
    expect(() => platform.acceptInvitation("bo@example.test")).toThrow("none to");
    expect((await invite("bo@example.test")).status).toBe(201);
  });

  test.each([
    [false, "has an open invitation already"],
    [true, "is a member already"],
  ])("nobody is invited twice; accepted: %s", async (isAccepted, why) => {
    const { send, platform } = newWorld();
    await send(`POST ${members}`, { email: "ada@example.test", role: "viewer" });
    if (isAccepted) platform.acceptInvitation("ada@example.test");
    expect(
      await send(`POST ${members}`, { email: "Ada@Example.test", role: "admin" }),
    ).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`"Ada@Example.test" ${why}`) },
    });
  });

  test("a key acts with its member's role at the time, in the member's project, as long as there is one", async () => {
    const { platform, send } = newWorld();
    const { id: project } = platform.createProject("shop");
    const path = `/v1/projects/${project}/members`;
    const member = idOf(await send(`POST ${path}`, { email: "ada@example.test", role: "viewer" }));
    const noMember = `there is no member "${member}" who has accepted`;
    expect(() => keyFor(platform, { member })).toThrow(noMember);
    platform.acceptInvitation("ada@example.test");
    expect(() => keyFor(platform, { member, project: "proj_default" })).toThrow("is no member of");
    const own = keyFor(platform, { member });
    await send("POST /v1/floating-ips", { region: "eu" });
    expect((await own("GET /v1/floating-ips")).body).toEqual([]);
    expect((await own(`GET ${members}`)).status).toBe(404);
    expect((await own("POST /v1/floating-ips", { region: "eu" })).status).toBe(403);
    await send(`PATCH ${path}/${member}`, { role: "developer" });
    expect((await own("POST /v1/floating-ips", { region: "eu" })).status).toBe(201);
    await send(`DELETE ${path}/${member}`);
    expect((await own("GET /v1/floating-ips")).status).toBe(401);
  });
});

describe("spec 2.11: keys", () => {
  test("the list shows what each may do, where and until when, and no value", async () => {
    const { platform, send, clock } = newWorld();
    const expiresAt = new Date(clock.now() + 60_000);
    const { id, key } = platform.createKey({
      ...{ name: "backup", scopes: ["storage:read"], level: "Write" },
      ...{ project: "proj_default", expiresAt },
    });
    const { body } = await send("GET /v1/api-keys");
    const wide = { scope: "account-wide", project_id: null, member_id: null, expires_at: null };
    const first = { name: "first key", permission: "Admin", scopes: ["*"], ...wide };
    expect(body).toEqual([
      { id: expect.stringMatching(/^key_[0-9a-z]{16}$/), ...first },
      {
        ...{ id, name: "backup", permission: "Write", scopes: ["storage:read"] },
        ...{ scope: "project-scoped", project_id: "proj_default", member_id: null },
        expires_at: "2026-01-01T00:01:00.000Z",
      },
    ]);
    for (const value of [key, platform.rootKey]) expect(JSON.stringify(body)).not.toContain(value);
    // The first one was there from the start.
    expect(platform.snapshot().apiKey).toMatchObject([{ id }]);
  });

  test("spec 5.4: the first one is revoked like any, and a reset brings it back", async () => {
    const { platform, send } = newWorld();
    const [first] = platform.keys();
    expect((await send(`DELETE /v1/api-keys/${first?.["id"]}`)).status).toBe(204);
    expect((await send("GET /v1/volumes")).status).toBe(401);
    platform.reset();
    expect((await send("GET /v1/api-keys")).body).toEqual([first]);
  });
});

/** How an object of each kind is made and named. */
const kinds: readonly (readonly [path: string, body: object, name?: string])[] = [
  ["/api/v1/instances", containerBody("box"), "box"],
  ["/v1/instances", instanceBody()],
  ["/api/v2/servers", { name: "web", size: "small" }],
  ["/v1/volumes", volumeBody()],
  ["/v1/images", imageBody()],
  ["/v1/floating-ips", { region: "eu" }],
  ["/v1/certificates", certificateBody()],
  ["/api/v1/networks", { name: "net" }],
  ["/api/v1/firewalls", { name: "edge" }],
  ["/api/v1/storage/buckets", { name: "files" }, "files"],
  ["/api/v1/storage/pools/default/volumes", { name: "a", config: { size: "1GiB" } }, "a"],
  [
    "/api/v1/monitoring/alerts",
    { name: "busy", metric: "cpu_percent", condition: "gt", threshold: 9, channels: "email" },
  ],
];

/** A world with two projects, and a key that is kept to each. */
function twoProjects() {
  const world = newWorld();
  const { platform } = world;
  const keyOf = (name: string) => keyFor(platform, { project: platform.createProject(name).id });
  return { ...world, shop: keyOf("shop"), blog: keyOf("blog") };
}

describe("spec 5: projects", () => {
  test.each(kinds)("%s: an object is one of its project alone", async (path, body, name) => {
    const { send, shop, blog, clock } = twoProjects();
    const made = await shop(`POST ${path}${path === "/v1/images" ? "/import" : ""}`, body);
    expect(made.status).toBe(201);
    clock.pass(60);
    const one = `${path}/${name ?? idOf(made)}`;
    for (const own of [shop, send]) {
      expect((await own(`GET ${path}`)).body).toHaveLength(1);
      expect((await own(`GET ${one}`)).status).toBe(200);
    }
    expect((await blog(`GET ${path}`)).body).toEqual([]);
    for (const method of ["GET", "DELETE"]) {
      const unseen = await blog(`${method} ${one}`);
      const error = expect.stringMatching(/ not found$/);
      expect(unseen).toMatchObject({ status: 404, body: { error } });
    }
    expect((await shop(`GET ${path}`)).body).toHaveLength(1);
  });

  test("an account-wide key makes objects of the first one", async () => {
    const { platform, send, shop } = twoProjects();
    await send("POST /v1/volumes", volumeBody());
    const first = keyFor(platform, { project: "proj_default" });
    expect((await first("GET /v1/volumes")).body).toHaveLength(1);
    expect((await shop("GET /v1/volumes")).body).toEqual([]);
  });

  test("a key refers to objects of its project only", async () => {
    const { shop, blog } = twoProjects();
    const instance_id = await newInstance(shop);
    const volume = idOf(await blog("POST /v1/volumes", volumeBody()));
    const error = `instance "${instance_id}" not found`;
    const refused = await blog(`POST /v1/volumes/${volume}/attach`, { instance_id });
    expect(refused).toMatchObject({ status: 404, body: { error } });
  });

  test("names and ports are given once in the account", async () => {
    const { shop, blog } = twoProjects();
    const ports = ["one", "two"].map(async (name) => {
      const made = await (name === "one" ? shop : blog)(
        "POST /api/v1/instances",
        containerBody(name),
      );
      return Object(made.body).port_block.first_port;
    });
    expect(await Promise.all(ports)).toEqual([20_000, 20_010]);
    expect((await shop("POST /v1/volumes", volumeBody())).status).toBe(201);
    expect((await blog("POST /v1/volumes", volumeBody())).status).toBe(409);
  });

  test("one is there from the first moment; others are made with an id like its own", () => {
    const { platform } = newWorld();
    const first = [{ id: "proj_default", name: "default" }];
    expect(platform.projects()).toEqual(first);
    const made = platform.createProject("shop");
    expect(made).toEqual({ id: expect.stringMatching(/^proj_[0-9a-z]{16}$/), name: "shop" });
    expect(platform.createProject("x", { id: "proj_x" }).id).toBe("proj_x");
    for (const id of ["proj_default", "shop", "proj_", "proj_a/b"]) {
      expect(() => platform.createProject("y", { id })).toThrow(
        'The project "y" was not created: ',
      );
    }
    platform.reset();
    expect(platform.projects()).toEqual(first);
  });
});

/** A member who has accepted; gives the member's id. */
async function newMember(platform: Platform, send: Send, role: string): Promise<string> {
  const email = `${role}@example.test`;
  const id = idOf(await send(`POST ${members}`, { email, role }));
  platform.acceptInvitation(email);
  return id;
}
