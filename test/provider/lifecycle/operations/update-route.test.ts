import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { PartialFailure } from "../../../../provider/errors.ts";
import { diff } from "../../../../provider/lifecycle/diff.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import type { Expected } from "../../../support/fake-api.ts";
import {
  declared,
  errorOf,
  newContext,
  partialFailureOf,
  world,
} from "../../../support/session.ts";

describe("an update over a route that may not exist", () => {
  const inputs = declared({ region: "eu", backendInstances: ["inst_2"] });
  const from = { ...inputs, backendInstances: ["inst_1"], __world: world };
  const call = "PATCH /v1/load-balancers/lb_3t8w5n1q";
  const body = { backend_instances: ["inst_2"] };

  function change(answer: Partial<Expected>, more: readonly Expected[] = []) {
    const context = newContext([{ call, body, ...answer }, ...more]);
    return update(context, loadBalancer, { id: "lb_3t8w5n1q", state: from, inputs });
  }

  const page = { status: 404, text: "no page" };
  const missing = { status: 404, answer: { error: "no such load balancer" } };
  const there = { call: "GET /v1/load-balancers/lb_3t8w5n1q", answer: { id: "lb_3t8w5n1q" } };

  test.each<[string, Partial<Expected>, readonly Expected[]]>([
    ["404 without a JSON error while the object is there", page, [there]],
    ["404 with a JSON error while the object is there", missing, [there]],
    ["405", { status: 405, answer: { error: "no" } }, []],
  ])(
    "learns from %s that it does not, and says that the next up replaces",
    async (_name, answer, looks) => {
      const failure = await partialFailureOf(() => change(answer, looks));
      expect(failure.code).toBe("noRoute");
      expect(failure.message).toBe(
        'load balancer "main" was not changed: the platform offers no way to update it. Run `pulumi up` again: it will be replaced.',
      );
      expect(failure).toMatchObject({
        id: "lb_3t8w5n1q",
        properties: {
          ...from,
          backendInstances: ["inst_1"],
          __routes: { "PATCH /v1/load-balancers/{id}": "none" },
        },
      });
    },
  );

  test("learns nothing from a 404 where a try before it came through", async () => {
    const now = { ...there, answer: { id: "lb_3t8w5n1q", backend_instances: ["inst_2"] } };
    const state = await change(page, [now]);
    expect(state).toMatchObject({ backendInstances: ["inst_2"] });
    expect(Object.keys(Object(state["__routes"]))).not.toContain("PATCH /v1/load-balancers/{id}");
  });

  test("stores what is seen where the program went back, so that the next up replaces it", async () => {
    const rules = declared({ name: "web", inbound: [], outbound: [] });
    const state = {
      ...rules,
      __world: world,
      __echoes: ["inbound", "outbound"],
      __routes: { "PATCH /api/v1/firewalls/{id}": "none" },
      __unfinished: "the change of inbound was answered with 404",
    };
    const shown = { id: "fw_1", name: "web", inbound: [{ protocol: "icmp" }], outbound: [] };
    const context = newContext([{ call: "GET /api/v1/firewalls", answer: [shown] }]);
    const work = { id: "fw_1", state, inputs: rules };
    const { code, properties } = await partialFailureOf(() => update(context, firewall, work));
    expect(code).toBe("noRoute");
    const next = { id: "fw_1", state: properties, inputs: rules };
    expect((await diff(newContext(), firewall, next)).replaces).toEqual(["inbound"]);
  });

  test.each(["inst_2", "3f2b9c1e-0d4a-4c6f-9a51-7be2f0c8d913", "1048577"])(
    "learns nothing from a 404 about what the body leads to: %s",
    async (id) => {
      const reason = `instance "${id}" not found`;
      const context = newContext([
        { call, body: { backend_instances: [id] }, status: 404, answer: { error: reason } },
      ]);
      const work = {
        id: "lb_3t8w5n1q",
        state: from,
        inputs: { ...inputs, backendInstances: [id] },
      };
      const error = await errorOf(() => update(context, loadBalancer, work));
      expect(error).not.toBeInstanceOf(PartialFailure);
      expect(error.message).toContain(reason);
    },
  );

  const unseen = { ...missing, call: there.call };
  const alive = { call: "GET /v1/instances", answer: [] };
  const again = { call, body };

  test.each<[string, Partial<Expected>]>([
    ["pages", page],
    ["JSON 404s", missing],
  ])(
    "learns from two %s half a minute apart where nothing shows the object",
    async (_name, answer) => {
      const context = newContext([{ ...again, ...answer }, unseen, { ...again, ...answer }, alive]);
      const failure = await partialFailureOf(() =>
        update(context, loadBalancer, { id: "lb_3t8w5n1q", state: from, inputs }),
      );
      expect(failure).toMatchObject({
        code: "noRoute",
        message:
          'load balancer "main" was not changed: its update was answered with 404 twice, so the platform has no such route, or it is gone. Run `pulumi up` again: it will be replaced.',
        properties: {
          backendInstances: ["inst_1"],
          __routes: { "PATCH /v1/load-balancers/{id}": "none" },
        },
      });
      expect(context.clock.sleeps).toEqual([30_000]);
    },
  );

  test("goes on where the repeat is accepted", async () => {
    const answered = { ...again, answer: { id: "lb_3t8w5n1q" } };
    const updated = await change(missing, [unseen, answered, there]);
    expect(updated).toMatchObject({
      backendInstances: ["inst_2"],
      __routes: { "PATCH /v1/load-balancers/{id}": "works" },
    });
  });

  test.each<[string, readonly Expected[]]>([
    ["a page while the object cannot be read now", [{ ...there, status: 503, text: "no" }]],
    [
      "two 404s of what answers everything so",
      [unseen, { ...again, ...page }, { ...alive, ...page }],
    ],
    ["a repeat that is not answered", [unseen, { ...again, status: 503, text: "no" }, unseen]],
  ])("learns nothing from %s", async (_name, more) => {
    const error = await errorOf(() => change(page, more));
    expect(error).not.toBeInstanceOf(PartialFailure);
  });

  test("believes a list that this key may not see", async () => {
    const denied = { ...alive, status: 403, answer: { error: "no" } };
    const { code } = await partialFailureOf(() =>
      change(missing, [unseen, { ...again, ...missing }, denied]),
    );
    expect(code).toBe("noRoute");
  });

  test("says that the object is gone where that is known", async () => {
    const state = { ...from, __routes: { "GET /v1/load-balancers/{id}": "works" } };
    const list = { call: "GET /v1/load-balancers", answer: [] };
    const context = newContext([{ ...again, ...missing }, unseen, list]);
    const work = { id: "lb_3t8w5n1q", state, inputs };
    const { code, message } = await errorOf(() => update(context, loadBalancer, work));
    expect([code, message]).toEqual([
      "notFound",
      'load balancer "main" was not changed: it is gone. Run `pulumi refresh`, then `pulumi up` to create it again.',
    ]);
  });

  test("is not repeated with a key that has never seen the object", async () => {
    const state = { ...from, __seenBy: "another" };
    const work = { id: "lb_3t8w5n1q", state, inputs };
    const calls = [{ ...again, ...missing }, unseen];
    const { code } = await errorOf(() => update(newContext(calls), loadBalancer, work));
    expect(code).toBe("key");
  });

  test("looks for an object without an id of its own by its name", async () => {
    const named = declared({ name: "web", inbound: [], outbound: [] });
    const more = { ...named, inbound: [{ protocol: "tcp" }] };
    const patch = { inbound: [{ protocol: "tcp" }], outbound: [] };
    const list = { call: "GET /api/v1/firewalls", answer: [{ name: "web" }] };
    const sent = { call: "PATCH /api/v1/firewalls/web", body: patch, ...missing };
    const context = newContext([list, sent, list]);
    const work = { id: "web", state: { ...named, __world: world }, inputs: more };
    const { code } = await errorOf(() => update(context, firewall, work));
    expect(code).toBe("noRoute");
  });

  test("is known to be there once it worked, and one page later changes nothing", async () => {
    const patch = {
      call: "PATCH /v1/load-balancers/lb_3t8w5n1q",
      body: { backend_instances: ["inst_2"] },
    };
    const context = newContext([{ ...patch, answer: { id: "lb_3t8w5n1q" } }, there]);
    const learned = await update(context, loadBalancer, { id: "lb_3t8w5n1q", state: from, inputs });
    expect(learned["__routes"]).toMatchObject({ "PATCH /v1/load-balancers/{id}": "works" });
    const back = { ...inputs, backendInstances: ["inst_3"] };
    for (const answer of [page, missing, { status: 405, answer: { error: "no" } }]) {
      const calls = [{ ...patch, body: { backend_instances: ["inst_3"] }, ...answer }];
      const work = { id: "lb_3t8w5n1q", state: learned, inputs: back };
      const error = await errorOf(() => update(newContext(calls), loadBalancer, work));
      expect(error).not.toBeInstanceOf(PartialFailure);
    }
  });

  test("sends nothing once that was learned", async () => {
    const state = { ...from, __routes: { "PATCH /v1/load-balancers/{id}": "none" } };
    const error = await errorOf(() =>
      update(newContext(), loadBalancer, { id: "lb_3t8w5n1q", state, inputs }),
    );
    expect(error.code).toBe("noRoute");
  });

  test.each([403, 409, 500])("learns nothing from %i", async (status) => {
    const look = { call: "GET /v1/load-balancers/lb_3t8w5n1q", answer: { id: "lb_3t8w5n1q" } };
    const error = await errorOf(() =>
      change({ status, answer: { error: "no" } }, status === 403 ? [] : [look]),
    );
    const stored: Props = error instanceof PartialFailure ? error.properties : from;
    expect(Object.keys(Object(stored["__routes"]))).not.toContain("PATCH /v1/load-balancers/{id}");
  });
});
