import { describe, expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import {
  asDeclared,
  isAsDeclared,
  isSame,
  meetsDeclared,
  shown,
} from "../../../../provider/lifecycle/state/compare.ts";
import { container } from "../../../../resources/compute/container.ts";
import { portForward } from "../../../../resources/compute/port-forward.ts";
import { firewall } from "../../../../resources/network/firewall.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { network } from "../../../../resources/network/network.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { toy } from "../../../support/session-toy.ts";

const check = { protocol: "http", port: 80, interval: 5, timeout: 2, threshold: 3 };
const rule = { protocol: "tcp", ports: ["443"] };
const entry = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
const address = (of: string) => ({ "ipv4.address": of });
const rules = [{ ...rule, sources: ["10.0.0.0/8"] }, rule, { protocol: "icmp" }];
const rulesWithMore = [
  { id: "r3", protocol: "icmp", ports: [] },
  { id: "r2", ...rule, sources: ["10.0.0.0/8"], description: "" },
  { id: "r1", ...rule, sources: null },
];

type Row = readonly [
  what: string,
  definition: Definition,
  name: string,
  values: { readonly found: unknown; readonly declared: unknown },
];

describe("what an answer shows means what the program declares", () => {
  test.each<Row>([
    [
      "with further fields",
      loadBalancer,
      "healthCheck",
      { found: { ...check, unhealthyThreshold: 2, path: null }, declared: check },
    ],
    ["in another order", firewall, "inbound", { found: rulesWithMore, declared: rules }],
    [
      "with keys of the platform's own",
      network,
      "config",
      {
        found: { ...address("10.0.0.1/24"), "ipv4.nat": "true" },
        declared: address("10.0.0.1/24"),
      },
    ],
    [
      "as the network that an address is in",
      network,
      "config",
      { found: address("10.0.0.0/24"), declared: address("10.0.0.1/24") },
    ],
    ["a number in a text", portForward, "publicPort", { found: "20011", declared: 20011 }],
    [
      "as an object with the id",
      volume,
      "region",
      { found: { id: "eu", title: "E" }, declared: "eu" },
    ],
    [
      "as an object with the name",
      volume,
      "region",
      { found: { id: 7, name: "eu" }, declared: "eu" },
    ],
    ["as one with the slug", volume, "region", { found: { id: 7, slug: "eu" }, declared: "eu" }],
    ["in capital letters", portForward, "protocol", { found: "TCP", declared: "tcp" }],
    [
      "in capital letters inside",
      loadBalancer,
      "forwardingRules",
      { found: [{ ...entry, entryProtocol: "HTTP" }], declared: [entry] },
    ],
    [
      "in capital letters of a check",
      loadBalancer,
      "healthCheck",
      { found: { ...check, protocol: "HTTP" }, declared: check },
    ],
    ["a size in bytes", poolVolume, "size", { found: "10737418240", declared: "10GiB" }],
    ["a size as a number", container, "memoryLimit", { found: 1073741824, declared: "1GiB" }],
  ])("%s", (_what, definition, name, values) => {
    expect(meetsDeclared(definition, name, values)).toBe(true);
  });
});

describe("what an answer shows differs from what the program declares by", () => {
  test.each<Row>([
    [
      "a further entry",
      firewall,
      "inbound",
      { found: [rule, { protocol: "icmp" }], declared: [rule] },
    ],
    ["a missing entry", firewall, "inbound", { found: [], declared: [rule] }],
    [
      "another value",
      firewall,
      "inbound",
      { found: [{ ...rule, ports: ["80"] }], declared: [rule] },
    ],
    [
      "a further value in a list",
      firewall,
      "inbound",
      { found: [{ ...rule, ports: ["443", "80"] }], declared: [rule] },
    ],
    ["a missing field", firewall, "inbound", { found: [{ protocol: "tcp" }], declared: [rule] }],
    ["another shape", firewall, "inbound", { found: { rule }, declared: [rule] }],
    ["nothing", firewall, "inbound", { found: null, declared: [rule] }],
    [
      "another value beside further fields",
      loadBalancer,
      "healthCheck",
      { found: { ...check, interval: 6, id: "hc_1" }, declared: check },
    ],
    [
      "another network",
      network,
      "config",
      { found: address("10.0.1.0/24"), declared: address("10.0.0.1/24") },
    ],
    [
      "a smaller network",
      network,
      "config",
      { found: address("10.0.0.0/25"), declared: address("10.0.0.1/24") },
    ],
    ["another number", portForward, "publicPort", { found: "20012", declared: 20011 }],
    ["a text that is no number", portForward, "publicPort", { found: "2e4", declared: 20000 }],
    ["another region", volume, "region", { found: { id: 7, slug: "us" }, declared: "eu" }],
    ["another protocol", portForward, "protocol", { found: "UDP", declared: "tcp" }],
    ["another size", poolVolume, "size", { found: "10737418241", declared: "10GiB" }],
    ["no size at all", poolVolume, "size", { found: "", declared: "10GiB" }],
  ])("%s", (_what, definition, name, values) => {
    expect(meetsDeclared(definition, name, values)).toBe(false);
  });
});

test("fields of a rule that the program leaves out and the platform sets are more than it declares", () => {
  const found = [{ ...rule, description: "by hand" }];
  expect(meetsDeclared(firewall, "inbound", { found, declared: [rule] })).toBe(true);
  expect(isAsDeclared(firewall, "inbound", { found, declared: [rule] })).toBe(false);
  // An id, or a field that says nothing, is none of the program's.
  const unset = [{ id: "r1", ...rule, description: "", sources: [] }];
  expect(isAsDeclared(firewall, "inbound", { found: unset, declared: [rule] })).toBe(true);
});

test("of what is found a program would write the part that it speaks of", () => {
  const found = { ...check, unhealthyThreshold: 2 };
  expect(asDeclared(loadBalancer, "healthCheck", { found, declared: check })).toEqual(check);
  const region = { id: 7, slug: "us", name: "West" };
  expect(asDeclared(volume, "region", { found: region, declared: "eu" })).toBe("us");
});

test("two values of a program are the same in whatever spelling, and an input left out is none", () => {
  expect(isSame(container, "memoryLimit", ["2GiB", "2048MiB"])).toBe(true);
  expect(isSame(container, "memoryLimit", [undefined, "2GiB"])).toBe(false);
  expect(isSame(container, "memoryLimit", [undefined, undefined])).toBe(true);
  expect(isSame(network, "config", [address("10.0.0.1/24"), address("10.0.0.2/24")])).toBe(false);
});

test("a message shows values, but no secret and no undefined", () => {
  expect(shown(toy, "shape", "round")).toBe('"round"');
  expect(shown(toy, "shape", undefined)).toBe("nothing");
  expect(shown(toy, "token", "alpha")).toBe("a secret");
});
