import { describe, expect, test } from "vitest";
import {
  type AssumptionName,
  assumptionNames,
  defaultAssumptions,
} from "../../contract/assumptions.ts";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { parseRoute } from "../../contract/routes.ts";
import { idOf, newInstance, newWorld, type Send, volumeBody } from "./support.ts";

const documented = Object.values(endpoints).flatMap((kind) => Object.values<Endpoint>(kind));
const routeNames = assumptionNames().filter((name) => name.startsWith("routes."));

function assumed(name: AssumptionName): Endpoint {
  const endpoint = parseRoute(name, String(defaultAssumptions[name]));
  if (endpoint === undefined) throw new Error(`${name} is none`);
  return endpoint;
}

/** Whether there is such a route: without one the answer is a 404 that is not JSON. */
async function isServed(send: Send, { method, prefix, path }: Endpoint): Promise<boolean> {
  const hasBody = method === "POST" || method === "PATCH";
  const route = `${method} ${prefix}${path.replace(/\{\w+\}/g, "x")}`;
  const answer = await send(route, hasBody ? {} : undefined);
  return !(answer.status === 404 && typeof answer.body === "string");
}

describe("routes", () => {
  test("spec 4: there are 39 documented ones", () => {
    expect(documented).toHaveLength(39);
  });

  test.each(documented)("$method $prefix$path is served", async (endpoint) => {
    const { send, platform } = newWorld();
    platform.configure({ routes: "documented" });
    expect(await isServed(send, endpoint)).toBe(true);
  });

  test.each(routeNames)("%s is served unless only documented routes are", async (name) => {
    const { send, platform } = newWorld();
    expect(await isServed(send, assumed(name))).toBe(true);
    platform.configure({ routes: "documented" });
    expect(await isServed(send, assumed(name))).toBe(false);
  });

  test.each(routeNames)('%s is not served where it is assumed to be "none"', async (name) => {
    const { send } = newWorld({ assumptions: { [name]: "none" } });
    expect(await isServed(send, assumed(name))).toBe(false);
  });

  test("an assumed route moves with its assumption", async () => {
    const { send } = newWorld({
      assumptions: { "routes.volume.get": "GET /api/v1/storage/disks/{disk}/state" },
    });
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    const moved = await send(`GET /api/v1/storage/disks/${id}/state`);
    expect(moved).toMatchObject({ status: 200, body: { id } });
    expect((await send(`GET /v1/volumes/${id}`)).body).toBeTypeOf("string");
  });

  test.each([
    "GET /",
    "GET /v1/nowhere",
    "GET /v1/volumes/",
    "PUT /v1/volumes",
    "GET /api/v2/volumes",
  ])("%s is a 404 without a JSON error", async (route) => {
    const { send } = newWorld();
    const answer = await send(route);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(answer.body).toBeTypeOf("string");
  });

  test("an unknown assumption is refused when the platform opens", () => {
    const unknown: Record<string, unknown> = { "routes.volume.gett": "none" };
    expect(() => newWorld({ assumptions: unknown })).toThrow(
      '"routes.volume.gett" is not an assumption',
    );
    expect(() => newWorld({ assumptions: { "routes.volume.get": "volumes" } })).toThrow(
      "routes.volume.get",
    );
  });

  test("an encoded id is read as it was meant", async () => {
    const { send } = newWorld();
    const answer = await send("GET /v1/volumes/a%20b");
    expect(answer.body).toEqual({ error: 'volume "a b" not found' });
  });
});

describe("bodies", () => {
  test("one that is not JSON is refused", async () => {
    const { send } = newWorld();
    for (const body of ["{", "", "[]", "null", '"text"']) {
      const refused = await send("POST /v1/volumes", body);
      expect(refused.status, body).toBe(422);
      expect(refused.body).toEqual({ error: expect.stringContaining("volume was not created: ") });
    }
  });

  test("spec 2: one that is not sent as JSON is refused", async () => {
    const { platform } = newWorld();
    const answer = await platform.fetch(
      new Request("http://platform.test/v1/volumes", {
        method: "POST",
        headers: { authorization: `Bearer ${platform.rootKey}` },
        body: JSON.stringify(volumeBody()),
      }),
    );
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ error: expect.stringContaining("application/json") });
  });

  test("one over 1 MiB is refused, whatever its declared length", async () => {
    const { send, platform } = newWorld();
    const name = "x".repeat(1024 * 1024);
    const refused = await send("POST /v1/volumes", { ...volumeBody(), name });
    expect(refused.status).toBe(413);
    expect(refused.body).toEqual({ error: expect.stringContaining("1048576 bytes") });
    expect(platform.requests()).toMatchObject([{ status: 413 }]);
  });

  test("one that a route does not need is not looked at", async () => {
    const { send } = newWorld();
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    expect((await send(`POST /v1/volumes/${id}/detach`, "{")).status).toBe(200);
  });

  test("the status of a refused body is an assumption", async () => {
    const { send } = newWorld({
      assumptions: { "refusals.invalid": 400, "refusals.conflict": 418 },
    });
    expect((await send("POST /v1/volumes", {})).status).toBe(400);
    await newInstance(send);
    const second = { name: "web", region: "eu", plan: "small", image: "debian/13" };
    expect((await send("POST /v1/instances", second)).status).toBe(418);
  });
});
