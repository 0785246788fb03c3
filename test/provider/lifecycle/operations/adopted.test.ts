import { describe, expect, test } from "vitest";
import { check } from "../../../../provider/lifecycle/check.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { declared, newContext } from "../../../support/session.ts";

const rules = [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }];
const wireRules = [
  { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" },
];
const health = { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 };
const given = {
  region: "eu",
  forwardingRules: rules,
  healthCheck: health,
  backendInstances: ["inst_1"],
};
const there = {
  id: "lb_1",
  name: "old",
  region: "eu",
  forwarding_rules: wireRules,
  health_check: health,
  backend_instances: ["inst_1"],
  status: "active",
};
const settings = { mailEnabled: false, now: 0 };
const call = "/v1/load-balancers/lb_1";

async function adopted() {
  const inputs = declared({ ...given, adopt: "lb_1" });
  const checked = check(loadBalancer, settings, { oldInputs: {}, inputs }).inputs;
  const context = newContext([{ call: `GET ${call}`, answer: there }]);
  const { state } = await create(context, loadBalancer, checked);
  return { checked, state };
}

describe("an object that was taken over without a name", () => {
  test("is no difference once adopt is removed", async () => {
    const { checked, state } = await adopted();
    const given2 = { oldInputs: checked, inputs: declared(given) };
    const { inputs } = check(loadBalancer, settings, given2);
    expect(compare(newContext(), loadBalancer, { id: "lb_1", state, inputs }).changes).toBe(false);
  });

  test("keeps the name it has when it is changed later", async () => {
    const { checked, state } = await adopted();
    const changed = declared({ ...given, backendInstances: ["inst_2"] });
    const { inputs } = check(loadBalancer, settings, { oldInputs: checked, inputs: changed });
    const body = {
      name: "old",
      backend_instances: ["inst_2"],
      forwarding_rules: wireRules,
      health_check: health,
    };
    const answer = { ...there, backend_instances: ["inst_2"] };
    const context = newContext([{ call: `PATCH ${call}`, body, answer }]);
    const stored = await update(context, loadBalancer, { id: "lb_1", state, inputs });
    expect(stored).toMatchObject({ name: "old", backendInstances: ["inst_2"] });
  });
});
