import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { container } from "../../../../resources/compute/container.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { certificate } from "../../../../resources/network/certificate.ts";
import { floatingIp } from "../../../../resources/network/floating-ip.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { errorOf, held, newContext, type TestContext } from "../../../support/session.ts";

const missing = { status: 404, answer: { error: "there is no such load balancer or instance" } };
const page = { status: 404, text: "<h1>Not found</h1>" };
const busy = { status: 409, answer: { error: "it is in use" } };
const erase = { call: "DELETE /v1/load-balancers/lb_1" };
const list = { call: "GET /v1/load-balancers" };
/** Nothing is known of the list, so that it says nothing. */
const none = { ...list, answer: [] };
const get = { call: "GET /v1/load-balancers/lb_1" };

function removing(context: TestContext, definition: Definition, id: string, state: Props = {}) {
  return remove(context, definition, { id, state: held(state) });
}

/** Deletes a load balancer, whose routes are all assumed. */
function removeBalancer(expected: readonly Expected[], state: Props = {}) {
  return removing(newContext(expected), loadBalancer, "lb_1", state);
}

const isGone = { ...get, ...missing };

describe("a delete", () => {
  test("is one call", async () => {
    const state = { __routes: { "GET /v1/load-balancers/{id}": "works" } };
    await removeBalancer([erase], state);
    await removeBalancer([{ ...erase, answer: { id: "lb_1" } }], state);
  });

  test("succeeds by 404 with a JSON error when a GET that worked before agrees", async () => {
    const state = { __routes: { "GET /v1/load-balancers/{id}": "works" } };
    const calls = [{ ...erase, ...missing }, { ...get, ...missing }, none];
    await removeBalancer(calls, state);
  });

  test("fails by two such 404s where the list has it: its paths are other ones now", async () => {
    const state = { __routes: { "GET /v1/load-balancers/{id}": "works" } };
    const shown = { ...list, answer: [{ id: "lb_1" }] };
    const calls = [{ ...erase, ...missing }, { ...get, ...missing }, shown];
    expect((await errorOf(() => removeBalancer(calls, state))).code).toBe("gap");
  });

  test("fails by 404 with a JSON error while the object is there: there is no such route", async () => {
    const calls = [
      { ...erase, ...missing },
      { ...get, answer: { id: "lb_1" } },
    ];
    const state = { __routes: { "GET /v1/load-balancers/{id}": "works" } };
    const error = await errorOf(() => removeBalancer(calls, state));
    expect(error).toMatchObject({ code: "gap" });
    expect(error.message).toContain("the platform offers no way to delete a load balancer");
  });

  test.each<[string, Partial<Expected>, Props]>([
    ["404 with a JSON error, where nothing ever answered", missing, {}],
    ["404 without a JSON error", page, {}],
    ["405", { status: 405, answer: { error: "no" } }, {}],
  ])(
    "by %s is no proof: the object stays, and the error says how to go on",
    async (_answer, answer, state) => {
      const calls = [
        { ...erase, ...answer },
        { ...get, ...answer },
      ];
      const error = await errorOf(() => removeBalancer(calls, state));
      expect(error.code).toBe("gap");
      expect(error.message).toBe(
        'load balancer "main" (lb_1) was not deleted: the platform offers no way to delete a load balancer. Delete it in the console, then run again with HOSTING_DELETED_BY_HAND=LoadBalancer:lb_1.',
      );
    },
  );

  test("is an error with the way out where nothing deletes", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    const error = await errorOf(() => removing(context, loadBalancer, "lb_1"));
    expect(error.code).toBe("gap");
    expect(error.message).toMatch(
      /, then run again with HOSTING_DELETED_BY_HAND=LoadBalancer:lb_1\.$/,
    );
  });

  test("is done where nothing deletes when the object is proven to be gone", async () => {
    const assumptions = { "routes.loadBalancer.delete": "none" };
    const context = newContext([{ ...get, ...missing }, none], { assumptions });
    const state = { __routes: { "GET /v1/load-balancers/{id}": "works" } };
    await removing(context, loadBalancer, "lb_1", state);
    expect(context.said).toEqual([]);
  });

  test("succeeds when lists prove what the route cannot", async () => {
    const list = { call: "GET /v1/instances", answer: [{ id: "inst_2" }] };
    const calls = [
      list,
      { call: "GET /v1/instances/inst_1", ...missing },
      list,
      { call: "POST /v1/instances/inst_1/action", body: { action: "stop" }, ...missing },
      { call: "DELETE /v1/instances/inst_1", ...missing },
      list,
      { call: "GET /v1/instances/inst_1", ...missing },
    ];
    await removing(newContext(calls), instance, "inst_1");
  });

  test.each([
    [401, "key"],
    [403, "key"],
    [429, "rateLimit"],
  ])("that is answered with %i fails, and nothing is repeated", async (status, code) => {
    const calls = [{ ...erase, status, answer: { error: "no" } }];
    expect((await errorOf(() => removeBalancer(calls))).code).toBe(code);
  });
});

describe("a delete whose answer is lost", () => {
  const lost = new HostingError("unknownOutcome", "it was sent, but no answer came");
  const seen = { ...get, answer: { id: "lb_1", status: "active" } };

  test.each<[string, Partial<Expected>]>([
    ["reset", { error: lost }],
    ["answered with 500", { status: 500, answer: { error: "no" } }],
    ["answered with a page", { text: "<h1>Sign in</h1>" }],
  ])("because it was %s, is done when the object is gone", async (_why, answer) => {
    const state = { __routes: { "GET /v1/load-balancers/{id}": "works" } };
    await removeBalancer([{ ...erase, ...answer }, { ...get, ...missing }, none], state);
  });

  test("is sent again while the object is there, three times at most", async () => {
    const again = [{ ...erase, error: lost }, seen];
    await removeBalancer([...again, erase]);
    const calls = [...again, ...again, ...again, ...again];
    expect((await errorOf(() => removeBalancer(calls))).code).toBe("unknownOutcome");
  });

  test("is not sent again while the object is on its way out", async () => {
    const leaving = { ...get, answer: { id: "lb_1", status: "deleting" } };
    await removeBalancer([{ ...erase, error: lost }, leaving]);
  });

  test.each([
    { ip_addresses: [], ipv6_addresses: [] },
    { ip_addresses: ["93.184.216.35"], ipv6_addresses: ["2001:DB8:0::1"] },
    { ip_addresses: ["93.184.216.35"] },
  ])("is sent again to a container that shows %j while it is stopped", async (shown) => {
    const machine = { name: "web", status: "stopped", ...shown };
    const look = { call: "GET /api/v1/instances", answer: [machine] };
    const erase = { call: "DELETE /api/v1/instances/web" };
    const calls = [look, { ...erase, error: lost }, look, erase];
    const addresses = { ipAddresses: ["93.184.216.34"], ipv6Addresses: ["2001:db8::1"] };
    await removing(newContext(calls), container, "web", { name: "web", ...addresses });
  });

  test.each([
    {},
    null,
    { address: null, first_port: null, last_port: null },
    { address: "203.0.113.1", first_port: 20_000, last_port: 20_009, ssh_port: 20_009 },
  ])("is sent again to a container that shows the ports %j while it is stopped", async (block) => {
    const machine = { name: "web", status: "stopped", port_block: block };
    const look = { call: "GET /api/v1/instances", answer: [machine] };
    const erase = { call: "DELETE /api/v1/instances/web" };
    const calls = [look, { ...erase, error: lost }, look, erase];
    const portBlock = { address: "203.0.113.1", firstPort: 20_000, lastPort: 20_009 };
    await removing(newContext(calls), container, "web", { name: "web", portBlock });
  });

  test.each([
    { ipv6_addresses: ["2001:db8::2"] },
    { ipv6_addresses: ["2001:db8::2"], status: "running", image: "debian/13" },
    { ipv6_addresses: [], image: "mysql/8" },
    {
      ipv6_addresses: [],
      port_block: { address: "203.0.113.1", first_port: 20_200, last_port: 20_209 },
    },
  ])(
    "spares a container of the same name that shows %j: somebody made it meanwhile",
    async (more) => {
      const machine = { name: "web", status: "stopped", ipv6_addresses: ["2001:db8::1"] };
      const other = { ...machine, ...more };
      const containers = { call: "GET /api/v1/instances" };
      const calls = [
        { ...containers, answer: [machine] },
        { call: "DELETE /api/v1/instances/web", error: lost },
        { ...containers, answer: [other] },
      ];
      const state = {
        ...{ name: "web", status: "stopped", ipv6Addresses: ["2001:db8::1"] },
        ...{ image: "debian/13", __echoes: ["image"] },
        portBlock: { address: "203.0.113.1", firstPort: 20_000, lastPort: 20_009 },
      };
      const error = await errorOf(() => removing(newContext(calls), container, "web", state));
      expect(error.message).toContain(
        "has other addresses now, like another one of that name. Look in the console",
      );
    },
  );
});

describe("a delete that is refused", () => {
  test.each([400, 409, 412, 422, 423])(
    "with %i is tried again after 2, 3, 5, 8, 10, 10 … s",
    async (status) => {
      const refusal = { ...erase, status, answer: { error: "in use" } };
      const context = newContext([...new Array<Expected>(7).fill(refusal), erase, isGone]);
      await removing(context, loadBalancer, "lb_1");
      expect(context.clock.sleeps).toEqual([2000, 3000, 5000, 8000, 10_000, 10_000, 10_000]);
    },
  );

  test("until the time is over shows the last refusal", async () => {
    const context = newContext([
      { ...erase, status: 409, answer: { error: "first" } },
      { ...erase, status: 409, answer: { error: "second" } },
    ]);
    const work = () => removing(context, loadBalancer, "lb_1", { timeouts: { delete: 4 } });
    const error = await errorOf(work);
    expect(error.code).toBe("timeout");
    expect(error.message).toContain(
      'load balancer "main" is not done after 4 s, still waiting for its deletion to be accepted (at last: ',
    );
    expect(error.message).toContain("second (409)");
  });

  test("waits while a load balancer uses a certificate", async () => {
    const call = "DELETE /v1/certificates/cert_1";
    const read = { call: "GET /v1/certificates/cert_1", ...missing };
    const context = newContext([{ call, ...busy }, { call, ...busy }, { call }, read]);
    await removing(context, certificate, "cert_1");
    expect(context.clock.sleeps).toEqual([2000, 3000]);
  });
});

describe("before a delete", () => {
  const volumeGet = "GET /v1/volumes/vol_1";
  const ipGet = "GET /v1/floating-ips/fip_1";

  test("a volume is detached where it is attached", async () => {
    await removing(
      newContext([
        { call: volumeGet, answer: { id: "vol_1", instance_id: "inst_1" } },
        { call: "POST /v1/volumes/vol_1/detach" },
        { call: "DELETE /v1/volumes/vol_1" },
      ]),
      volume,
      "vol_1",
    );
  });

  test.each<[string, Partial<Expected>]>([
    ["attached nowhere", { answer: { id: "vol_1", instance_id: null } }],
    ["not shown to be attached", { answer: { id: "vol_1" } }],
  ])("a volume that is %s is left alone", async (_what, answer) => {
    const calls = [{ call: volumeGet, ...answer }, { call: "DELETE /v1/volumes/vol_1" }];
    await removing(newContext(calls), volume, "vol_1");
  });

  test("a volume that is not readable is left alone", async () => {
    const look = { call: volumeGet, ...page };
    const calls = [look, { call: "DELETE /v1/volumes/vol_1" }, look];
    await removing(newContext(calls), volume, "vol_1");
  });

  test("a floating IP is unassigned where it is assigned", async () => {
    await removing(
      newContext([
        { call: ipGet, answer: { id: "fip_1", instance_id: "inst_1" } },
        { call: "POST /v1/floating-ips/fip_1/unassign" },
        { call: "DELETE /v1/floating-ips/fip_1" },
      ]),
      floatingIp,
      "fip_1",
    );
  });

  test("a floating IP that is not assigned is left alone", async () => {
    const answer = { id: "fip_1", instance_id: null };
    const calls = [{ call: ipGet, answer }, { call: "DELETE /v1/floating-ips/fip_1" }];
    await removing(newContext(calls), floatingIp, "fip_1");
  });

  test("a container is stopped", async () => {
    const running = { name: "web", status: "running" };
    await removing(
      newContext([
        { call: "GET /api/v1/instances", answer: [running] },
        { call: "POST /api/v1/instances/web/action", body: { action: "stop" } },
        { call: "GET /api/v1/instances", answer: [{ ...running, status: "stopped" }] },
        { call: "DELETE /api/v1/instances/web" },
      ]),
      container,
      "web",
    );
  });
});

test("a list is used only as proof, never for the delete itself", async () => {
  const calls = [
    { ...erase, ...missing },
    { ...list, answer: [] },
  ];
  const context = newContext(calls, { assumptions: { "routes.loadBalancer.get": "none" } });
  expect((await errorOf(() => removing(context, loadBalancer, "lb_1"))).code).toBe("gap");
});
