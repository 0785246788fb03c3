import { describe, expect, test } from "vitest";
import type { Props } from "../../../provider/definition/session.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { loadBalancer } from "../../../resources/network/load-balancer.ts";
import { freeName } from "../../support/fake-api.ts";
import { declared, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const balancer = classUnderTest(loadBalancer);
const http = { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" };
const https = { ...http, entryPort: 443, entryProtocol: "https", certificateId: "cert_1" };
const healthCheck = { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 };
const inputs = {
  region: "eu",
  forwardingRules: [http, https],
  healthCheck,
  backendInstances: ["inst_1", "inst_2"],
};
const { certificateId: _certificateId, ...bare } = https;

describe("a load balancer's inputs", () => {
  test.each<[string, Props, readonly string[]]>([
    [
      "an https entry without a certificate",
      { forwardingRules: [http, bare] },
      ["forwardingRules[1]"],
    ],
    [
      "a certificate on an http entry",
      { forwardingRules: [{ ...http, certificateId: "cert_1" }] },
      ["forwardingRules[0]"],
    ],
    [
      "two entries on one port",
      { forwardingRules: [http, { ...http, targetPort: 1 }] },
      ["forwardingRules"],
    ],
    ["no rule", { forwardingRules: [] }, ["forwardingRules"]],
    ["no backend", { backendInstances: [] }, ["backendInstances"]],
    [
      "a port that is none",
      { healthCheck: { ...healthCheck, port: 65_536 } },
      ["healthCheck.port"],
    ],
    ["an algorithm that is none", { algorithm: "random" }, ["algorithm"]],
    [
      "an entry protocol that is none",
      { forwardingRules: [{ ...http, entryProtocol: "htps" }] },
      ["forwardingRules[0].entryProtocol"],
    ],
    // The spec does not list them.
    ["no target protocol", { forwardingRules: [{ ...http, targetProtocol: "tcp" }] }, []],
  ])("refuse %s", (_what, change, refused) => {
    expect(balancer.refused({ ...inputs, ...change })).toEqual(refused);
  });

  test.each([10, 11])(
    "warn of a timeout of %i that is not shorter than the interval",
    (timeout) => {
      const change = { healthCheck: { ...healthCheck, timeout } };
      expect(balancer.problems({ ...inputs, ...change })).toMatchObject([{ severity: "warning" }]);
    },
  );
});

describe("a change of a load balancer", () => {
  test("of its rules sends all of them, and nothing else", async () => {
    const before = {
      ...inputs,
      name: "shop",
      __routes: { "GET /v1/load-balancers/{id}": "works" },
    };
    const after = { ...inputs, forwardingRules: [http], name: "shop" };
    const body = {
      forwarding_rules: [
        { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" },
      ],
    };
    const calls = [{ call: "PATCH /v1/load-balancers/lb_1", body, answer: { id: "lb_1" } }];
    expect(await balancer.update("lb_1", { before, after }, calls)).toMatchObject(after);
  });
});

describe("an algorithm that is left out", () => {
  const { algorithm } = balancer.checked(inputs);
  const rules = { forwardingRules: [http], backendInstances: ["inst_1"], name: "shop" };
  const given = balancer.checked({ ...inputs, ...rules });
  const wire = {
    name: "shop",
    forwarding_rules: [
      { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" },
    ],
    health_check: healthCheck,
    backend_instances: ["inst_1"],
  };

  test("is round_robin, which a creation need not say", async () => {
    expect(algorithm).toBe("round_robin");
    const call = { call: "POST /v1/load-balancers", body: { region: "eu", ...wire } };
    const context = newContext([{ ...call, answer: { id: "lb_1", status: "active" } }], {
      assumedRoutes: "never",
    });
    expect((await create(context, loadBalancer, given)).state).toMatchObject({ algorithm });
  });

  test("is round_robin again after it was another", async () => {
    const before = {
      ...given,
      algorithm: "ip_hash",
      __routes: { "GET /v1/load-balancers/{id}": "works" },
    };
    expect(balancer.diff(before, given)).toMatchObject({ changes: undefined, replaces: [] });
    const call = "PATCH /v1/load-balancers/lb_1";
    const calls = [{ call, body: { algorithm: "round_robin" }, answer: { id: "lb_1" } }];
    const stored = await balancer.update("lb_1", { before, after: given }, calls);
    expect(stored).toMatchObject({ algorithm: "round_robin" });
  });
});

test("the field of the algorithm is an assumption, in requests and in answers", async () => {
  const context = newContext(
    [
      freeName("POST /v1/load-balancers"),
      {
        call: "POST /v1/load-balancers",
        body: {
          region: "eu",
          forwarding_rules: [
            { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" },
          ],
          health_check: healthCheck,
          backend_instances: ["inst_1"],
          lb_method: "ip_hash",
        },
        answer: { id: "lb_1", status: "active" },
      },
      { call: "GET /v1/load-balancers/lb_1", answer: { id: "lb_1", lb_method: "ip_hash" } },
    ],
    { assumptions: { "fields.algorithm": "lb_method" } },
  );
  const given = { ...inputs, forwardingRules: [http], backendInstances: ["inst_1"] };
  const { state } = await create(
    context,
    loadBalancer,
    declared({ ...given, algorithm: "ip_hash" }),
  );
  expect(state).toMatchObject({ algorithm: "ip_hash", __echoes: ["algorithm"] });
});
