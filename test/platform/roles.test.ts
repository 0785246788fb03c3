import { describe, expect, test } from "vitest";
import type { Choices, Platform } from "../../platform/index.ts";
import { idOf, newWorld, type Send, sender } from "./support.ts";

type Role = "owner" | "admin" | "developer" | "viewer";
const roles: readonly Role[] = ["owner", "admin", "developer", "viewer"];
const whole = { scopes: ["*"], level: "Admin" } as const;

/** A member who has accepted; gives the member's id. */
async function member(platform: Platform, send: Send, role: Role): Promise<string> {
  const email = `${role}@example.test`;
  const invited = await send("POST /v1/projects/proj_default/members", { email, role });
  platform.acceptInvitation(email);
  return idOf(invited);
}

/** Everybody who may use the route: the others are answered 403, whatever is on the path. */
async function whoMay(route: string, choices: Partial<Choices> = {}): Promise<readonly Role[]> {
  const { platform, send } = newWorld();
  platform.configure({ choices });
  const allowed: Role[] = [];
  for (const role of roles) {
    const key = platform.createKey({ ...whole, member: await member(platform, send, role) });
    const body = route.startsWith("P") ? {} : undefined;
    const { status } = await sender(platform, key.key)(route, body);
    if (status !== 403) allowed.push(role);
  }
  return allowed;
}

const table: readonly [who: readonly Role[], routes: readonly string[]][] = [
  // "read-only: all resources, metrics, logs"
  [
    roles,
    [
      "GET /v1/instances",
      "GET /api/v1/instances",
      "GET /api/v2/servers",
      "GET /api/v1/monitoring/metrics/web",
      "GET /api/v1/monitoring/alerts",
      "GET /v1/volumes/vol_x",
      "GET /v1/projects/proj_default/members",
      "GET /v1/api-keys",
    ],
  ],
  // "create/start/stop instances, manage networking"
  [
    ["owner", "admin", "developer"],
    [
      "POST /v1/instances",
      "POST /v1/instances/inst_x/action",
      "POST /api/v1/instances",
      "POST /api/v1/instances/web/action",
      "POST /api/v2/servers",
      "POST /api/v2/servers/srv_x/action",
      "POST /api/v1/instances/web/ports",
      "POST /api/v1/networks",
      "POST /api/v1/firewalls",
      "PATCH /api/v1/firewalls/fw_x",
      "POST /v1/floating-ips",
      "POST /v1/floating-ips/fip_x/assign",
      "POST /v1/floating-ips/fip_x/unassign",
      "POST /v1/load-balancers",
      "PATCH /v1/load-balancers/lb_x",
    ],
  ],
  // a developer "cannot delete resources"
  [
    ["owner", "admin"],
    [
      "DELETE /v1/instances/inst_x",
      "DELETE /api/v1/instances/web",
      "DELETE /api/v2/servers/srv_x",
      "DELETE /api/v1/networks/net_x",
      "DELETE /api/v1/firewalls/fw_x",
      "DELETE /v1/floating-ips/fip_x",
      "DELETE /v1/load-balancers/lb_x",
      "DELETE /v1/volumes/vol_x",
      "DELETE /v1/images/img_x",
      "DELETE /v1/certificates/cert_x",
      "DELETE /api/v1/storage/buckets/x",
      "DELETE /api/v1/storage/pools/default/volumes/x",
      "DELETE /api/v1/monitoring/alerts/x",
    ],
  ],
];

describe("spec 5: the table of roles", () => {
  test.each(table.flatMap(([who, routes]) => routes.map((route) => ({ route, who }))))(
    "$route: $who",
    async ({ route, who }) => {
      expect(await whoMay(route)).toEqual(who);
    },
  );
});

const open: readonly [name: keyof Choices, who: Role, routes: readonly string[]][] = [
  ["roles.developer.volume", "developer", ["POST /v1/volumes", "PATCH /v1/volumes/vol_x"]],
  ["roles.developer.volume", "developer", ["POST /v1/volumes/vol_x/attach"]],
  ["roles.developer.image", "developer", ["POST /v1/images", "POST /v1/images/img_x/share"]],
  ["roles.developer.certificate", "developer", ["POST /v1/certificates"]],
  ["roles.developer.bucket", "developer", ["POST /api/v1/storage/buckets"]],
  ["roles.developer.poolVolume", "developer", ["POST /api/v1/storage/pools/default/volumes"]],
  ["roles.developer.alertRule", "developer", ["POST /api/v1/monitoring/alerts"]],
  ["roles.developer.portForward.delete", "developer", ["DELETE /api/v1/instances/web/ports"]],
  ["roles.admin.apiKeys", "admin", ["DELETE /v1/api-keys/key_x"]],
];

describe("what the table leaves open is a choice", () => {
  test.each(open.flatMap(([name, who, routes]) => routes.map((route) => ({ route, name, who }))))(
    "$name: $route",
    async ({ route, name, who }) => {
      const others = who === "developer" ? ["owner", "admin"] : ["owner"];
      expect(await whoMay(route, { [name]: false })).toEqual(others);
      expect(await whoMay(route, { [name]: true })).toEqual([...others, who]);
    },
  );
});

describe("which members an admin may manage is a choice", () => {
  const members = "/v1/projects/proj_default/members";
  test.each([
    ["none", { others: false, owners: false }],
    ["notOwners", { others: true, owners: false }],
    ["all", { others: true, owners: true }],
  ] as const)('roles.admin.members "%s": %j', async (value, may) => {
    const { platform, send } = newWorld();
    platform.configure({ choices: { "roles.admin.members": value } });
    const own = sender(
      platform,
      platform.createKey({ ...whole, member: await member(platform, send, "admin") }).key,
    );
    const owner = await member(platform, send, "owner");
    const viewer = await member(platform, send, "viewer");
    const status = async (route: string, body?: object) => (await own(route, body)).status;
    const invited = { email: "new@example.test", role: "owner" };
    const refused = (isAllowed: boolean, usual: number) => (isAllowed ? usual : 403);

    expect(await status(`POST ${members}`, invited)).toBe(refused(may.owners, 201));
    const role = { role: "owner" };
    expect(await status(`PATCH ${members}/${viewer}`, role)).toBe(refused(may.owners, 200));
    const back = { role: "developer" };
    expect(await status(`PATCH ${members}/${owner}`, back)).toBe(refused(may.owners, 200));
    await send(`PATCH ${members}/${owner}`, role);
    expect(await status(`DELETE ${members}/${owner}`)).toBe(refused(may.owners, 204));
    await send(`PATCH ${members}/${viewer}`, back);
    expect(await status(`PATCH ${members}/${viewer}`, { role: "viewer" })).toBe(
      refused(may.others, 200),
    );
    expect(await status(`DELETE ${members}/${viewer}`)).toBe(refused(may.others, 204));
  });

  test.each([
    ["POST /v1/projects/proj_default/members"],
    ["PATCH /v1/projects/proj_default/members/usr_x"],
    ["DELETE /v1/projects/proj_default/members/usr_x"],
  ])("a developer and a viewer manage none: %s", async (route) => {
    expect(await whoMay(route, { "roles.admin.members": "all" })).toEqual(["owner", "admin"]);
  });
});

describe("a key of a member", () => {
  test("says why it is refused, and what it acts as is the member's role at the time", async () => {
    const { platform, send } = newWorld();
    const usr = await member(platform, send, "viewer");
    const { id, key } = platform.createKey({ ...whole, member: usr });
    const own = sender(platform, key);
    expect(await own("POST /v1/floating-ips", { region: "eu" })).toMatchObject({
      status: 403,
      body: { error: `API key "${id}" may not POST /v1/floating-ips: it acts as viewer` },
    });
    expect(platform.snapshot().floatingIp).toEqual([]);
    await send(`PATCH /v1/projects/proj_default/members/${usr}`, { role: "developer" });
    expect((await own("POST /v1/floating-ips", { region: "eu" })).status).toBe(201);
  });

  test("is held by its level and scopes as well", async () => {
    const { platform, send } = newWorld();
    const owner = await member(platform, send, "owner");
    const { key } = platform.createKey({ scopes: [], level: "Read", member: owner });
    const own = sender(platform, key);
    expect((await own("GET /v1/volumes")).status).toBe(200);
    expect((await own("POST /v1/floating-ips", { region: "eu" })).status).toBe(403);
    expect((await own("GET /api/v1/networks")).status).toBe(403);
  });

  test("reaches the member's project only", async () => {
    const { platform, send } = newWorld();
    const { id: project } = platform.createProject("shop");
    const invited = { email: "ada@example.test", role: "owner" };
    const usr = idOf(await send(`POST /v1/projects/${project}/members`, invited));
    platform.acceptInvitation("ada@example.test");
    await send("POST /v1/floating-ips", { region: "eu" });
    const own = sender(platform, platform.createKey({ ...whole, member: usr }).key);
    expect((await own("GET /v1/floating-ips")).body).toEqual([]);
    expect((await own("GET /v1/projects/proj_default/members")).status).toBe(404);
    expect((await own(`GET /v1/projects/${project}/members`)).body).toHaveLength(1);
  });

  test("is not accepted once the member was removed", async () => {
    const { platform, send } = newWorld();
    const usr = await member(platform, send, "admin");
    const own = sender(platform, platform.createKey({ ...whole, member: usr }).key);
    expect((await own("GET /v1/volumes")).status).toBe(200);
    await send(`DELETE /v1/projects/proj_default/members/${usr}`);
    expect((await own("GET /v1/volumes")).status).toBe(401);
  });

  test("is made only for somebody who has accepted, in the project where that is", async () => {
    const { platform, send } = newWorld();
    platform.createProject("shop", { id: "proj_shop" });
    const invited = { email: "ada@example.test", role: "viewer" };
    const usr = idOf(await send("POST /v1/projects/proj_default/members", invited));
    const noMember = (id: string) =>
      `The key was not created: there is no member "${id}" who has accepted.`;
    expect(() => platform.createKey({ ...whole, member: usr })).toThrow(noMember(usr));
    expect(() => platform.createKey({ ...whole, member: "usr_x" })).toThrow(noMember("usr_x"));
    platform.acceptInvitation("ada@example.test");
    expect(() => platform.createKey({ ...whole, member: usr, project: "proj_shop" })).toThrow(
      `The key was not created: "${usr}" is no member of "proj_shop".`,
    );
    expect(() => platform.createKey({ ...whole, project: "proj_x" })).toThrow(
      'The key was not created: there is no project "proj_x".',
    );
    expect(platform.snapshot().apiKey).toEqual([]);
  });
});
