import { describe, expect, test } from "vitest";
import { echoesOf, isAsSaid, trimmed } from "../../../../provider/lifecycle/state/compare.ts";
import { container } from "../../../../resources/compute/container.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { network } from "../../../../resources/network/network.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";

const check = { protocol: "http", port: 80, interval: 5, timeout: 2, threshold: 3 };

describe("what a platform adds", () => {
  test("to an object is no difference", () => {
    const found = { ...check, unhealthyThreshold: 2, path: null };
    expect(isAsSaid(loadBalancer, "healthCheck", { found, said: check })).toBe(true);
    expect(trimmed({ found, said: check })).toEqual(check);
  });

  test("to the entries of a list is none, in whatever order they are", () => {
    const said = [
      { protocol: "tcp", ports: ["443"], sources: ["10.0.0.0/8"] },
      { protocol: "tcp", ports: ["443"] },
      { protocol: "icmp" },
    ];
    const found = [
      { id: "r3", protocol: "icmp", ports: [] },
      { id: "r2", protocol: "tcp", ports: ["443"], sources: ["10.0.0.0/8"], description: "" },
      { id: "r1", protocol: "tcp", ports: ["443"], sources: null },
    ];
    expect(isAsSaid(firewall, "inbound", { found, said })).toBe(true);
  });

  test("to the keys of a map is none", () => {
    const said = { "ipv4.address": "10.0.0.1/24" };
    const found = { "ipv4.address": "10.0.0.1/24", "ipv4.nat": "true" };
    expect(isAsSaid(network, "config", { found, said })).toBe(true);
  });
});

describe("another way to write a value is no difference", () => {
  test.each([
    ["a number in a text", "20011", 20011],
    ["an object with the id", { id: "eu-north", title: "North" }, "eu-north"],
    ["an object with the name", { id: 7, name: "eu-north" }, "eu-north"],
    ["an object with the slug", { id: 7, name: "North", slug: "eu-north" }, "eu-north"],
  ])("%s", (_what, found, said) => {
    expect(trimmed({ found, said })).toBe(said);
  });

  test.each([
    ["another number", "20012", 20012, 20011],
    ["a text that is no number", "2e4", "2e4", 20000],
    ["another region", { id: 7, slug: "eu-west", name: "West" }, "eu-west", "eu-north"],
    ["an object without a name", { title: "West" }, { title: "West" }, "eu-north"],
  ])("but %s is one", (_what, found, shown, said) => {
    expect(trimmed({ found, said })).toEqual(shown);
  });
});

describe("a difference is", () => {
  const rule = { protocol: "tcp", ports: ["443"] };
  test.each([
    ["a further entry", [rule, { protocol: "icmp" }]],
    ["a missing entry", []],
    ["another value", [{ ...rule, ports: ["80"] }]],
    ["a further value in a list of values", [{ ...rule, ports: ["443", "80"] }]],
    ["a missing field", [{ protocol: "tcp" }]],
    ["another shape", { rule }],
    ["nothing", null],
  ])("%s", (_what, found) => {
    expect(isAsSaid(firewall, "inbound", { found, said: [rule] })).toBe(false);
  });

  test("another value beside added ones", () => {
    const found = { ...check, interval: 6, unhealthyThreshold: 2 };
    expect(isAsSaid(loadBalancer, "healthCheck", { found, said: check })).toBe(false);
  });
});

describe("the address of a network", () => {
  const config = (address: string) => ({ "ipv4.address": address });

  test("may be answered as the network it lies in", () => {
    const values = { found: config("10.0.0.0/24"), said: config("10.0.0.1/24") };
    expect(isAsSaid(network, "config", values)).toBe(true);
  });

  test.each(["10.0.1.0/24", "10.0.0.0/25", "none"])("is another one in %s", (address) => {
    const values = { found: config(address), said: config("10.0.0.1/24") };
    expect(isAsSaid(network, "config", values)).toBe(false);
  });

  test("is another one in the program where another address is written", () => {
    const same = network.changes["config"]?.same;
    expect(same?.(config("10.0.0.1/24"), config("10.0.0.2/24"))).toBe(false);
  });
});

test("an answer with more than was sent is an echo", () => {
  const sent = { name: "edge", region: "eu", healthCheck: check };
  const answer = { name: "EDGE", region: "eu", healthCheck: { ...check, id: "hc_1" } };
  expect(echoesOf(loadBalancer, sent, answer)).toEqual(["region", "healthCheck"]);
});

describe("a spelling of the platform's own is no difference", () => {
  const rule = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
  test.each([
    ["a protocol", portForward, "protocol", { found: "TCP", said: "tcp" }],
    [
      "the protocols of rules",
      firewall,
      "inbound",
      { found: [{ protocol: "TCP" }], said: [{ protocol: "tcp" }] },
    ],
    [
      "the protocols of entries",
      loadBalancer,
      "forwardingRules",
      { found: [{ ...rule, entryProtocol: "HTTP" }], said: [rule] },
    ],
    [
      "the protocol of a check",
      loadBalancer,
      "healthCheck",
      { found: { ...check, protocol: "HTTP" }, said: check },
    ],
    ["a size in bytes", poolVolume, "size", { found: "10737418240", said: "10GiB" }],
    ["a size in bytes, as a number", container, "memoryLimit", { found: 1073741824, said: "1GiB" }],
  ] as const)("%s", (_what, definition, name, values) => {
    expect(isAsSaid(definition, name, values)).toBe(true);
  });

  test.each([
    ["another protocol", portForward, "protocol", { found: "UDP", said: "tcp" }],
    ["another size", poolVolume, "size", { found: "10737418241", said: "10GiB" }],
    ["no size at all", poolVolume, "size", { found: "", said: "10GiB" }],
  ] as const)("%s is one", (_what, definition, name, values) => {
    expect(isAsSaid(definition, name, values)).toBe(false);
  });
});
