import { expect, test } from "vitest";
import type { Definition } from "../../../../provider/definition/definition.ts";
import { Input } from "../../../../provider/lifecycle/record/input.ts";
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
  found: unknown,
  declared: unknown,
];

const inbound = [firewall, "inbound"] as const;
const http = { ...check, protocol: "HTTP" };

test.each<Row>([
  ["with further fields", loadBalancer, "healthCheck", { ...check, rise: 2, path: null }, check],
  ["in another order", ...inbound, rulesWithMore, rules],
  [
    "with keys of the platform's own",
    network,
    "config",
    { ...address("10.0.0.1/24"), "ipv4.nat": "true" },
    address("10.0.0.1/24"),
  ],
  ["as a network", network, "config", address("10.0.0.0/24"), address("10.0.0.1/24")],
  ["a number in a text", portForward, "publicPort", "20011", 20011],
  ["as an object with the id", volume, "region", { id: "eu", title: "E" }, "eu"],
  ["as an object with the name", volume, "region", { id: 7, name: "eu" }, "eu"],
  ["as one with the slug", volume, "region", { id: 7, slug: "eu" }, "eu"],
  ["in capital letters", portForward, "protocol", "TCP", "tcp"],
  ["inside", loadBalancer, "forwardingRules", [{ ...entry, entryProtocol: "HTTP" }], [entry]],
  ["in capital letters of a check", loadBalancer, "healthCheck", http, check],
  ["a size in bytes", poolVolume, "size", "10737418240", "10GiB"],
  ["a size as a number", container, "memoryLimit", 1073741824, "1GiB"],
])("an answer means what the program declares: %s", (_what, definition, name, found, declared) => {
  expect(new Input(definition, name).meetsDeclared({ found, declared })).toBe(true);
});

test.each<Row>([
  ["a further entry", ...inbound, [rule, { protocol: "icmp" }], [rule]],
  ["a missing entry", ...inbound, [], [rule]],
  ["another value", ...inbound, [{ ...rule, ports: ["80"] }], [rule]],
  ["a further value in a list", ...inbound, [{ ...rule, ports: ["443", "80"] }], [rule]],
  ["a missing field", ...inbound, [{ protocol: "tcp" }], [rule]],
  ["another shape", ...inbound, { rule }, [rule]],
  ["nothing", ...inbound, null, [rule]],
  ["a value beside more", loadBalancer, "healthCheck", { ...check, interval: 6, id: "hc" }, check],
  ["another network", network, "config", address("10.0.1.0/24"), address("10.0.0.1/24")],
  ["a smaller network", network, "config", address("10.0.0.0/25"), address("10.0.0.1/24")],
  ["another number", portForward, "publicPort", "20012", 20011],
  ["a text that is no number", portForward, "publicPort", "2e4", 20000],
  ["another region", volume, "region", { id: 7, slug: "us" }, "eu"],
  ["another protocol", portForward, "protocol", "UDP", "tcp"],
  ["another size", poolVolume, "size", "10737418241", "10GiB"],
  ["no size at all", poolVolume, "size", "", "10GiB"],
])(
  "an answer differs from what the program declares: %s",
  (_what, definition, name, found, declared) => {
    expect(new Input(definition, name).meetsDeclared({ found, declared })).toBe(false);
  },
);

test("fields of a rule that the program leaves out and the platform sets are more than it declares", () => {
  const found = [{ ...rule, description: "by hand" }];
  expect(new Input(firewall, "inbound").meetsDeclared({ found, declared: [rule] })).toBe(true);
  expect(new Input(firewall, "inbound").isAsDeclared({ found, declared: [rule] })).toBe(false);
  // An id, or a field that says nothing, is none of the program's.
  const unset = [{ id: "r1", ...rule, description: "", sources: [] }];
  expect(new Input(firewall, "inbound").isAsDeclared({ found: unset, declared: [rule] })).toBe(
    true,
  );
});

test("of what is found a program would write the part that it speaks of", () => {
  const found = { ...check, unhealthyThreshold: 2 };
  expect(new Input(loadBalancer, "healthCheck").asDeclared({ found, declared: check })).toEqual(
    check,
  );
  const region = { id: 7, slug: "us", name: "West" };
  expect(new Input(volume, "region").asDeclared({ found: region, declared: "eu" })).toBe("us");
});

test("two values of a program are the same in whatever spelling, and an input left out is none", () => {
  expect(new Input(container, "memoryLimit").isSame("2GiB", "2048MiB")).toBe(true);
  expect(new Input(container, "memoryLimit").isSame(undefined, "2GiB")).toBe(false);
  expect(new Input(container, "memoryLimit").isSame(undefined, undefined)).toBe(true);
  expect(new Input(network, "config").isSame(address("10.0.0.1/24"), address("10.0.0.2/24"))).toBe(
    false,
  );
});

test("a message shows values, but no secret and no undefined", () => {
  expect(new Input(toy, "shape").shown("round")).toBe('"round"');
  expect(new Input(toy, "shape").shown(undefined)).toBe("nothing");
  expect(new Input(toy, "token").shown("alpha")).toBe("a secret");
});
