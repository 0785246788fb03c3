import { describe, expect, test } from "vitest";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { network } from "../../../../resources/network/network.ts";
import { freeName } from "../../../support/fake-api.ts";
import { declared, newContext } from "../../../support/session.ts";

const check = { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 };
const rule = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
const sent = {
  name: "edge",
  region: "eu",
  forwarding_rules: [
    { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" },
  ],
  health_check: check,
  backend_instances: ["inst_1"],
};
const inputs = declared({
  ...{ name: "edge", region: "eu", __generatedName: true, algorithm: "round_robin" },
  ...{ forwardingRules: [rule], healthCheck: check, backendInstances: ["inst_1"] },
});

/** A create whose answer is `answer`: no other write may follow. */
async function created(answer: Props) {
  const shown = { id: "lb_1", ...sent, status: "active", ...answer };
  const context = newContext([
    freeName("POST /v1/load-balancers"),
    { call: "POST /v1/load-balancers", body: sent, answer: shown },
    { call: "GET /v1/load-balancers/lb_1", answer: shown },
  ]);
  return create(context, loadBalancer, inputs);
}

describe("a create is not followed by a write that nobody asked for", () => {
  test("where the platform adds fields", async () => {
    const { state } = await created({
      forwarding_rules: [{ id: "r1", ...sent.forwarding_rules[0], tls: null }],
      health_check: { ...check, unhealthy_threshold: 2 },
    });
    expect(state).toMatchObject({ forwardingRules: [rule], healthCheck: check });
    expect(state["__echoes"]).toEqual(expect.arrayContaining(["forwardingRules", "healthCheck"]));
  });

  test("where it writes what was sent in its own way", async () => {
    const { state } = await created({ health_check: { ...check, protocol: "http/1.1" } });
    expect(state).toMatchObject({ healthCheck: check });
    expect(state["__echoes"]).not.toContain("healthCheck");
  });
});

describe("a network to which the platform added keys", () => {
  const config = { "ipv4.address": "10.0.0.1/24" };
  const shown = { "ipv4.address": "10.0.0.0/24", "ipv4.nat": "true", "ipv6.address": "fd00::1/64" };
  const answer = { id: "net_1", name: "backend", config: shown };

  test("is adopted as what the program says", async () => {
    const given = declared({ name: "backend", config, adopt: "net_1" });
    const context = newContext([{ call: "GET /api/v1/networks", answer: [answer] }]);
    const { id, state } = await create(context, network, given);
    expect(id).toBe("net_1");
    expect(state).toMatchObject({ config, __echoes: ["config", "name"] });
  });

  test("is not adopted where its address is another one", async () => {
    const given = declared({ name: "backend", config, adopt: "net_1" });
    const other = { ...answer, config: { ...shown, "ipv4.address": "10.0.1.0/24" } };
    const context = newContext([{ call: "GET /api/v1/networks", answer: [other] }]);
    await expect(create(context, network, given)).rejects.toThrow("config.ipv4.address is");
  });
});
