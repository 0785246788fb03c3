import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { certificateExpiry } from "../../policies/rules/certificate-expiry.ts";
import { certificateKeyStrength } from "../../policies/rules/certificate-key-strength.ts";
import { dedicatedIpv4 } from "../../policies/rules/dedicated-ipv4.ts";
import { firewallRuleDescriptions } from "../../policies/rules/firewall-rule-descriptions.ts";
import { firewallWithPublicIpv6 } from "../../policies/rules/firewall-with-public-ipv6.ts";
import { forwardTargets } from "../../policies/rules/forward-targets.ts";
import { httpsOnLoadBalancers } from "../../policies/rules/https-on-load-balancers.ts";
import { loadBalancerBackends } from "../../policies/rules/load-balancer-backends.ts";
import { loadBalancerCertificate } from "../../policies/rules/load-balancer-certificate.ts";
import { loadBalancerHealthCheck } from "../../policies/rules/load-balancer-health-check.ts";
import { loadBalancerOneRegion } from "../../policies/rules/load-balancer-one-region.ts";
import { noPlainHttpEntry } from "../../policies/rules/no-plain-http-entry.ts";
import { noWorldOpenPorts } from "../../policies/rules/no-world-open-ports.ts";
import { notKnown } from "../../policies/view.ts";
import { makeCertificate } from "../support/certificate.ts";
import { type Given, problemsOf, unknownOf } from "./decide.ts";

const http = { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" };
const https = { ...http, entryPort: 443, entryProtocol: "https", certificateId: "cert_1" };

function balancer(properties: Record<string, unknown>): Given {
  return { type: "network:LoadBalancer", name: "app", properties };
}

function firewall(...inbound: unknown[]): Given {
  return { type: "network:Firewall", name: "edge", properties: { inbound, outbound: [] } };
}

function certificateOf(properties: Record<string, unknown>): Given {
  return { type: "network:Certificate", name: "tls", properties };
}

describe("entries of load balancers", () => {
  test("one must be https", () => {
    const rule = httpsOnLoadBalancers;
    expect(problemsOf(rule, [balancer({ forwardingRules: [http, https] })])).toEqual([]);
    expect(problemsOf(rule, [balancer({ forwardingRules: [http] })])).toEqual([
      "app: no forwarding rule has entryProtocol https, and one must",
    ]);
    const late = { ...http, entryProtocol: notKnown };
    for (const forwardingRules of [notKnown, [notKnown, http], [late]]) {
      expect(problemsOf(rule, [balancer({ forwardingRules })])).toEqual([]);
    }
  });

  test("plain http is for listed ports", () => {
    const given = [balancer({ forwardingRules: [https, http] })];
    expect(problemsOf(noPlainHttpEntry, given)).toEqual([
      "app: forwardingRules[1] is plain http on entryPort 80, and allowedPorts are: none",
    ]);
    expect(problemsOf(noPlainHttpEntry, given, { config: { allowedPorts: [80] } })).toEqual([]);
    const late = [{ ...http, entryPort: notKnown }, { ...http, entryProtocol: notKnown }, notKnown];
    expect(problemsOf(noPlainHttpEntry, [balancer({ forwardingRules: late })])).toEqual([]);
  });

  test("https needs a certificate, which may be one that is not made yet", () => {
    const { certificateId: _, ...bare } = https;
    expect(
      problemsOf(loadBalancerCertificate, [balancer({ forwardingRules: [http, bare] })]),
    ).toEqual(["app: forwardingRules[1] is https and has no certificateId"]);
    const late = { ...https, certificateId: notKnown };
    expect(
      problemsOf(loadBalancerCertificate, [balancer({ forwardingRules: [https, late] })]),
    ).toEqual([]);
  });
});

describe("certificates", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const until = (day: string) => makeCertificate({ notAfter: new Date(day) }).certificate;

  test("must be valid for some days yet", () => {
    const soon = [certificateOf({ certificate: until("2026-01-20T12:00:00Z") })];
    const surroundings = { now };
    expect(problemsOf(certificateExpiry, soon, { surroundings })).toEqual([
      "tls: certificate expires on 2026-01-20, in 19 days, and minDays is 30",
    ]);
    expect(problemsOf(certificateExpiry, soon, { surroundings, config: { minDays: 19 } })).toEqual(
      [],
    );
    expect(problemsOf(certificateExpiry, unknownOf(soon))).toEqual([]);
    expect(problemsOf(certificateExpiry, [certificateOf({ certificate: "not PEM" })])).toEqual([]);
  });

  test("must have strong keys", () => {
    expect(
      problemsOf(certificateKeyStrength, [certificateOf({ certificate: until("2027-01-01") })]),
    ).toEqual([]);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "secp224r1" });
    const weak = makeCertificate({ key: privateKey }).certificate;
    expect(problemsOf(certificateKeyStrength, [certificateOf({ certificate: weak })])).toEqual([
      "tls: its key is on the curve secp224r1, and the smallest allowed is P-256",
    ]);
    const pem = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({
      type: "pkcs8",
      format: "pem",
    });
    const short = makeCertificate({ key: createPrivateKey(pem) }).certificate;
    const given = [certificateOf({ certificate: short })];
    expect(problemsOf(certificateKeyStrength, given)).toEqual([
      "tls: its key has 1024 bits, and minRsaBits is 2048",
    ]);
    expect(problemsOf(certificateKeyStrength, given, { config: { minRsaBits: 1024 } })).toEqual([]);
    expect(problemsOf(certificateKeyStrength, unknownOf(given))).toEqual([]);
  });
});

describe("health checks", () => {
  const sane = { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 };
  const problems = (healthCheck: unknown, config = {}) =>
    problemsOf(loadBalancerHealthCheck, [balancer({ healthCheck })], { config });

  test.each([
    [{ ...sane, path: undefined }, "healthCheck is http without a path"],
    [{ ...sane, timeout: 10 }, "healthCheck.timeout 10 is not shorter than its interval 10"],
    [{ ...sane, interval: 61 }, "healthCheck.interval is 61, and maxInterval is 60"],
    [{ ...sane, threshold: 1 }, "healthCheck.threshold is 1, and allowed are 2 to 10"],
    [{ ...sane, threshold: 11 }, "healthCheck.threshold is 11, and allowed are 2 to 10"],
  ])("%o", (healthCheck, problem) => {
    expect(problems(healthCheck)).toEqual([`app: ${problem}`]);
  });

  test("pass when they are sane, or not known yet", () => {
    expect(problems(sane)).toEqual([]);
    expect(problems({ ...sane, protocol: "tcp", path: undefined })).toEqual([]);
    expect(problems({ ...sane, interval: 90 }, { maxInterval: 90 })).toEqual([]);
    expect(problems(notKnown)).toEqual([]);
    const late = Object.fromEntries(Object.keys(sane).map((key) => [key, notKnown]));
    expect(problems(late)).toEqual([]);
  });
});

test("load balancers need enough different backends, known or not", () => {
  const problems = (...backendInstances: unknown[]) =>
    problemsOf(loadBalancerBackends, [balancer({ backendInstances })]);
  expect(problems("inst_1", "inst_2")).toEqual([]);
  expect(problems(notKnown, notKnown)).toEqual([]);
  expect(problems("inst_1", "inst_1")).toEqual([
    "app: backendInstances names 1, and minBackends is 2",
  ]);
  expect(problemsOf(loadBalancerBackends, [balancer({ backendInstances: notKnown })])).toEqual([]);
});

test("a load balancer and its backends are in one region", () => {
  const instance = (name: string, region: unknown): Given => ({
    ...{ type: "compute:Instance", name, properties: { region } },
  });
  const app = (region: unknown): Given => ({
    ...balancer({ region }),
    from: { backendInstances: ["a", "b"] },
  });
  expect(
    problemsOf(loadBalancerOneRegion, [instance("a", "eu"), instance("b", "us"), app("eu")]),
  ).toEqual(['app: region is "eu", but its backend "b" is in "us"']);
  expect(
    problemsOf(loadBalancerOneRegion, [instance("a", "eu"), instance("b", "eu"), app("eu")]),
  ).toEqual([]);
  expect(
    problemsOf(loadBalancerOneRegion, [instance("a", "eu"), instance("b", notKnown), app("eu")]),
  ).toEqual([]);
  expect(problemsOf(loadBalancerOneRegion, [instance("a", "eu"), app(notKnown)])).toEqual([]);
});

test("machines with public IPv6 need a firewall in their stack", () => {
  const machine = (name: string, ipv6Addresses?: unknown): Given => ({
    type: "compute:Server",
    name,
    properties: { ipv6Addresses },
  });
  const rule = firewallWithPublicIpv6;
  expect(problemsOf(rule, [machine("a", ["2001:db8::1"]), machine("b", [])])).toEqual([
    'no Firewall is declared, and public IPv6 reaches "a" unfiltered',
  ]);
  expect(problemsOf(rule, [machine("a", ["2001:db8::1"]), firewall()])).toEqual([
    'edge: it filters nothing until it is attached in the console, which nothing here can check, and public IPv6 reaches "a"',
  ]);
  expect(problemsOf(rule, [machine("a", []), firewall()])).toEqual([]);
  expect(problemsOf(rule, [machine("a", [])])).toEqual([]);
  // spec 8: a new machine gets one wherever the region has IPv6.
  const fresh = [machine("a"), machine("b", notKnown)];
  expect(problemsOf(rule, fresh)).toEqual([
    'no Firewall is declared, and public IPv6 reaches "a", "b" unfiltered',
  ]);
  expect(problemsOf(rule, fresh, { config: { countNew: false } })).toEqual([]);
});

describe("firewall rules", () => {
  const allPorts = "22, 1433, 2375, 3306, 3389, 5432, 5900, 6379, 9200, 11211, 27017";
  const halves = Array.from({ length: 128 }, (_none, at) => `${at}.0.0.0/8`);
  const ipv6Halves = Array.from({ length: 128 }, (_none, at) => `${at.toString(16)}00::/8`);
  const mappedHalves = halves.map((half) => `::ffff:${half.replace("0.0/8", "1.0/104")}`);
  const quarter = (networks: readonly string[]) => networks.slice(0, networks.length / 2);

  test("that are sent as they are cannot be judged", () => {
    const raw = { ...firewall(), properties: { inbound: [], outbound: [], raw: { rules: [] } } };
    const unjudged = ["edge: raw is sent instead of rules: it cannot be judged"];
    expect(problemsOf(noWorldOpenPorts, [raw])).toEqual(unjudged);
    expect(problemsOf(firewallRuleDescriptions, [raw])).toEqual(unjudged);
  });

  test("count sources as everyone from a prefix on that can be set", () => {
    const rule = firewall({ protocol: "tcp", ports: ["22"], sources: ["203.0.0.0/12"] });
    expect(problemsOf(noWorldOpenPorts, [rule])).toEqual([]);
    expect(problemsOf(noWorldOpenPorts, [rule], { config: { shortestPrefix: 16 } })).toHaveLength(
      1,
    );
  });

  test.each([
    [{ protocol: "tcp", ports: ["22"] }, "22"],
    [{ protocol: "tcp", ports: ["20-25"], sources: ["10.0.0.0/8", "0.0.0.0/0"] }, "22"],
    [{ protocol: "tcp", ports: ["443", "3306"], sources: ["::/0"] }, "3306"],
    [{ protocol: "tcp", ports: ["22"], sources: ["0::/0"] }, "22"],
    [{ protocol: "tcp", ports: ["22"], sources: ["0:0:0:0:0:0:0:0/0"] }, "22"],
    [{ protocol: "tcp", ports: ["22"], sources: ["0.0.0.0/1", "128.0.0.0/1"] }, "22"],
    [{ protocol: "tcp", ports: ["22"], sources: ["::ffff:0.0.0.0/96"] }, "22"],
    [{ protocol: "tcp", ports: ["22"], sources: ["0:0::FFFF:0:0/97", "128.0.0.0/1"] }, "22"],
    [{ protocol: "tcp", ports: ["22"], sources: halves }, "22"],
    [{ protocol: "tcp", ports: ["22"], sources: ipv6Halves }, "22"],
    [{ protocol: "tcp", ports: ["22"], sources: mappedHalves }, "22"],
    [
      { protocol: "tcp", ports: ["22"], sources: [...quarter(halves), ...mappedHalves.slice(64)] },
      "22",
    ],
    [{ protocol: "udp", sources: ["10.0.0.0/8", "64.0.0.0/2"] }, allPorts],
    [{ protocol: "udp" }, allPorts],
  ])("%o opens ports to everyone that must not be", (rule, open) => {
    expect(problemsOf(noWorldOpenPorts, [firewall(rule)])).toEqual([
      `edge: inbound[0] opens ${open} to every address, and its ports must not be`,
    ]);
  });

  test.each([
    { protocol: "tcp", ports: ["443"] },
    { protocol: "tcp", ports: ["22"], sources: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"] },
    { protocol: "tcp", ports: ["22"], sources: ["::ffff:10.0.0.0/104", "::ffff:0:0/120"] },
    { protocol: "tcp", ports: ["22"], sources: [...quarter(halves), ...quarter(ipv6Halves)] },
    { protocol: "icmp" },
    { protocol: "tcp", ports: ["22"], sources: notKnown },
    { protocol: "tcp", ports: [notKnown] },
    notKnown,
  ])("%o is fine", (rule) => {
    expect(problemsOf(noWorldOpenPorts, [firewall(rule)])).toEqual([]);
  });

  test("say what they are for", () => {
    const said = { protocol: "tcp", ports: ["443"], description: "visitors" };
    const silent = { protocol: "tcp", ports: ["443"] };
    expect(problemsOf(firewallRuleDescriptions, [firewall(said, silent)])).toEqual([
      "edge: inbound[1] has no description",
    ]);
    const late = { ...silent, description: notKnown };
    expect(problemsOf(firewallRuleDescriptions, [firewall(said, late, notKnown)])).toEqual([]);
  });
});

test("forwards lead to no private port", () => {
  const forward = (targetPort: unknown): Given => ({
    ...{ type: "compute:PortForward", name: "db", properties: { targetPort } },
  });
  expect(
    problemsOf(forwardTargets, [forward(5432)], { config: { deniedPorts: [25, 5432] } }),
  ).toEqual(["db: targetPort is 5432, and deniedPorts are: 25, 5432"]);
  expect(problemsOf(forwardTargets, [forward(8080), forward(notKnown)])).toEqual([]);
});

test("dedicated addresses are for listed servers", () => {
  const server: Given = {
    ...{ type: "compute:Server", name: "mail-1", properties: { networkAccess: "dedicated" } },
  };
  expect(problemsOf(dedicatedIpv4, [server], { config: { allowedServers: ["web-*"] } })).toEqual([
    'mail-1: networkAccess is "dedicated", and allowedServers are: web-*',
  ]);
  expect(problemsOf(dedicatedIpv4, [server], { config: { allowedServers: ["mail-*"] } })).toEqual(
    [],
  );
  expect(problemsOf(dedicatedIpv4, unknownOf([server]))).toEqual([]);
});
