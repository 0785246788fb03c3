import { describe, expect, test } from "vitest";
import { dedicatedAddressWithoutNeed } from "../../policies/rules/dedicated-address-without-need.ts";
import { monthlyCost } from "../../policies/rules/monthly-cost.ts";
import { noUnassignedAddress } from "../../policies/rules/no-unassigned-address.ts";
import { resourceMonthlyCost } from "../../policies/rules/resource-monthly-cost.ts";
import { notKnown } from "../../policies/view.ts";
import { type Given, problemsOf, unknownOf } from "./decide.ts";

const web: Given = { type: "compute:Instance", name: "web", properties: { plan: "small" } };
const address: Given = { type: "network:FloatingIp", name: "front", properties: { region: "eu" } };
const assignment: Given = {
  type: "network:FloatingIpAssignment",
  name: "front",
  properties: { floatingIpId: notKnown, instanceId: notKnown },
  from: { floatingIpId: ["front"], instanceId: ["web"] },
};
const server: Given = {
  type: "compute:Server",
  name: "edge",
  properties: { networkAccess: "dedicated" },
};

function volume(name: string, sizeGb: unknown): Given {
  return { type: "storage:Volume", name, properties: { sizeGb } };
}

describe("the monthly cost of a stack", () => {
  const config = { maxDollars: 10 };

  test("is bounded, and resources without a price are named", () => {
    // 80 GB at $0.10, $2 for the address, $2 for the dedicated one.
    const given = [web, volume("data", 80), address, server];
    expect(problemsOf(monthlyCost, given, { config })).toEqual([
      "it costs $12.00 a month, plus resources without a price: 1 instance, 1 server; maxDollars is $10.00",
    ]);
    expect(problemsOf(monthlyCost, given, { config: { maxDollars: 12 } })).toEqual([]);
    expect(problemsOf(monthlyCost, given)).toEqual([]);
  });

  test("counts an address that is assigned as free, though no id is known", () => {
    expect(
      problemsOf(monthlyCost, [web, address, assignment], { config: { maxDollars: 1 } }),
    ).toEqual([]);
    expect(problemsOf(monthlyCost, [web, address], { config: { maxDollars: 1 } })).toEqual([
      "it costs $2.00 a month, plus resources without a price: 1 instance; maxDollars is $1.00",
    ]);
  });

  test("says how much of it the user's own prices make", () => {
    const prices = { "instance.plan.small": 6 };
    const given = [web, volume("data", 80)];
    expect(problemsOf(monthlyCost, given, { config, prices })).toEqual([
      "it costs $14.00 a month ($6.00 of it by your own prices); maxDollars is $10.00",
    ]);
    expect(problemsOf(resourceMonthlyCost, given, { config: { maxDollars: 5 }, prices })).toEqual([
      "web: it costs $6.00 a month ($6.00 of it by your own prices), and maxDollars is $5.00",
      "data: it costs $8.00 a month, and maxDollars is $5.00",
    ]);
  });

  test("names a size that is not known, and does not count it", () => {
    expect(problemsOf(monthlyCost, [volume("a", 110), volume("b", notKnown)], { config })).toEqual([
      "it costs $11.00 a month, plus resources without a price: 1 volume; maxDollars is $10.00",
    ]);
    expect(problemsOf(monthlyCost, unknownOf([volume("a", 110), server]), { config })).toEqual([]);
  });
});

test("each resource has a separate bound", () => {
  const given = [volume("small", 20), volume("large", 2000), volume("late", notKnown), web];
  expect(problemsOf(resourceMonthlyCost, given, { config: { maxDollars: 50 } })).toEqual([
    "large: it costs $200.00 a month, and maxDollars is $50.00",
  ]);
  expect(problemsOf(resourceMonthlyCost, given)).toEqual([]);
});

test("reserved addresses are assigned", () => {
  expect(problemsOf(noUnassignedAddress, [web, address, assignment])).toEqual([]);
  expect(problemsOf(noUnassignedAddress, [web, address])).toEqual([
    "front: no FloatingIpAssignment of the stack names it; unassigned it costs $2.00 a month, assigned nothing",
  ]);
});

test("a server that is reached in another way needs no dedicated address", () => {
  const balancer: Given = {
    type: "network:LoadBalancer",
    name: "app",
    properties: { backendInstances: [notKnown] },
    from: { backendInstances: ["edge"] },
  };
  const assigned = { ...assignment, from: { instanceId: ["edge"] } };
  const rule = dedicatedAddressWithoutNeed;
  expect(problemsOf(rule, [server, balancer])).toEqual([
    'edge: it is reached by load balancer "app" and pays $2.00 a month for a dedicated IPv4 address as well',
  ]);
  expect(problemsOf(rule, [server, assigned])).toEqual([
    'edge: it is reached by floating IP "front" and pays $2.00 a month for a dedicated IPv4 address as well',
  ]);
  expect(problemsOf(rule, [server])).toEqual([]);
  const shared = { ...server, properties: { networkAccess: "shared" } };
  expect(problemsOf(rule, [shared, balancer])).toEqual([]);
  expect(problemsOf(rule, [...unknownOf([server]), balancer])).toEqual([]);
});
