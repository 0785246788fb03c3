import * as pulumi from "@pulumi/pulumi";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  FailoverAddress,
  InstanceGroup,
  type InstanceGroupSettings,
  LoadBalancedApp,
  PersistentVolume,
  RotatingCertificate,
  TeamAccess,
} from "../../../resources/components/index.ts";
import { Instance, Provider } from "../../../resources/index.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { known } from "../../support/session-mocks.ts";
import { mockPlatform, settled } from "./children.ts";

const platform = mockPlatform();
const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
const pem = { certificate, privateKey };
const machines = { region: "eu-1", plan: "small", image: "debian/13" };
const probe = { protocol: "tcp", port: 5432 } as const;
const rule = {
  entryPort: 80,
  entryProtocol: "http",
  targetPort: 80,
  targetProtocol: "http",
} as const;
const healthCheck = { protocol: "tcp", port: 80, interval: 5, timeout: 2, threshold: 2 } as const;
const balancer = { forwardingRules: [rule], healthCheck } as const;

function inputsOf(type: string, name: string): Readonly<Record<string, unknown>> {
  const found = platform.all.filter((one) => one.type === type && one.name === name);
  if (found[0] === undefined || found.length > 1)
    throw new Error(`${found.length} ${type} ${name}`);
  return found[0].inputs;
}

describe("the names of children never change: a renamed child would replace a server of a user", () => {
  test("of a load-balanced app with everything", async () => {
    new LoadBalancedApp("shop", {
      ...machines,
      certificate: pem,
      floatingIp: true,
      dataSizeGb: 10,
    });
    await settled();
    expect(platform.named().toSorted()).toEqual([
      "AlertRule shop-alert-cpu",
      "Certificate shop-certificate",
      "FailoverAddress shop-address",
      "Firewall shop-firewall",
      "FloatingIp shop-address",
      "FloatingIpAssignment shop-address-assignment",
      "HealthGate shop-0-healthy",
      "HealthGate shop-1-healthy",
      "HealthGate shop-drained",
      "Instance shop-0",
      "Instance shop-1",
      "InstanceGroup shop",
      "LoadBalancedApp shop",
      "LoadBalancer shop-balancer",
      "PersistentVolume shop-0-data",
      "PersistentVolume shop-1-data",
      "RotatingCertificate shop-certificate",
      "Volume shop-0-data",
      "Volume shop-1-data",
      "VolumeAttachment shop-0-data-attachment",
      "VolumeAttachment shop-1-data-attachment",
    ]);
  });

  test("of a team, in lower case", async () => {
    const { pending } = new TeamAccess("shop", {
      projectId: "proj_1",
      members: { "Ada@example.com": "owner", "bob@example.com": "viewer" },
    });
    expect(await known(pending)).toEqual(["ada@example.com", "bob@example.com"]);
    expect(platform.named()).toEqual([
      "TeamAccess shop",
      "ProjectMember shop-ada@example.com",
      "ProjectMember shop-bob@example.com",
    ]);
  });
});

describe("a load-balanced app", () => {
  test("needs three inputs, and serves http on 80", async () => {
    new LoadBalancedApp("shop", machines);
    await settled();
    expect(inputsOf("LoadBalancer", "shop-balancer")).toMatchObject({
      forwardingRules: [
        { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" },
      ],
      healthCheck: { protocol: "http", port: 8080, path: "/" },
      backendInstances: ["Instance-shop-0", "Instance-shop-1"],
    });
    expect(inputsOf("HealthGate", "shop-0-healthy")).toMatchObject({
      instanceId: "Instance-shop-0",
      address: "203.0.113.7",
      probe: { protocol: "http", port: 8080, path: "/" },
    });
    expect(inputsOf("Firewall", "shop-firewall")).toMatchObject({
      inbound: [{ protocol: "tcp", ports: ["8080"] }],
    });
  });

  test.each([
    ["an id", () => "cert_1", "cert_1"],
    ["an id to come", () => pulumi.output("cert_1"), "cert_1"],
    ["PEM text", () => pem, "Certificate-shop-certificate"],
    ["a rotating one", () => new RotatingCertificate("tls", pem), "Certificate-tls"],
    ["one of ours", () => new RotatingCertificate("tls", pem).certificate, "Certificate-tls"],
  ])(
    "serves https on 443 with a certificate given as %s",
    async (_, certificate, certificateId) => {
      new LoadBalancedApp("shop", { ...machines, certificate: certificate() });
      await settled();
      expect(inputsOf("LoadBalancer", "shop-balancer")["forwardingRules"]).toEqual([
        expect.objectContaining({ entryPort: 443, entryProtocol: "https", certificateId }),
      ]);
    },
  );

  test("serves https with a rotating certificate of another copy of the package", async () => {
    vi.resetModules();
    const library = await import("../../../resources/components/index.ts");
    expect(library.RotatingCertificate).not.toBe(RotatingCertificate);
    const certificate = new library.RotatingCertificate("tls", pem);
    new LoadBalancedApp("shop", { ...machines, certificate });
    await settled();
    expect(inputsOf("LoadBalancer", "shop-balancer")["forwardingRules"]).toEqual([
      expect.objectContaining({ entryPort: 443, certificateId: "Certificate-tls" }),
    ]);
  });

  test("keeps the private key a secret", async () => {
    const { certificate } = new LoadBalancedApp("shop", { ...machines, certificate: pem });
    const privateKey = certificate?.certificate.privateKey ?? pulumi.output("");
    expect(await pulumi.isSecret(privateKey)).toBe(true);
  });

  test("leaves the private key where it is", async () => {
    const privateKeyFrom = { file: "tls/shop.key" };
    const app = { ...machines, certificate: { certificate, privateKeyFrom } };
    new LoadBalancedApp("shop", app);
    await settled();
    const inputs = inputsOf("Certificate", "shop-certificate");
    expect(inputs).toMatchObject({ certificate, privateKeyFrom });
    expect(inputs).not.toHaveProperty("privateKey");
  });

  test("estimates what it costs, and says what has no price", async () => {
    const { estimatedMonthlyCost } = new LoadBalancedApp("shop", {
      ...machines,
      floatingIp: true,
      dataSizeGb: pulumi.output(20),
    });
    expect(await known(estimatedMonthlyCost)).toEqual({
      dollars: 4,
      own: 0,
      unpriced: "no price shown: 2 instances",
      duringChange: "",
    });
  });

  const attach =
    "attach the firewall policy, which filters nothing before (`firewall: false` leaves it out)";
  const bind = "bind the alert rules, which watch nothing before (`alerts: {}` leaves them out)";

  test.each([
    [{}, `${attach}; ${bind}`],
    [{ firewall: false }, bind],
    [{ alerts: {} }, attach],
    [{ firewall: false, alerts: {} }, undefined],
  ] as const)("with %j says once what is left to do in the console", async (left, steps) => {
    const app = new LoadBalancedApp("shop", { ...machines, ...left });
    await settled();
    const said = vi.mocked(pulumi.log.info).mock.calls.map(([text, of]) => [text, of === app]);
    const where = "to do in the console for shop-0-abcdefgh, shop-1-abcdefgh";
    expect(said).toEqual(steps === undefined ? [] : [[`${where}: ${steps}`, true]]);
    expect(platform.named().includes("Firewall shop-firewall")).toBe(!("firewall" in left));
    expect(app.firewall === undefined).toBe("firewall" in left);
  });

  test("estimates with the prices of the stack's config, and refuses what are none", async () => {
    onTestFinished(() => pulumi.runtime.setConfig("hosting:prices", ""));
    pulumi.runtime.setConfig("hosting:prices", '{"instance.plan.small":6}');
    const { estimatedMonthlyCost } = new LoadBalancedApp("shop", machines);
    const cost = { dollars: 12, own: 12, unpriced: "", duringChange: "" };
    expect(await known(estimatedMonthlyCost)).toEqual(cost);
    pulumi.runtime.setConfig("hosting:prices", '{"instance.plans.small":6}');
    expect(() => new LoadBalancedApp("other", machines)).toThrow(
      "did you mean instance.plan.small?",
    );
  });

  test.each([
    [{}, true, undefined],
    [{ allowDataLoss: true }, undefined, true],
  ])("with %j protects its data: %s", async (optIn, isProtected, allowDataLoss) => {
    const { volumes } = new LoadBalancedApp("shop", { ...machines, dataSizeGb: 10, ...optIn });
    await settled();
    expect(volumes.map(({ volume }) => Reflect.get(volume, "__protect"))).toEqual([
      isProtected,
      isProtected,
    ]);
    expect(inputsOf("Volume", "shop-0-data")["allowDataLoss"]).toBe(allowDataLoss);
  });

  test("describes every rule of its firewall", async () => {
    new LoadBalancedApp("shop", machines);
    await settled();
    const { inbound, outbound } = inputsOf("Firewall", "shop-firewall");
    const described = { description: expect.stringMatching(/\w/) };
    expect([inbound, outbound].flat()).toEqual(Array(4).fill(expect.objectContaining(described)));
  });

  test("lets a transform adjust every child, by arguments or by a function of its name", async () => {
    const opts = { protect: true };
    new LoadBalancedApp("shop", {
      ...machines,
      certificate: pem,
      floatingIp: true,
      dataSizeGb: 10,
      transform: {
        instance: ({ args, opts }, name) => ({ args: { ...args, plan: `for ${name}` }, opts }),
        gate: { drainSeconds: 3 },
        loadBalancer: { algorithm: "ip_hash" },
        drain: { drainSeconds: 5 },
        certificate: { timeouts: { create: 60 } },
        volume: ({ args }) => ({ args: { ...args, filesystem: "xfs" }, opts }),
        attachment: { timeouts: { create: 61 } },
        floatingIp: { allowAddressChange: true },
        assignment: { timeouts: { create: 62 } },
        alert: { threshold: 80 },
        firewall: { outbound: [] },
      },
    });
    await settled();
    expect(inputsOf("Instance", "shop-1")["plan"]).toBe("for shop-1");
    expect(inputsOf("HealthGate", "shop-1-healthy")["drainSeconds"]).toBe(3);
    expect(inputsOf("LoadBalancer", "shop-balancer")["algorithm"]).toBe("ip_hash");
    expect(inputsOf("HealthGate", "shop-drained")["drainSeconds"]).toBe(5);
    expect(inputsOf("Certificate", "shop-certificate")["timeouts"]).toEqual({ create: 60 });
    expect(inputsOf("Volume", "shop-0-data")["filesystem"]).toBe("xfs");
    const attachment = inputsOf("VolumeAttachment", "shop-0-data-attachment");
    expect(attachment["timeouts"]).toEqual({ create: 61 });
    expect(inputsOf("FloatingIp", "shop-address")["allowAddressChange"]).toBe(true);
    const assignment = inputsOf("FloatingIpAssignment", "shop-address-assignment");
    expect(assignment["timeouts"]).toEqual({ create: 62 });
    expect(inputsOf("AlertRule", "shop-alert-cpu")["threshold"]).toBe(80);
    expect(inputsOf("Firewall", "shop-firewall")["outbound"]).toEqual([]);
  });

  test("passes its provider on to every child", async () => {
    const provider = new Provider("eu", { backend: "embedded" });
    new LoadBalancedApp("shop", { ...machines, certificate: pem }, { provider });
    await settled();
    const children = platform.all.filter(({ inputs }) => "__provider" in inputs);
    expect(children).toHaveLength(9);
    for (const child of children) expect(child.provider).toContain("pulumi-nodejs::eu::");
  });
});

describe("an instance group", () => {
  test("has no load balancer and no drain unless it is asked for one", async () => {
    const group = new InstanceGroup("db", { ...machines, healthProbe: probe, count: 1 });
    expect(await known(group.instanceIds)).toEqual(["Instance-db-0"]);
    expect(await known(group.ipAddresses)).toEqual(["203.0.113.7"]);
    expect(platform.named().slice(1)).toEqual(["Instance db-0", "HealthGate db-0-healthy"]);
  });

  test("gives its restartTriggers to each instance and to its gate, which probes again by them", async () => {
    new InstanceGroup("web", {
      ...machines,
      healthProbe: probe,
      strategy: "rolling",
      restartTriggers: ["v1"],
    });
    await settled();
    for (const at of [0, 1]) {
      expect(inputsOf("Instance", `web-${at}`)["restartTriggers"]).toEqual(["v1"]);
      expect(inputsOf("HealthGate", `web-${at}-healthy`)["triggers"]).toEqual(["v1"]);
    }
  });

  test.each<[Partial<InstanceGroupSettings>, string]>([
    [JSON.parse('{ "count": "2" }'), 'count must be a number when the program runs, not "2"'],
    [{ count: 0 }, "count must be a whole number from 1, not 0"],
    [{ count: 1.5 }, "count must be a whole number from 1, not 1.5"],
    [{ count: 2, minHealthy: 3 }, "count is 2, fewer than the 3 of minHealthy"],
    [
      JSON.parse('{ "strategy": "Rolling" }'),
      'strategy must be blueGreen or rolling, not "Rolling"',
    ],
    [{ batch: 2 }, "batch is for the rolling strategy"],
    [{ strategy: "rolling", batch: 0 }, "batch must be a whole number from 1, not 0"],
    [{ restartTriggers: ["v1"] }, "restartTriggers is for the rolling strategy"],
    [
      { restartTriggers: pulumi.output(["v1"]), strategy: "rolling", batch: 2, minHealthy: 1 },
      "a restart of 2 of 2 instances leaves fewer than the 1 of minHealthy",
    ],
    [{ transform: { instance: { name: "web" } } }, "has a fixed name"],
    [
      {
        transform: {
          instance: ({ args, opts }) => ({ args, opts: { ...opts, deleteBeforeReplace: true } }),
        },
      },
      "has the option deleteBeforeReplace",
    ],
    ...["backendInstances", "backendInstances[0]", "*"].map(
      (path): [Partial<InstanceGroupSettings>, string] => [
        {
          loadBalancer: balancer,
          transform: {
            loadBalancer: ({ args, opts }) => ({ args, opts: { ...opts, ignoreChanges: [path] } }),
          },
        },
        `has ignoreChanges with "${path}"`,
      ],
    ),
  ])("refuses %j", async (change, reason) => {
    const make = () => new InstanceGroup("web", { ...machines, healthProbe: probe, ...change });
    expect(make).toThrow(reason);
    await settled();
  });
});

describe("a rotating certificate", () => {
  test.each([
    ["2027-05-01T00:00:00Z", 30, []],
    ["2027-05-20T00:00:00Z", 30, ["the certificate expires in 12 days, on 2027-06-01"]],
    ["2027-05-20T00:00:00Z", 7, []],
    ["2027-06-02T00:00:00Z", 7, ["the certificate has expired, on 2027-06-01"]],
  ])("on %s, with a warning %i days before, warns %j", async (now, warnDays, expected) => {
    vi.useFakeTimers({ now: Date.parse(now), toFake: ["Date"] });
    const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue();
    const { notAfter } = new RotatingCertificate("tls", { ...pem, warnDays });
    await known(notAfter);
    await settled();
    const warnings = warn.mock.calls.map(([text]) => text);
    vi.useRealTimers();
    warn.mockRestore();
    expect(warnings).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test("refuses a fixed name", async () => {
    const transform = { certificate: { name: "tls" } };
    const make = () => new RotatingCertificate("tls", { ...pem, transform });
    expect(make).toThrow("the old certificate would be deleted before the new one is created");
    await settled();
  });
});

describe("a component takes an instance or its id", () => {
  test("for a volume", async () => {
    const instance = new Instance("db", machines);
    new PersistentVolume("data", { region: "eu-1", sizeGb: 10, instance });
    new PersistentVolume("logs", { region: "eu-1", sizeGb: 10, instance: "inst_1" });
    new PersistentVolume("spare", { region: "eu-1", sizeGb: 10 });
    await settled();
    expect(inputsOf("VolumeAttachment", "data-attachment")["instanceId"]).toBe("Instance-db");
    expect(inputsOf("VolumeAttachment", "logs-attachment")["instanceId"]).toBe("inst_1");
    expect(platform.named()).not.toContain("VolumeAttachment spare-attachment");
    expect(inputsOf("Volume", "data")["filesystem"]).toBe("ext4");
  });

  test("for an address", async () => {
    const instance = new Instance("db", machines);
    const front = new FailoverAddress("front", { region: "eu-1", instance });
    new FailoverAddress("back", { region: "eu-1", instance: "inst_1" });
    expect(await known(front.ip)).toBe("203.0.113.9");
    expect(await known(front.estimatedMonthlyCost)).toMatchObject({ dollars: 0 });
    await settled();
    expect(inputsOf("FloatingIpAssignment", "front-assignment")["instanceId"]).toBe("Instance-db");
    expect(inputsOf("FloatingIpAssignment", "back-assignment")["instanceId"]).toBe("inst_1");
  });
});

describe("team access", () => {
  test.each([
    [{ "ada@example.com": "admin" } as const, "members names no owner"],
    [
      { "ada@example.com": "owner", "Ada@Example.com": "viewer" } as const,
      "ada@example.com is in members twice",
    ],
  ])("refuses %j", async (members, reason) => {
    expect(() => new TeamAccess("shop", { projectId: "proj_1", members })).toThrow(reason);
    await settled();
  });
});
