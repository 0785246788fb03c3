import { describe, expect, test } from "vitest";
import { resolveAssumptions } from "../../contract/assumptions.ts";
import type { Endpoint } from "../../contract/endpoints.ts";
import { scopesByDeed } from "../../platform/access/authorize.ts";
import { accessChoices } from "../../platform/choices/access.ts";
import type { Choice } from "../../platform/choices/choice.ts";
import type { KeyScope, Level } from "../../platform/index.ts";
import { served as kinds } from "../../platform/kinds/_all.ts";
import { containerBody, instanceBody, newWorld, sender, volumeBody } from "./support.ts";

describe("spec 5, 7.3: bearer keys", () => {
  test.each([
    ["no header", undefined],
    ["another scheme", "Basic abc"],
    ["an empty key", "Bearer "],
    ["an unknown key", "Bearer hosting_local_nope"],
  ])("%s is answered 401 with an error", async (_name, authorization) => {
    const { platform } = newWorld();
    const headers = authorization === undefined ? {} : { authorization };
    for (const path of ["/v1/instances", "/api/v1/instances", "/nowhere"]) {
      const request = new Request(`http://platform.test${path}`, { headers });
      const answer = await platform.fetch(request);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: expect.stringContaining("API key") });
    }
  });

  test("spec 5.4: a revoked key is refused at once, and the others work on", async () => {
    const { platform, send } = newWorld();
    const { id, key } = platform.createKey({ scopes: ["*"], level: "Admin" });
    expect(id).toMatch(/^key_[0-9a-z]{16}$/);
    const withKey = sender(platform, key);
    expect((await withKey("GET /v1/instances")).status).toBe(200);
    platform.revokeKey(id);
    expect((await withKey("GET /v1/instances")).status).toBe(401);
    expect((await send("GET /v1/instances")).status).toBe(200);
  });

  test("spec 5.3: a key expires", async () => {
    const { platform, clock } = newWorld();
    const expiresAt = new Date(clock.now() + 60_000);
    const { key } = platform.createKey({ scopes: ["*"], level: "Read", expiresAt });
    const withKey = sender(platform, key);
    clock.pass(59);
    expect((await withKey("GET /v1/instances")).status).toBe(200);
    platform.clock.advance(1);
    expect((await withKey("GET /v1/instances")).status).toBe(401);
  });
});

describe("spec 5: scopes under /api/v1", () => {
  const calls = {
    read: ["GET /api/v1/instances", "GET /api/v1/instances/web", "GET /api/v1/instances/web/ports"],
    write: [
      "POST /api/v1/instances",
      "POST /api/v1/instances/web/action",
      "POST /api/v1/instances/web/ports",
      "DELETE /api/v1/instances/web/ports",
      "DELETE /api/v1/instances/web",
    ],
  };
  const cases: { scopes: KeyScope[]; read: boolean; write: boolean }[] = [
    { scopes: ["instances:read"], read: true, write: false },
    { scopes: ["instances:write"], read: false, write: true },
    { scopes: ["instances:read", "instances:write"], read: true, write: true },
    { scopes: ["networks:read", "networks:write", "storage:write"], read: false, write: false },
    { scopes: ["*"], read: true, write: true },
    { scopes: [], read: false, write: false },
  ];
  test.each(cases)("$scopes reads: $read, writes: $write", async ({ scopes, read, write }) => {
    const { platform, send } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    const withKey = sender(platform, platform.createKey({ scopes, level: "Admin" }).key);
    for (const route of calls.read) {
      expect((await withKey(route)).status, route).toBe(read ? 200 : 403);
    }
    for (const route of calls.write) {
      const { status } = await withKey(route, route.startsWith("POST") ? {} : undefined);
      expect(status === 403, route).toBe(!write);
    }
  });

  test("the refusal names the key and the scope that it lacks", async () => {
    const { platform } = newWorld();
    const { id, key } = platform.createKey({ scopes: ["instances:read"], level: "Admin" });
    const refused = await sender(platform, key)("POST /api/v1/instances", containerBody());
    expect(refused.body).toEqual({
      error: `API key "${id}" may not POST /api/v1/instances: it lacks instances:write`,
    });
    expect(platform.snapshot().container).toEqual([]);
  });
});

describe("spec 5: scopes under /api/v1 hold for assumed routes, too", () => {
  test.each([
    ["networks", "/api/v1/networks/x"],
    ["networks", "/api/v1/firewalls/x"],
    ["storage", "/api/v1/storage/buckets/x"],
    ["storage", "/api/v1/storage/pools/default/volumes/x"],
  ] as const)("%s: %s", async (area, path) => {
    const { platform } = newWorld();
    const holding = (scope: KeyScope) =>
      sender(platform, platform.createKey({ scopes: [scope], level: "Admin" }).key);
    const [read, write] = [holding(`${area}:read`), holding(`${area}:write`)];
    expect((await read(`GET ${path}`)).status).toBe(404);
    expect((await write(`GET ${path}`)).status).toBe(403);
    expect((await read(`DELETE ${path}`)).status).toBe(403);
    expect((await write(`DELETE ${path}`)).status).toBe(404);
  });
});

describe("spec 5: levels under /v1", () => {
  const cases: { level: Level; write: boolean }[] = [
    { level: "Read", write: false },
    { level: "Write", write: true },
    { level: "Admin", write: true },
  ];
  test.each(cases)("$level writes: $write", async ({ level, write }) => {
    const { platform } = newWorld();
    const withKey = sender(platform, platform.createKey({ scopes: [], level }).key);
    expect((await withKey("GET /v1/instances")).status).toBe(200);
    const created = await withKey("POST /v1/instances", instanceBody());
    expect(created.status).toBe(write ? 201 : 403);
  });

  test("they hold for assumed routes, too", async () => {
    const { platform } = newWorld();
    const withKey = sender(platform, platform.createKey({ scopes: [], level: "Read" }).key);
    expect((await withKey("GET /v1/volumes")).status).toBe(200);
    expect((await withKey("DELETE /v1/volumes/vol_x")).status).toBe(403);
    expect((await withKey("POST /v1/volumes", volumeBody())).status).toBe(403);
  });
});

const served = Object.values(kinds).flatMap((kind) => kind.routes(resolveAssumptions({})));
const isRuledByLevels = ({ prefix }: Endpoint) => prefix === "/v1";
const notShown = served.filter(
  ({ kind, purpose, endpoint }) =>
    endpoint.scope === "not shown" &&
    !isRuledByLevels(endpoint) &&
    !scopesByDeed.has(`${kind}.${purpose}`),
);

describe("spec 5: no route is open to any key", () => {
  test("a key without scopes and with the lowest level uses nothing but what Read allows under /v1", async () => {
    const { platform } = newWorld();
    platform.configure({ ratePerMinute: 1000 });
    const withKey = sender(platform, platform.createKey({ scopes: [], level: "Read" }).key);
    expect(served.length).toBeGreaterThan(60);
    for (const { endpoint } of served) {
      const { status } = await withKey(...requestOf(endpoint));
      const allowed = isRuledByLevels(endpoint) && endpoint.method === "GET";
      expect(status === 403, `${endpoint.method} ${endpoint.prefix}${endpoint.path}`).toBe(
        !allowed,
      );
    }
  });

  test("each route whose scope the spec does not show has a choice, and no other has one", () => {
    const named = notShown.map(({ kind, purpose }) => `scopes.${kind}.${purpose}`);
    const chosen = Object.keys(accessChoices).filter((name) => name.startsWith("scopes."));
    expect(named.toSorted()).toEqual(chosen.toSorted());
  });

  const cases = notShown.flatMap(({ kind, purpose, endpoint }) => {
    const name = `scopes.${kind}.${purpose}`;
    const choice: Choice | undefined = Object.entries(accessChoices).find(([n]) => n === name)?.[1];
    return (choice?.values ?? []).map((value) => ({ name, value: String(value), endpoint }));
  });
  test.each(cases)("$name: $value", async ({ name, value, endpoint }) => {
    const { platform } = newWorld();
    platform.configure({ choices: { [name]: value } });
    const all = ["instances", "networks", "storage"].flatMap((area) => [
      `${area}:read`,
      `${area}:write`,
    ]);
    const holding = (scopes: readonly string[]) =>
      sender(platform, platform.createKey({ scopes: scopes.filter(isScope), level: "Read" }).key);
    const rest = [...all, "monitoring:read"].filter((scope) => scope !== value);
    expect((await holding(rest)(...requestOf(endpoint))).status).toBe(403);
    expect((await holding([value])(...requestOf(endpoint))).status).not.toBe(403);
    expect((await holding(["*"])(...requestOf(endpoint))).status).not.toBe(403);
  });

  test("every value of a preset is one that its choice has", () => {
    for (const [name, choice] of Object.entries<Choice>(accessChoices)) {
      for (const value of [choice.ours, choice.strict, choice.strange]) {
        expect(choice.values, name).toContain(value);
      }
    }
  });
});

describe("spec 5: what rules /api/v2 is a choice", () => {
  const body = { name: "web", size: "small" };
  test.each([
    ["scopes", { scope: true, level: false }],
    ["levels", { scope: false, level: true }],
    ["both", { scope: false, level: false }],
  ] as const)('access.apiV2 "%s"', async (rule, may) => {
    const { platform } = newWorld();
    platform.configure({ choices: { "access.apiV2": rule } });
    const create = async (scopes: KeyScope[], level: Level) => {
      const { key } = platform.createKey({ scopes, level });
      const { status } = await sender(platform, key)("POST /api/v2/servers", body);
      platform.reset();
      platform.configure({ choices: { "access.apiV2": rule } });
      return status === 201;
    };
    expect(await create(["instances:write"], "Read")).toBe(may.scope);
    expect(await create([], "Write")).toBe(may.level);
    expect(await create(["instances:write"], "Write")).toBe(true);
    expect(await create(["monitoring:read"], "Read")).toBe(false);
  });
});

/** A request of the route with something on each placeholder, and a body where it takes one. */
function requestOf({ method, prefix, path }: Endpoint): [route: string, body?: object] {
  const route = `${method} ${prefix}${path.replace(/\{project_id\}/, "proj_default").replace(/\{\w+\}/g, "x")}`;
  return method === "GET" || method === "DELETE" ? [route] : [route, {}];
}

function isScope(text: string): text is KeyScope {
  return text === "*" || text.includes(":");
}
