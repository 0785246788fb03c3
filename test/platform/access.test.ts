import { describe, expect, test } from "vitest";
import { resolveAssumptions } from "../../contract/assumptions.ts";
import type { KeyOptions, KeyScope, Level, Platform } from "../../platform/index.ts";
import { servedRoutes } from "../../platform/kinds/index.ts";
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

const members = "/v1/projects/proj_default/members";

function keyFor(platform: Platform, options: Partial<KeyOptions>): Send {
  return sender(platform, platform.createKey({ scopes: ["*"], level: "Admin", ...options }).key);
}

/** Sends a request that is refused for what it asks, unless the key is not good for it. */
async function ask(send: Send, route: string): Promise<number> {
  const path = route.replace("{project_id}", "proj_default").replace(/\{\w+\}/g, "x");
  return (await send(path, /^(GET|DELETE)/.test(route) ? undefined : {})).status;
}

/** The rights that each route needs: the least scope or level, and the roles that may use it. */
const rights = `
instances:read   owner admin developer viewer  GET /api/v1/instances, GET /api/v1/instances/{name}, GET /api/v1/instances/{name}/ports, GET /api/v2/servers, GET /api/v2/servers/{id}
instances:write  owner admin developer         POST /api/v1/instances, POST /api/v1/instances/{name}/action, POST /api/v1/instances/{name}/ports, POST /api/v2/servers, POST /api/v2/servers/{id}/action
instances:write  owner admin                   DELETE /api/v1/instances/{name}, DELETE /api/v1/instances/{name}/ports, DELETE /api/v2/servers/{id}
networks:read    owner admin developer viewer  GET /api/v1/networks, GET /api/v1/networks/{id}, GET /api/v1/firewalls, GET /api/v1/firewalls/{id}
networks:write   owner admin developer         POST /api/v1/networks, POST /api/v1/firewalls, PATCH /api/v1/firewalls/{id}
networks:write   owner admin                   DELETE /api/v1/networks/{id}, DELETE /api/v1/firewalls/{id}
storage:read     owner admin developer viewer  GET /api/v1/storage/pools, GET /api/v1/storage/pools/{pool}/volumes, GET /api/v1/storage/pools/{pool}/volumes/{name}, GET /api/v1/storage/buckets, GET /api/v1/storage/buckets/{name}
storage:write    owner admin                   POST /api/v1/storage/pools/{pool}/volumes, PATCH /api/v1/storage/pools/{pool}/volumes/{name}, DELETE /api/v1/storage/pools/{pool}/volumes/{name}, POST /api/v1/storage/buckets, DELETE /api/v1/storage/buckets/{name}
monitoring:read  owner admin developer viewer  GET /api/v1/monitoring/metrics/{name}, GET /api/v1/monitoring/alerts, GET /api/v1/monitoring/alerts/{id}
*                owner admin                   POST /api/v1/monitoring/alerts, DELETE /api/v1/monitoring/alerts/{id}
Read             owner admin developer viewer  GET /v1/instances, GET /v1/volumes/{id}, GET /v1/projects/{project_id}/members, GET /v1/api-keys
Write            owner admin developer         POST /v1/instances, POST /v1/instances/{id}/action, POST /v1/floating-ips, POST /v1/floating-ips/{id}/assign, POST /v1/load-balancers, PATCH /v1/load-balancers/{id}
Write            owner admin                   DELETE /v1/instances/{id}, DELETE /v1/floating-ips/{id}, POST /v1/volumes, PATCH /v1/volumes/{id}, POST /v1/volumes/{id}/attach, DELETE /v1/volumes/{id}, POST /v1/images, POST /v1/images/{id}/share, POST /v1/certificates
Admin            owner admin                   DELETE /v1/api-keys/{key_id}, POST /v1/projects/{project_id}/members, PATCH /v1/projects/{project_id}/members/{id}, DELETE /v1/projects/{project_id}/members/{id}
`;

describe("spec 5: what each route needs", () => {
  const all: readonly KeyScope[] = [
    ...(["instances:read", "instances:write", "networks:read", "networks:write"] as const),
    ...(["storage:read", "storage:write", "monitoring:read", "*"] as const),
  ];
  const levels: readonly Level[] = ["Read", "Write", "Admin"];
  const rows = rights
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [needs = "", who = "", routes = ""] = line.split(/ {2,}/);
      return routes.split(", ").map((route) => ({ route, needs, who }));
    });

  test.each(rows)("$route: $needs, for $who", async ({ route, needs, who }) => {
    const { platform, send } = newWorld();
    const statusOf = (options: Partial<KeyOptions>) => ask(keyFor(platform, options), route);
    const level = levels.find((known) => known === needs);
    if (level !== undefined) {
      const fewer = levels.slice(0, levels.indexOf(level));
      for (const lower of fewer) expect(await statusOf({ level: lower }), lower).toBe(403);
      expect(await statusOf({ level, scopes: [] })).not.toBe(403);
    } else {
      const scopes = all.filter((scope) => scope === needs);
      const others = all.filter((scope) => scope !== needs && scope !== "*");
      expect(await statusOf({ scopes: others })).toBe(403);
      expect(await statusOf({ scopes, level: "Read" })).not.toBe(403);
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
    const served = servedRoutes(resolveAssumptions({}), "all");
    expect(served.length).toBeGreaterThan(60);
    for (const { method, prefix, path } of served.map(({ endpoint }) => endpoint)) {
      const route = `${method} ${prefix}${path}`;
      const isAllowed = prefix === "/v1" && method === "GET";
      expect((await ask(lowest, route)) === 403, route).toBe(!isAllowed);
    }
  });

  test.each([
    [{ scopes: ["instances:read"] }, "POST /api/v1/instances", "it lacks instances:write"],
    [{ level: "Read" }, "POST /v1/volumes", "it lacks Write"],
    [{ member: "viewer" }, "POST /v1/volumes", "it acts as viewer"],
  ] as const)("%j: %s is refused, as %s", async (options, route, why) => {
    const { platform, send } = newWorld();
    const member = "member" in options ? { member: await newMember(platform, send, "viewer") } : {};
    const rest = { scopes: ["*"], level: "Admin" } as const;
    const { id, key } = platform.createKey({ ...rest, ...options, ...member });
    const answer = await sender(platform, key)(route, volumeBody());
    const error = `API key "${id}" may not ${route}: ${why}`;
    expect(answer).toMatchObject({ status: 403, body: { error } });
  });
});

describe("spec 2.12, 5: members", () => {
  test("an admin manages all but owners", async () => {
    const { platform, send } = newWorld();
    const admin = keyFor(platform, { member: await newMember(platform, send, "admin") });
    const owner = await newMember(platform, send, "owner");
    const viewer = await newMember(platform, send, "viewer");
    const invited = { email: "new@example.test", role: "owner" };
    for (const [route, body, status] of [
      [`POST ${members}`, invited, 403],
      [`PATCH ${members}/${viewer}`, { role: "owner" }, 403],
      [`PATCH ${members}/${owner}`, { role: "viewer" }, 403],
      [`DELETE ${members}/${owner}`, undefined, 403],
      [`POST ${members}`, { ...invited, role: "admin" }, 201],
      [`PATCH ${members}/${viewer}`, { role: "developer" }, 200],
      [`DELETE ${members}/${viewer}`, undefined, 204],
    ] as const) {
      expect((await admin(route, body)).status, route).toBe(status);
    }
  });

  test("nobody is invited twice; an invitation is open, accepted or expired, in the words assumed", async () => {
    const { send, clock, platform } = newWorld({
      assumptions: { "words.expired": ["lapsed"], "words.ready": ["member"] },
    });
    const invite = (email: string) => send(`POST ${members}`, { email, role: "viewer" });
    await invite("ada@example.test");
    await invite("bo@example.test");
    const open = '"Ada@Example.test" has an open invitation already';
    const again = await invite("Ada@Example.test");
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining(open) } });
    platform.acceptInvitation("ADA@example.test");
    expect((await invite("ada@example.test")).status).toBe(409);
    clock.pass(48 * 3600);
    const { body } = await send(`GET ${members}`);
    expect(body).toMatchObject([{ status: "member" }, { status: "lapsed" }]);
    expect(() => platform.acceptInvitation("bo@example.test")).toThrow("none to");
    expect((await invite("bo@example.test")).status).toBe(201);
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

describe("spec 5: projects", () => {
  /** A platform with two projects, and a key that is kept to each. */
  function twoProjects() {
    const world = newWorld();
    const { platform } = world;
    const keyOf = (name: string) => keyFor(platform, { project: platform.createProject(name).id });
    return { ...world, shop: keyOf("shop"), blog: keyOf("blog") };
  }

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
      const error = expect.stringMatching(/ not found$/);
      expect(await blog(`${method} ${one}`)).toMatchObject({ status: 404, body: { error } });
    }
    expect((await shop(`GET ${path}`)).body).toHaveLength(1);
  });

  test("a key refers to objects of its project only; names and ports are given once in the account", async () => {
    const { send, shop, blog } = twoProjects();
    const instance_id = await newInstance(shop);
    const volume = idOf(await blog("POST /v1/volumes", volumeBody()));
    const error = `instance "${instance_id}" not found`;
    const refused = await blog(`POST /v1/volumes/${volume}/attach`, { instance_id });
    expect(refused).toMatchObject({ status: 404, body: { error } });
    expect((await shop("POST /v1/volumes", volumeBody())).status).toBe(409);
    for (const [own, first_port] of [
      [shop, 20_000],
      [blog, 20_010],
    ] as const) {
      const made = await own("POST /api/v1/instances", containerBody(`c${first_port}`));
      expect(made.body).toMatchObject({ port_block: { first_port } });
    }
    // An account-wide key makes objects of the first project.
    await send("POST /v1/volumes", volumeBody("wide"));
    expect((await shop("GET /v1/volumes")).body).toEqual([]);
  });

  test("one is there from the first moment; others are made with an id like its own", () => {
    const { platform } = newWorld();
    expect(platform.projects()).toEqual([{ id: "proj_default", name: "default" }]);
    expect(platform.createProject("shop").id).toMatch(/^proj_[0-9a-z]{16}$/);
    expect(platform.createProject("x", { id: "proj_x" }).id).toBe("proj_x");
    for (const id of ["proj_default", "shop", "proj_", "proj_a/b"]) {
      const creating = () => platform.createProject("y", { id });
      expect(creating).toThrow('The project "y" was not created: ');
    }
  });
});

/** A member who has accepted; gives the member's id. */
async function newMember(platform: Platform, send: Send, role: string): Promise<string> {
  const email = `${role}@example.test`;
  const id = idOf(await send(`POST ${members}`, { email, role }));
  platform.acceptInvitation(email);
  return id;
}
