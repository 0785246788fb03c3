import { describe, expect, test } from "vitest";
import {
  billedFor,
  compareCosts,
  type Declaration,
  estimate,
  formatCost,
  formatDollars,
  ownPricesIn,
  ownText,
  parsePrices,
  priceTable,
  unpricedText,
} from "../../../contract/costs/index.ts";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import { definitions } from "../../../resources/_registry.ts";

function volume(sizeGb?: number): Declaration {
  return { type: "storage:Volume", name: "data", inputs: { region: "eu", sizeGb } };
}

function address(id?: string): Declaration {
  const inputs = { region: "eu" };
  return { type: "network:FloatingIp", inputs, ...(id !== undefined && { id }) };
}

function assignment(floatingIpId?: string, instanceId = "inst_1"): Declaration {
  return { type: "network:FloatingIpAssignment", inputs: { floatingIpId, instanceId } };
}

const dedicated: Declaration = { type: "compute:Server", inputs: { networkAccess: "dedicated" } };

/** Dollars a month. */
function monthly(...declarations: Declaration[]): number {
  return estimate(declarations).monthly;
}

test("every class has a price, or says that none is shown", () => {
  expect(Object.keys(priceTable).toSorted()).toEqual([...definitions.keys()].toSorted());
  for (const { about } of Object.values(priceTable)) expect(about).toMatch(/\(spec 8\)\.$/);
});

test("the steps of a preview are compared as they are: nothing before a create, one of a replacement", () => {
  const of = (name: string, sizeGb: number) => ({ ...volume(sizeGb), urn: `urn:${name}` });
  const steps: readonly { oldState?: Declaration; newState?: Declaration }[] = [
    { newState: of("new", 20) },
    { oldState: of("same", 5), newState: of("same", 5) },
    { oldState: of("replaced", 10), newState: of("replaced", 30) },
    { oldState: of("replaced", 10), newState: of("replaced", 30) },
    { oldState: of("replaced", 10) },
  ];
  const { before, after, delta } = compareCosts(
    steps.map(({ oldState }) => oldState),
    steps.map(({ newState }) => newState),
  );
  expect([before.monthly, after.monthly, delta.monthly]).toEqual([1.5, 5.5, 4]);
});

describe("spec 8, worked out by hand", () => {
  test("block storage is $0.10 per GB and month", () => {
    expect(monthly(volume(20))).toBe(2);
    expect(monthly(volume(3))).toBe(0.3);
    expect(monthly(volume(3), volume(4), volume(1000))).toBe(100.7);
  });

  test("a dedicated IPv4 address is $2 a month, $0.00274 an hour", () => {
    const { monthly: month, hourly } = estimate([dedicated]);
    expect(month).toBe(2);
    expect(hourly).toBeCloseTo(0.00274, 6);
    expect(monthly({ type: "compute:Server", inputs: { networkAccess: "shared" } })).toBe(0);
    expect(monthly({ type: "compute:Server", inputs: {} })).toBe(0);
  });

  test.each([
    [0, 0],
    [1, 2 / 730],
    [365, 1],
    [730, 2],
    // A month of 31 days has 744 hours.
    [744, 2],
  ])("kept for %i hours of a month, it is billed $%d", (hours, dollars) => {
    expect(billedFor(hours, 2)).toBeCloseTo(dollars, 10);
  });

  test("a floating IP is free while it is assigned to a running instance, else $2 a month", () => {
    expect(monthly(address("fip_1"))).toBe(2);
    expect(monthly(address("fip_1"), assignment("fip_1"))).toBe(0);
    expect(monthly(address("fip_1"), assignment("fip_2"))).toBe(2);
    expect(monthly(address("fip_1"), address("fip_2"), assignment("fip_2"))).toBe(2);
    const instance = { type: "compute:Container", id: "job" };
    const running = { ...instance, inputs: { desiredState: "running" } };
    const stopped = { ...instance, inputs: { desiredState: "stopped" } };
    expect(monthly(running, address("fip_1"), assignment("fip_1", "job"))).toBe(0);
    expect(monthly(stopped, address("fip_1"), assignment("fip_1", "job"))).toBe(2);
  });

  test("assignments whose address is not known yet each make one address free", () => {
    expect(monthly(address(), assignment())).toBe(0);
    expect(monthly(address(), assignment(UNKNOWN))).toBe(0);
    expect(monthly(address(), address(), assignment())).toBe(2);
    expect(monthly(address("fip_1"), address(), assignment("fip_1"), assignment())).toBe(0);
  });

  test("load balancers are free, up to 5 TB of outbound traffic a month", () => {
    const sum = estimate([{ type: "network:LoadBalancer", name: "app", inputs: {} }]);
    expect(sum).toMatchObject({ monthly: 0, unpriced: [] });
    expect(priceTable["network:LoadBalancer"]?.about).toContain("beyond 5 TB a month is paid");
  });

  test.each(["network:Firewall", "monitoring:AlertRule", "network:Network", "access:ApiKey"])(
    "%s is in no price list, and no estimate mentions it",
    (type) => {
      expect(estimate([{ type, inputs: {} }])).toMatchObject({ monthly: 0, unpriced: [] });
    },
  );

  test("custom images are $0.02 per GB and month, but no answer shows how large they are", () => {
    for (const type of ["compute:Image", "compute:ImportedImage"]) {
      const [line] = estimate([{ type, inputs: {} }]).unpriced;
      expect(line).toMatchObject({
        monthly: 0,
        unpriced: "$0.02 per GB and month, but its size is not shown",
      });
    }
  });
});

test("what has no price is named and never guessed", () => {
  const sum = estimate([
    { type: "compute:Instance", name: "a", inputs: { plan: "small" } },
    { type: "compute:Instance", name: "b", inputs: { plan: "large" } },
    dedicated,
    volume(10),
  ]);
  expect(sum.monthly).toBe(3);
  expect(sum.unpriced.map(({ type, unpriced }) => [type, unpriced])).toEqual([
    ["compute:Instance", "the price of a plan is not shown"],
    ["compute:Instance", "the price of a plan is not shown"],
    ["compute:Server", "the price of a size is not shown"],
  ]);
  expect(unpricedText(sum)).toBe("2 instances, 1 server");
  expect(unpricedText(estimate([volume(10)]))).toBe("");
  const pool: Declaration = { type: "storage:PoolVolume", inputs: {} };
  expect(unpricedText(estimate([pool]))).toBe("1 pool volume");
});

test("a size that is not known yet is named, and the rest is summed", () => {
  const sum = estimate([volume(), volume(10)]);
  expect(sum.monthly).toBe(1);
  expect(sum.unpriced).toMatchObject([{ name: "data", unpriced: "sizeGb is not known yet" }]);
});

test("whole type tokens are understood, and other packages are left out", () => {
  const token = "pulumi-nodejs:dynamic/hosting/storage:Volume";
  const sum = estimate([
    { type: token, inputs: { sizeGb: 5 } },
    { type: "random:index/randomId:RandomId", inputs: {} },
  ]);
  expect(sum.lines).toEqual([{ type: "storage:Volume", monthly: 0.5, hourly: 0.5 / 730 }]);
});

test("a change has costs before, after and as a difference", () => {
  const change = compareCosts([volume(10), address("fip_1")], [volume(20), dedicated]);
  expect(change.before.monthly).toBe(3);
  expect(change.after.monthly).toBe(4);
  expect(change.delta).toEqual({ monthly: 1, hourly: 1 / 730 });
  expect(compareCosts([volume(3)], []).delta.monthly).toBe(-0.3);
});

describe("a cost in words", () => {
  const instance: Declaration = { type: "compute:Instance", inputs: {} };

  test.each<[string, readonly Declaration[]]>([
    ["$0.00", []],
    ["$0.00", [{ type: "network:Network", inputs: {} }]],
    ["$1.00", [volume(10)]],
    ["at least $1.00", [volume(10), instance]],
    ["at least $2.00", [dedicated]],
    ["unknown", [instance]],
    ["unknown", [volume()]],
  ])("is %s, and never nothing for what has no price", (words, declarations) => {
    const sum = estimate(declarations);
    expect(formatCost(sum)).toBe(words);
    if (sum.lines.length === 1) expect(sum.lines.map(formatCost)).toEqual([words]);
  });
});

test("amounts are written in dollars and cents", () => {
  expect([2, 0.3, -0.3, 1234.5].map(formatDollars)).toEqual([
    "$2.00",
    "$0.30",
    "-$0.30",
    "$1234.50",
  ]);
});

describe("the user's own prices", () => {
  const instance = (plan: unknown): Declaration => ({ type: "compute:Instance", inputs: { plan } });
  const container = (inputs: object): Declaration => ({
    type: "compute:Container",
    inputs: { ...inputs },
  });

  test.each<[string, Declaration, monthly: number, unpriced: string | undefined]>([
    ["a plan", instance("small"), 6, undefined],
    ["another plan", instance("large"), 0, "the price of a plan is not shown"],
    ["a plan that is not known yet", instance(UNKNOWN), 0, "the price of a plan is not shown"],
    [
      "a size, besides what the spec shows",
      { ...dedicated, inputs: { ...dedicated.inputs, size: "m" } },
      13.5,
      undefined,
    ],
    [
      "a container by its parts",
      container({ cpuLimit: "2", memoryLimit: "1536MiB" }),
      6.88,
      undefined,
    ],
    [
      "a container without a limit",
      container({ cpuLimit: "2" }),
      5,
      "container.gib has a price, but memoryLimit is not known",
    ],
    [
      "a volume of a pool",
      { type: "storage:PoolVolume", inputs: { size: "10GiB" } },
      0.5,
      undefined,
    ],
    ["a bucket", { type: "storage:Bucket", inputs: {} }, 0, "the price of a bucket is not shown"],
  ])("count for %s", (_what, declaration, month, unpriced) => {
    const prices = {
      ...{ "instance.plan.small": 6, "server.size.m": 11.5, "poolVolume.gib": 0.05 },
      ...{ container: 1, "container.cpu": 2, "container.gib": 1.25 },
    };
    const [line] = estimate([declaration], prices).lines;
    expect(line?.monthly).toBe(month);
    expect(line?.unpriced).toBe(unpriced);
  });

  test("are told apart from what the spec shows", () => {
    const sum = estimate([volume(20), instance("small"), instance("large")], {
      "instance.plan.small": 6,
    });
    expect([sum.monthly, sum.own, ownText(sum)]).toEqual([8, 6, "$6.00 of it by your own prices"]);
    expect(formatCost(sum)).toBe("at least $8.00");
    expect(ownText(estimate([volume(20)], { bucket: 1 }))).toBe("");
  });

  test("of nothing are a price as well", () => {
    const sum = estimate([container({})], { container: 0, "container.cpu": 0 });
    expect([sum.monthly, formatCost(sum)]).toEqual([0, "$0.00"]);
  });

  test("of the environment count before those of the config", () => {
    const config = '{"bucket":2}';
    expect(ownPricesIn({ environment: '{"bucket":1}', config })).toEqual({ bucket: 1 });
    expect(ownPricesIn({ environment: " ", config })).toEqual({ bucket: 2 });
    expect(ownPricesIn({ environment: undefined, config: undefined })).toEqual({});
  });

  test.each([
    ["6", "prices.json must be a JSON object of monthly prices."],
    ["{", "prices.json must be a JSON object of monthly prices."],
    ["[]", "prices.json must be a JSON object of monthly prices."],
    ['{"container.cpus":1}', '"container.cpus" is none (did you mean container.cpu?'],
    [
      '{"instance.plans.small":1}',
      '"instance.plans.small" is none (did you mean instance.plan.small?',
    ],
    ['{"instance.plan.":1}', '"instance.plan." is none (did you mean instance.plan.<plan>?'],
    [
      '{"balancer":1}',
      "known: bucket, container, container.cpu, container.gib, instance.plan.<plan>, poolVolume.gib, server.size.<size>",
    ],
    ['{"bucket":-1}', '"bucket" must be a number of dollars, 0 or more.'],
    ['{"bucket":"1"}', '"bucket" must be a number of dollars, 0 or more.'],
  ])("%s is refused", (text, why) => {
    expect(() => parsePrices(text, "prices.json")).toThrow(why);
  });
});
