import { describe, expect, test } from "vitest";
import {
  type AssumptionName,
  assumptionNames,
  defaultAssumptions,
} from "../../contract/assumptions.ts";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { parseRoute } from "../../contract/routes.ts";
import { idOf, newWorld, type Send, volumeBody } from "./support.ts";

const documented = Object.values(endpoints).flatMap((kind) => Object.values<Endpoint>(kind));
const routeNames = assumptionNames().filter((name) => name.startsWith("routes."));

function assumed(name: AssumptionName): Endpoint {
  const endpoint = parseRoute(name, String(defaultAssumptions[name]));
  if (endpoint === undefined) throw new Error(`${name} is none`);
  return endpoint;
}

/** Whether there is such a route: without one the answer says so. */
async function isServed(send: Send, { method, prefix, path }: Endpoint): Promise<boolean> {
  const hasBody = method === "POST" || method === "PATCH";
  const route = `${method} ${prefix}${path.replace(/\{\w+\}/g, "x")}`;
  const answer = await send(route, hasBody ? {} : undefined);
  return answer.status !== 405 && !/no such route/.test(JSON.stringify(answer.body));
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
    expect((await send(`GET /v1/volumes/${id}`)).status).toBe(405);
  });

  test.each(["GET /", "GET /v1/nowhere", "GET /v1/volumes/", "GET /api/v2/volumes"])(
    "spec 7.1, 7.2: %s is a 404 with a JSON error",
    async (route) => {
      const { send } = newWorld();
      expect(await send(route)).toMatchObject({
        status: 404,
        body: { error: `no such route: ${route}` },
      });
    },
  );

  test.each([
    ["PUT /v1/volumes", "GET, POST"],
    ["OPTIONS /api/v1/instances/web/action", "POST"],
    ["PATCH /api/v1/storage/pools", "GET"],
  ])("%s is a 405 that names the methods of the path", async (route, allow) => {
    const { send } = newWorld();
    const answer = await send(route);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
    expect(answer.body).toEqual({ error: expect.stringContaining(allow) });
  });

  test("which methods a path has depends on the routes that are served", async () => {
    const { send, platform } = newWorld();
    platform.configure({ routes: "documented" });
    expect((await send("DELETE /v1/volumes")).headers.get("allow")).toBe("POST");
    expect((await send("GET /v1/load-balancers/lb_x")).status).toBe(404);
  });

  test("both answers are choices", async () => {
    const { send, platform } = newWorld();
    platform.configure({
      choices: { "errors.unknownRoute": "text", "errors.otherMethod": 404 },
    });
    for (const route of ["GET /v1/nowhere", "PUT /v1/volumes"]) {
      const answer = await send(route);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(answer.body).toBe(`no such route: ${route}\n`);
    }
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
