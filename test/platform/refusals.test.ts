import { describe, expect, test } from "vitest";
import {
  type AssumptionName,
  assumptionNames,
  defaultAssumptions,
  resolveAssumptions,
} from "../../contract/assumptions.ts";
import type { Endpoint } from "../../contract/endpoints.ts";
import { parseRoute } from "../../contract/routes.ts";
import { servedRoutes } from "../../platform/kinds/index.ts";
import {
  certificateBody,
  containerBody,
  idOf,
  imageBody,
  instanceBody,
  newWorld,
  type Send,
  volumeBody,
} from "./support.ts";

const served = servedRoutes(resolveAssumptions({}), "all").map(({ endpoint }) => endpoint);
const assumedRoutes = assumptionNames().filter((name) => name.startsWith("routes."));

function asked({ method, prefix, path }: Endpoint): readonly [route: string, body?: object] {
  const route = `${method} ${prefix}${path.replace("{pool}", "default").replace(/\{\w+\}/g, "x")}`;
  return method === "POST" || method === "PATCH" ? [route, {}] : [route];
}

/** Whether there is such a route: without one the answer names it. */
async function isServed(send: Send, endpoint: Endpoint): Promise<boolean> {
  const { status, body } = await send(...asked(endpoint));
  return status !== 405 && !/no such route/.test(JSON.stringify(body));
}

describe("routes", () => {
  test("all that are documented or assumed are served; with `documented` only the first", async () => {
    const { send, platform } = newWorld({ defaults: { ratePerMinute: null } });
    expect(served.filter(({ standing }) => standing === "documented")).toHaveLength(39);
    for (const endpoint of served) expect(await isServed(send, endpoint)).toBe(true);
    platform.configure({ routes: "documented" });
    for (const endpoint of served) {
      const isDocumented = endpoint.standing === "documented";
      expect(await isServed(send, endpoint), asked(endpoint)[0]).toBe(isDocumented);
    }
  });

  test.each(assumedRoutes)('%s is not served where it is assumed to be "none"', async (name) => {
    const { send } = newWorld({ assumptions: { [name]: "none" } });
    expect(await isServed(send, assumed(name))).toBe(false);
  });

  test("one moves with its assumption", async () => {
    const route = "GET /api/v1/storage/disks/{disk}/state";
    const { send } = newWorld({ assumptions: { "routes.volume.get": route } });
    const id = idOf(await send("POST /v1/volumes", volumeBody()));
    const moved = await send(`GET /api/v1/storage/disks/${id}/state`);
    expect(moved).toMatchObject({ status: 200, body: { id } });
    expect((await send(`GET /v1/volumes/${id}`)).status).toBe(405);
  });

  test.each(["GET /", "GET /v1/nowhere", "GET /v1/volumes/", "GET /api/v2/volumes"])(
    "%s is none",
    async (route) => {
      const { send } = newWorld();
      const error = `no such route: ${route}`;
      expect(await send(route)).toMatchObject({ status: 404, body: { error } });
    },
  );

  test.each([
    ["PUT /v1/volumes", "GET, POST"],
    ["OPTIONS /api/v1/instances/web/action", "POST"],
    ["PATCH /api/v1/storage/pools", "GET"],
  ])("%s: the path has other methods", async (route, allow) => {
    const { send } = newWorld();
    const answer = await send(route);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
    expect(answer.body).toEqual({ error: expect.stringContaining(allow) });
  });

  test("an unknown assumption is refused when the platform opens", () => {
    const unknown: Record<string, unknown> = { "routes.volume.gett": "none" };
    expect(() => newWorld({ assumptions: unknown })).toThrow('"routes.volume.gett" is not an');
    const wrong = { "routes.volume.get": "volumes" };
    expect(() => newWorld({ assumptions: wrong })).toThrow("routes.volume.get");
  });

  test("an encoded id is read as it was meant", async () => {
    const { send } = newWorld();
    const { body } = await send("GET /v1/volumes/a%20b");
    expect(body).toEqual({ error: 'volume "a b" not found' });
  });
});

describe("bodies", () => {
  const created = "volume was not created: ";

  test.each([
    ["{", `${created}its body is not JSON`],
    ["", `${created}its body is not JSON`],
    ["[]", created],
    ["null", created],
    [`{"name":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, "nested deeper than any body"],
    [JSON.stringify({ ...volumeBody(), colour: 1 }), '"colour" is not a known field'],
    [JSON.stringify({ ...volumeBody(), size: 1 }), '"size" is not a known field'],
    [JSON.stringify({ ...volumeBody(), name: undefined }), '"name" is required'],
    [JSON.stringify({ ...volumeBody(), size_gb: "10" }), '"size_gb" is not accepted'],
  ])("%s is refused", async (body, error) => {
    const { send, platform } = newWorld();
    const refused = await send("POST /v1/volumes", body);
    expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining(error) } });
    expect(platform.snapshot().volume).toEqual([]);
  });

  test("spec 2: one that is not sent as JSON is refused", async () => {
    const { platform } = newWorld();
    const headers = { authorization: `Bearer ${platform.rootKey}` };
    const request = { method: "POST", headers, body: JSON.stringify(volumeBody()) };
    const answer = await platform.fetch(new Request("http://x/v1/volumes", request));
    const error = expect.stringContaining("application/json");
    expect([answer.status, await answer.json()]).toEqual([422, { error }]);
  });

  test("one over 1 MiB is refused", async () => {
    const { send, platform } = newWorld();
    const refused = await send("POST /v1/volumes", volumeBody("x".repeat(1024 * 1024)));
    expect(refused.status).toBe(413);
    expect(refused.body).toEqual({ error: expect.stringContaining("1048576 bytes") });
    expect(platform.requests()).toMatchObject([{ status: 413, body: null }]);
  });

  const http = { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" };
  const balancer = {
    ...{ name: "front", region: "eu", backend_instances: [] },
    health_check: { protocol: "http", port: 80, interval: 1, timeout: 1, threshold: 1 },
  };
  const rules = (...forwarding_rules: object[]) => ({ ...balancer, forwarding_rules });

  test.each([
    ["POST /api/v1/instances", { ...containerBody(), name: "a/b" }, '"name"'],
    [
      "POST /api/v1/firewalls",
      { name: "f", outbound: [{ protocol: "tcp", ports: ["90-80"] }] },
      '"outbound.0.ports.0"',
    ],
    [
      "POST /api/v1/firewalls",
      { name: "f", inbound: [{ protocol: "icmp", ports: ["1"] }] },
      "icmp has no ports",
    ],
    [
      "POST /api/v1/firewalls",
      { name: "f", inbound: [{ protocol: "tcp", sources: ["10.0.0.1/8"] }] },
      '"inbound.0.sources.0"',
    ],
    [
      "POST /api/v1/firewalls",
      { name: "f", inbound: [{ protocol: "tcp", destinations: [] }] },
      "an inbound rule has sources",
    ],
    [
      "POST /v1/load-balancers",
      rules({ ...http, entry_protocol: "https" }),
      "needs a certificate_id",
    ],
    ["POST /v1/load-balancers", rules({ ...http, certificate_id: "c" }), "no other takes one"],
    ["POST /v1/load-balancers", rules(http, http), "two rules have one entry_port"],
  ])("%s %j is refused", async (route, body, error) => {
    const { send } = newWorld();
    const refused = await send(route, body);
    expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining(error) } });
  });

  test("the statuses of refusals are assumed", async () => {
    const { send } = newWorld({
      assumptions: { "refusals.invalid": 400, "refusals.conflict": 418 },
    });
    expect((await send("POST /v1/volumes", {})).status).toBe(400);
    await send("POST /v1/volumes", volumeBody());
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(418);
  });
});

describe("names", () => {
  const rows: readonly (readonly [path: string, body: object, noun: string])[] = [
    ["/v1/instances", instanceBody(), "instance"],
    ["/api/v2/servers", { name: "web", size: "small" }, "server"],
    ["/v1/volumes", volumeBody("web"), "volume"],
    ["/v1/images/import", imageBody("web"), "image"],
    ["/v1/certificates", { ...certificateBody(), name: "web" }, "certificate"],
    ["/api/v1/networks", { name: "web" }, "network"],
    ["/api/v1/firewalls", { name: "web" }, "firewall policy"],
  ];

  test.each(rows)("%s: unique where that is assumed", async (path, body, noun) => {
    const second = async (isUnique: boolean) => {
      const { send } = newWorld({ assumptions: { "platform.uniqueNames": isUnique } });
      await send(`POST ${path}`, body);
      return send(`POST ${path}`, body);
    };
    const error = `${noun} name "web" was not given: another ${noun} has it`;
    expect(await second(true)).toMatchObject({ status: 409, body: { error } });
    expect((await second(false)).status).toBe(201);
  });

  test.each([
    ["/api/v1/instances", containerBody("a"), 'instance "a" exists already'],
    ["/api/v1/storage/buckets", { name: "a" }, 'bucket "a" exists already'],
    [
      "/api/v1/storage/pools/default/volumes",
      { name: "a", config: { size: "1GiB" } },
      'storage volume "default/a" exists already',
    ],
  ])("%s: always unique, as they are ids", async (path, body, error) => {
    const { send } = newWorld({ assumptions: { "platform.uniqueNames": false } });
    await send(`POST ${path}`, body);
    expect(await send(`POST ${path}`, body)).toMatchObject({ status: 409, body: { error } });
  });
});

function assumed(name: AssumptionName): Endpoint {
  const endpoint = parseRoute(name, String(defaultAssumptions[name]));
  if (endpoint === undefined) throw new Error(`${name} is none`);
  return endpoint;
}
