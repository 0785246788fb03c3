/** An update by a PUT: the object is read first, and the present values of the other inputs go with it. */
import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { update } from "../../../../provider/lifecycle/update.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, held, newContext } from "../../../support/session.ts";

const web = { protocol: "tcp", ports: ["443"] };
const ssh = { protocol: "tcp", ports: ["22"] };
const policy = { name: "edge", inbound: [web], outbound: [ssh] };
const shown: Record<string, Json> = { id: "fw_1", ...policy };
const get: Expected = { call: "GET /api/v1/firewalls/fw_1" };
const list: Expected = { call: "GET /api/v1/firewalls" };
const put: Expected = { call: "PUT /api/v1/firewalls/fw_1" };
const known = { __echoes: ["inbound", "name", "outbound"], __shown: {} };

/** A program takes the outbound rules away. */
function updateOutbound(calls: readonly Expected[], state: Props = known) {
  const assumptions = { "routes.firewall.update": "PUT /api/v1/firewalls/{id}" };
  const context = newContext(calls, { assumptions });
  const work = {
    id: "fw_1",
    state: held({ ...policy, ...state }),
    inputs: declared({ ...policy, outbound: [] }),
  };
  return update(context, firewall, work);
}

describe("the request has", () => {
  const closed: Record<string, Json> = { ...shown, outbound: [] };
  const spelled = [{ protocol: "TCP", ports: [443], id: 7 }];
  const byHand = [{ protocol: "udp", ports: ["53"], id: 8 }];
  test.each<[string, Json, Json]>([
    ["a list as the program writes it, where it means the same", spelled, [web]],
    [
      "a list as it was changed by hand, with the fields of a rule",
      byHand,
      [{ protocol: "udp", ports: ["53"] }],
    ],
    ["a list that somebody has emptied", [], []],
    ["a list that somebody has emptied, and that is shown as null", null, []],
  ])("%s", async (_what, inbound, sent) => {
    const answer = { ...closed, inbound };
    const body = { name: "edge", inbound: sent, outbound: [] };
    const calls = [
      { ...get, answer: { ...shown, inbound } },
      { ...put, body, answer },
    ];
    await updateOutbound(calls);
  });

  test("what the entry of a list shows, where no GET answers", async () => {
    const body = { name: "edge", inbound: [ssh], outbound: [] };
    const answer = { ...closed, inbound: [ssh] };
    const listed = { ...list, answer: [{ ...shown, inbound: [ssh] }] };
    const page = { ...get, status: 404, text: "no page" };
    await updateOutbound([page, listed, { ...put, body, answer }]);
  });

  test("the declared value of an input that the platform has never shown", async () => {
    const body = { name: "edge", inbound: [web], outbound: [] };
    const answer = { id: "fw_1", name: "edge" };
    await updateOutbound(
      [
        { ...get, answer },
        { ...put, body, answer },
      ],
      { __echoes: ["name"], __shown: {} },
    );
  });

  test("the keys of a map that the platform, or somebody, has added", async () => {
    const assumptions = {
      "routes.poolVolume.update": "PUT /api/v1/storage/pools/{pool}/volumes/{name}",
    };
    const path = "/api/v1/storage/pools/default/volumes/data";
    const config = { size: "10GiB", "snapshots.schedule": "weekly", "volatile.uuid": "7" };
    const calls = [
      { call: `GET ${path}`, answer: { name: "data", config } },
      {
        call: `PUT ${path}`,
        body: { name: "data", config: { ...config, size: "20GiB" } },
        answer: { name: "data", config: { ...config, size: "20GiB" } },
      },
    ];
    const inputs = { pool: "default", name: "data", size: "10GiB" };
    const work = {
      id: "default/data",
      state: held(inputs),
      inputs: declared({ ...inputs, size: "20GiB" }),
    };
    await update(newContext(calls, { assumptions }), poolVolume, work);
  });

  test("the region of a balancer, which may be shown as an object", async () => {
    const assumptions = { "routes.loadBalancer.update": "PUT /v1/load-balancers/{id}" };
    const rules = [
      { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" },
    ];
    const healthCheck = { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 };
    const inputs = {
      ...{ name: "shop", region: "eu", forwardingRules: rules, healthCheck },
      backendInstances: ["inst_1"],
    };
    const wire = {
      name: "shop",
      region: "eu",
      forwarding_rules: [
        { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" },
      ],
      health_check: healthCheck,
      backend_instances: ["inst_1", "inst_2"],
    };
    const answer = { id: "lb_1", status: "active", ...wire, region: { slug: "eu" } };
    const calls = [
      { call: "GET /v1/load-balancers/lb_1", answer },
      {
        call: "PUT /v1/load-balancers/lb_1",
        body: { ...wire, name: "store" },
        answer: { ...answer, name: "store" },
      },
    ];
    const work = {
      id: "lb_1",
      state: held(inputs),
      inputs: declared({ ...inputs, name: "store" }),
    };
    await update(newContext(calls, { assumptions }), loadBalancer, work);
  });
});

describe("nothing is sent where", () => {
  const missing: Expected = { ...get, status: 404, answer: { error: "not found" } };
  const works = { ...known, __routes: { "GET /api/v1/firewalls/{id}": "works" } };
  test.each<[string, Expected]>([
    [
      "the object does not show an input that it has shown before",
      { ...get, answer: { id: "fw_1", name: "edge" } },
    ],
    ["the object is gone", missing],
  ])("%s", async (_what, call) => {
    const error = await errorOf(() => updateOutbound([call], works));
    expect(error.code).toBe("platform");
    expect(error.message).toMatch(/inbound.*`pulumi refresh`/);
  });
});
