import { describe, expect, test } from "vitest";
import type { Json } from "../../../contract/naming.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { firewall } from "../../../resources/network/firewall.ts";
import { freeName } from "../../support/fake-api.ts";
import { declared, newContext } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const edge = classUnderTest(firewall);
const web = { protocol: "tcp", ports: ["443"], sources: ["10.0.0.0/8"] };
const dns = { protocol: "udp", ports: ["53"], destinations: ["2001:db8::/32"] };
const inputs = { name: "edge", inbound: [web], outbound: [dns] };

describe("a firewall's rules", () => {
  test.each<[string, Props, string]>([
    [
      "a port that is none",
      { ...web, ports: ["443", "0"] },
      'ports has "0"; write a port like "443" or "8000-8100"',
    ],
    ["ports the wrong way round", { ...web, ports: ["9-8"] }, 'ports has "9-8"; write a port'],
    ["ports of icmp", { protocol: "icmp", ports: ["1"] }, "is icmp, which has no ports"],
    [
      "an address that is no CIDR",
      { ...web, sources: ["10.0.0.1"] },
      'has "10.0.0.1", which is no CIDR like 10.0.0.0/24',
    ],
    [
      "host bits",
      { ...web, sources: ["10.0.0.1/8"] },
      'has "10.0.0.1/8" with host bits set; write 10.0.0.0/8',
    ],
  ])("refuse %s, and say where", (_what, rule, problem) => {
    const problems = edge.problems({ ...inputs, inbound: [web, rule] });
    expect(problems).toEqual([{ reason: expect.stringContaining(`inbound[1] ${problem}`) }]);
  });

  test.each([
    ["inbound", { ...web, sources: [] }, "sources is empty; leave it out for anywhere"],
    ["inbound", { ...web, ports: [] }, "ports is empty; leave it out for every port"],
    ["outbound", { ...dns, destinations: [] }, "destinations is empty; leave it out for anywhere"],
    ["outbound", { ...dns, ports: [] }, "ports is empty; leave it out for every port"],
  ])("refuse an empty list of what goes %s, which may mean all or none", (list, rule, problem) => {
    const reason = `${list}[0].${problem}, or take the rule out for none`;
    expect(edge.problems({ ...inputs, [list]: [rule] })).toEqual([{ reason }]);
  });

  test("look at outbound ones as well", () => {
    const problems = edge.problems({ ...inputs, outbound: [{ ...dns, destinations: ["x"] }] });
    expect(problems).toEqual([
      { reason: 'outbound[0] has "x", which is no CIDR like 10.0.0.0/24' },
    ]);
  });

  test.each([
    [
      "a protocol that is none",
      { protocol: "gre" },
      'inbound[0].protocol must be one of tcp, udp, icmp, not "gre"',
    ],
    ["a name that is none", { ...web, port: "443" }, 'inbound[0] has no property "port"'],
    ["sources of what goes out", { ...dns }, 'inbound[0] has no property "destinations"'],
  ])("refuse %s by its path", (_what, rule, reason) => {
    expect(edge.problems({ ...inputs, inbound: [rule] })).toEqual([{ reason }]);
  });

  test("in the platform's own words name no other policy than the input does", () => {
    const reason =
      "raw has a name of its own, but the firewall policy is known by its input `name`. Take it out of `raw` and set `name`.";
    const { name } = inputs;
    for (const raw of [{ name: "other", rules: [] }, { firewall: { name: "other" } }]) {
      expect(edge.problems({ ...inputs, raw })).toEqual([{ property: "raw", reason }]);
    }
    // What is called otherwise may be somebody else's.
    for (const raw of [
      { rules: [] },
      { name },
      { firewall: { name } },
      { policy: { name: "x" } },
    ]) {
      expect(edge.problems({ ...inputs, raw })).toEqual([]);
    }
  });

  test("is no change where that repeats its name, or does so no more", () => {
    const plain = { ...inputs, raw: { rules: [] } };
    const named = { ...inputs, raw: { rules: [], name: inputs.name } };
    expect(edge.diff(plain, named)).toMatchObject({ changes: false, replaces: [] });
    expect(edge.diff(named, plain)).toMatchObject({ changes: false, replaces: [] });
    expect(edge.diff(inputs, named)).toMatchObject({ changes: undefined });
  });

  test("may be none at all, and leave everything open", () => {
    expect(edge.problems({ name: "edge", inbound: [], outbound: [{ protocol: "icmp" }] })).toEqual(
      [],
    );
  });
});

describe("a change of a firewall", () => {
  test("of its rules is an update that sends all of them, also when none is left", async () => {
    const after = { ...inputs, inbound: [] };
    expect(edge.diff(inputs, after)).toMatchObject({ replaces: [] });
    const body: Json = {
      inbound: [],
      outbound: [{ protocol: "udp", ports: ["53"], destinations: ["2001:db8::/32"] }],
    };
    const calls = [{ call: "PATCH /api/v1/firewalls/fw_1", body, answer: { id: "fw_1" } }];
    expect(await edge.update("fw_1", { before: inputs, after }, calls)).toMatchObject(after);
  });

  test("of the order of its rules is none", () => {
    const before = { ...inputs, inbound: [web, { protocol: "icmp" }] };
    const after = { ...inputs, inbound: [{ protocol: "icmp" }, web] };
    expect(edge.diff(before, after).changes).toBe(false);
  });

  test("of its name replaces it, the new one first, as both names are free", () => {
    expect(edge.diff(inputs, { ...inputs, name: "other" })).toMatchObject({
      replaces: ["name"],
      deleteBeforeReplace: false,
    });
  });
});

describe("the shape of a policy", () => {
  async function sent(given: Props, body: Json, assumptions = {}) {
    const answer = { id: "fw_1", ...Object(body) };
    const call = "POST /api/v1/firewalls";
    const look = { call: "GET /api/v1/firewalls", answer: [answer] };
    const calls = [freeName(call), { call, body, answer }, look];
    const context = newContext(calls, { assumedRoutes: "never", assumptions });
    return create(context, firewall, declared({ ...given, __generatedName: true }));
  }

  test("is the user's own when raw is given", async () => {
    const raw = { policy: { default_action: "drop" } };
    await sent({ ...inputs, raw }, { name: "edge", policy: { default_action: "drop" } });
  });

  test("takes the names of its fields from the assumptions", async () => {
    const assumptions = { "fields.inbound": "ingress_rules", "fields.outbound": "egress_rules" };
    const body = { name: "edge", ingress_rules: [], egress_rules: [{ protocol: "icmp" }] };
    const given = { name: "edge", inbound: [], outbound: [{ protocol: "icmp" }] };
    const { state } = await sent(given, body, assumptions);
    expect(state).toMatchObject({ __echoes: ["inbound", "name", "outbound"] });
  });
});
