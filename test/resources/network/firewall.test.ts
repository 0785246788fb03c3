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

function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

describe("a firewall's rules", () => {
  test.each<[string, "inbound" | "outbound", Props, RegExp]>([
    ["a port that is none", "inbound", { ...web, ports: ["443", "0"] }, /^inbound\[1\] .*"0"/],
    ["ports the wrong way round", "inbound", { ...web, ports: ["9-8"] }, /^inbound\[1\] .*"9-8"/],
    ["ports of icmp", "inbound", { protocol: "icmp", ports: ["1"] }, /^inbound\[1\] is icmp/],
    ["no CIDR", "inbound", { ...web, sources: ["10.0.0.1"] }, /^inbound\[1\] .*"10\.0\.0\.1"/],
    ["host bits", "inbound", { ...web, sources: ["10.0.0.1/8"] }, /^inbound\[1\] .*10\.0\.0\.0\/8/],
    ["no CIDR", "outbound", { ...dns, destinations: ["x"] }, /^outbound\[1\] .*"x"/],
    ["a protocol that is none", "inbound", { protocol: "gre" }, /^inbound\[1\]\.protocol .*"gre"/],
    ["a name that is none", "inbound", { ...web, port: "443" }, /^inbound\[1\] .*"port"/],
    ["sources of what goes out", "inbound", dns, /^inbound\[1\] .*"destinations"/],
    // An empty list may mean all or none.
    ["no source", "inbound", { ...web, sources: [] }, /^inbound\[1\]\.sources is empty/],
    ["no port", "inbound", { ...web, ports: [] }, /^inbound\[1\]\.ports is empty/],
    ["no destination", "outbound", { ...dns, destinations: [] }, /^outbound\[1\]\.destinations is/],
    ["no port", "outbound", { ...dns, ports: [] }, /^outbound\[1\]\.ports is empty/],
  ])("refuse %s, and say where: %s %j", (_what, list, rule, reason) => {
    const first = list === "inbound" ? web : dns;
    expect(edge.problems({ ...inputs, [list]: [first, rule] })).toEqual([
      { reason: expect.stringMatching(reason) },
    ]);
  });

  test("in the platform's own words name no other policy than the input does", () => {
    const { name } = inputs;
    for (const raw of [{ name: "other", rules: [] }, { firewall: { name: "other" } }]) {
      expect(edge.refused({ ...inputs, raw })).toEqual(["raw"]);
    }
    // An object with another name may be somebody else's.
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
  const raw = { policy: { default_action: "drop" } };
  const wire = { inbound: [json(web)], outbound: [json(dns)] };

  test.each<[string, Props, Props, Json]>([
    ["of one list sends that list", inputs, { outbound: [] }, { outbound: [] }],
    ["that takes the last rule away sends an empty list", inputs, { inbound: [] }, { inbound: [] }],
    ["of `raw` sends it", inputs, { raw }, raw],
    ["of a list that `raw` stands for sends `raw`", { ...inputs, raw }, { inbound: [] }, raw],
    ["that leaves `raw` out sends both lists", { ...inputs, raw }, { raw: undefined }, wire],
  ])("%s, in place", async (_what, before, change, body) => {
    const after = { ...before, ...change };
    expect(edge.diff(before, after)).toMatchObject({ replaces: [] });
    const calls = [{ call: "PATCH /api/v1/firewalls/fw_1", body, answer: { id: "fw_1" } }];
    await edge.update("fw_1", { before, after }, calls);
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
