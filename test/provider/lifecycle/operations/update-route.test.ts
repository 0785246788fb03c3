import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { PartialFailure } from "../../../../provider/errors.ts";
import { update } from "../../../../provider/lifecycle/operations/update.ts";
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
  const call = "PATCH /v1/load-balancers/lb_1";
  const body = { backend_instances: ["inst_2"] };

  function change(answer: Partial<Expected>, more: readonly Expected[] = []) {
    const context = newContext([{ call, body, ...answer }, ...more]);
    return update(context, loadBalancer, { id: "lb_1", state: from, inputs });
  }

  const page = { status: 404, text: "no page" };
  const missing = { status: 404, answer: { error: "none" } };
  const there = { call: "GET /v1/load-balancers/lb_1", answer: { id: "lb_1" } };

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
        id: "lb_1",
        properties: {
          ...from,
          backendInstances: ["inst_1"],
          __routes: { "PATCH /v1/load-balancers/{id}": "none" },
        },
      });
    },
  );

  test.each<[string, Partial<Expected>, Partial<Expected>]>([
    ["a page while nothing shows the object", page, page],
    ["a JSON 404 while nothing shows the object", missing, missing],
    ["a page while the object cannot be read now", page, { status: 503, text: "no" }],
  ])("learns nothing from %s", async (_name, answer, look) => {
    const error = await errorOf(() => change(answer, [{ call: there.call, ...look }]));
    expect(error).not.toBeInstanceOf(PartialFailure);
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
      call: "PATCH /v1/load-balancers/lb_1",
      body: { backend_instances: ["inst_2"] },
    };
    const context = newContext([{ ...patch, answer: { id: "lb_1" } }, there]);
    const learned = await update(context, loadBalancer, { id: "lb_1", state: from, inputs });
    expect(learned["__routes"]).toMatchObject({ "PATCH /v1/load-balancers/{id}": "works" });
    const back = { ...inputs, backendInstances: ["inst_3"] };
    for (const answer of [page, missing, { status: 405, answer: { error: "no" } }]) {
      const calls = [{ ...patch, body: { backend_instances: ["inst_3"] }, ...answer }];
      const work = { id: "lb_1", state: learned, inputs: back };
      const error = await errorOf(() => update(newContext(calls), loadBalancer, work));
      expect(error).not.toBeInstanceOf(PartialFailure);
    }
  });

  test("sends nothing once that was learned", async () => {
    const state = { ...from, __routes: { "PATCH /v1/load-balancers/{id}": "none" } };
    const error = await errorOf(() =>
      update(newContext(), loadBalancer, { id: "lb_1", state, inputs }),
    );
    expect(error.code).toBe("noRoute");
  });

  test.each([403, 409, 500])("learns nothing from %i", async (status) => {
    const look = { call: "GET /v1/load-balancers/lb_1", answer: { id: "lb_1" } };
    const error = await errorOf(() =>
      change({ status, answer: { error: "no" } }, status === 403 ? [] : [look]),
    );
    const stored: Props = error instanceof PartialFailure ? error.properties : from;
    expect(Object.keys(Object(stored["__routes"]))).not.toContain("PATCH /v1/load-balancers/{id}");
  });
});
