import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test } from "vitest";
import { definitions } from "../../resources/_registry.ts";
import * as components from "../../resources/components/index.ts";
import * as resources from "../../resources/index.ts";
import { makeCertificate } from "../support/certificate.ts";
import { samples } from "../support/session-inputs.ts";
import { known } from "../support/session-mocks.ts";

const token = "pulumi-nodejs:dynamic/hosting";
const machine = { region: "eu-1", plan: "small", image: "debian/13" };
const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
const pem = { certificate, privateKey };

/** Arguments of every component. */
const componentArgs: Readonly<Record<string, object>> = {
  FailoverAddress: { region: "eu-1", instance: "inst_1" },
  InstanceGroup: { ...machine, healthProbe: { protocol: "tcp", port: 5432 } },
  LoadBalancedApp: machine,
  PersistentVolume: { region: "eu-1", sizeGb: 10, instance: "inst_1" },
  RotatingCertificate: pem,
  TeamAccess: { projectId: "proj_1", members: { "ada@example.com": "owner" } },
};

/** The answer of a mock for every lookup. */
const answers: Readonly<Record<string, object>> = {
  getAlertRule: { id: "alert_1", name: "hot" },
  getAlertRules: { alertRules: [{ id: "alert_1", channels: ["email"] }] },
  getBucket: { name: "files" },
  getBuckets: { buckets: [{ name: "files" }] },
  getCertificate: { id: "cert_1", domains: ["shop.example"] },
  getContainer: { name: "web", status: "running" },
  getContainers: { containers: [{ name: "web", portBlock: block() }] },
  getFirewall: { id: "fw_1", outbound: [] },
  getFirewalls: { firewalls: [{ inbound: [{ protocol: "tcp", ports: ["443"] }] }] },
  getFloatingIp: { id: "fip_1", ip: "203.0.113.7" },
  getImage: { id: "img_1", progress: 40 },
  getInstance: { id: "inst_1", region: "eu" },
  getInstances: { instances: [{ id: "inst_1" }, {}] },
  getLoadBalancer: { id: "lb_1", ipAddresses: ["203.0.113.7"] },
  getMetrics: { cpu: { value: 12, unit: "percent" } },
  getNetwork: { id: "net_1", config: { "ipv4.address": "10.0.0.0/24" } },
  getNetworks: { networks: [{ name: "backend" }] },
  getPortForwards: { portForwards: [{ publicPort: 20_001 }] },
  getStoragePool: { name: "default" },
  getStoragePools: { storagePools: [] },
  getVolume: { id: "vol_1", sizeGb: 10 },
};

const lookupArgs: Readonly<Record<string, object>> = {
  getAlertRule: { name: "hot" },
  getBucket: { name: "files" },
  getCertificate: { id: "cert_1" },
  getContainer: { name: "web" },
  getFirewall: { id: "fw_1" },
  getFloatingIp: { ip: "203.0.113.7" },
  getImage: { imageId: "img_1" },
  getInstance: { name: "web", region: "eu" },
  getLoadBalancer: { name: "front" },
  getMetrics: { name: "web" },
  getNetwork: { name: "backend" },
  getNetworks: { name: "b*" },
  getPortForwards: { instanceName: "web" },
  getStoragePool: { name: "default" },
  getVolume: { id: "vol_1" },
};
const calls: pulumi.runtime.MockCallArgs[] = [];
let answerTo: (call: pulumi.runtime.MockCallArgs) => object;

// As Pulumi's guide to unit tests writes it: without an organization, or anything else.
beforeEach(async () => {
  calls.length = 0;
  answerTo = ({ token: asked }) => answers[asked.replace(`${token}:`, "")] ?? {};
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}_id`, state: inputs }),
    call: (call) => {
      calls.push(call);
      return answerTo(call);
    },
  });
});

function block() {
  return { address: "203.0.113.7", firstPort: 20_000, lastPort: 20_009 };
}

function exportedBy(module: object, name: string): (...args: unknown[]) => unknown {
  const found: unknown = Reflect.get(module, name);
  if (typeof found !== "function") throw new Error(`${name} is not exported`);
  return (...args) => Reflect.apply(found, undefined, args);
}

describe("under the mocks of a unit test", () => {
  test.each([...definitions.keys()])("%s is made", async (type) => {
    const [, name = ""] = type.split(":");
    const made: unknown = Reflect.construct(Object(Reflect.get(resources, name)), [
      "main",
      samples[type],
    ]);
    if (!pulumi.CustomResource.isInstance(made)) throw new Error("not a resource");
    expect(await known(made.id)).toBe("main_id");
    await pulumi.runtime.disconnect();
  });

  test.each(Object.keys(componentArgs))("%s is made", async (name) => {
    const component = Object(Reflect.get(components, name));
    const made: unknown = Reflect.construct(component, ["main", componentArgs[name]]);
    expect(pulumi.ComponentResource.isInstance(made)).toBe(true);
    await pulumi.runtime.disconnect();
  });

  test.each(Object.keys(answers))("%s answers what they say", async (name) => {
    const inputs = lookupArgs[name] ?? {};
    expect(await exportedBy(resources, name)(inputs)).toEqual(answers[name]);
    expect(calls).toMatchObject([{ token: `${token}:${name}`, inputs }]);
  });

  test.each(Object.keys(answers))("%sOutput answers what they say", async (name) => {
    const output = exportedBy(resources, `${name}Output`)(lookupArgs[name] ?? {});
    if (!pulumi.Output.isInstance(output)) throw new Error("not an output");
    expect(await known(output)).toEqual(answers[name]);
    expect(calls).toMatchObject([{ token: `${token}:${name}` }]);
  });

  test("is everything that is exported", () => {
    const isComponent = (value: unknown) =>
      typeof value === "function" && value.prototype instanceof pulumi.ComponentResource;
    const made = Object.entries(components).filter(([, value]) => isComponent(value));
    expect(made.map(([name]) => name).toSorted()).toEqual(Object.keys(componentArgs).toSorted());
    const lookups = Object.keys(resources).filter((name) => /^get.*(?<!Output)$/.test(name));
    expect(lookups.toSorted()).toEqual(Object.keys(answers).toSorted());
  });

  test("the twin of a lookup takes the resource itself", async () => {
    const web = new resources.Container("web", { image: "debian/13" });
    await known(resources.getMetricsOutput({ name: web }));
    expect(calls).toMatchObject([{ inputs: { name: "web_id" } }]);
  });

  test("a lookup tells them which provider it was given", async () => {
    const provider = new resources.Provider("eu", { backend: "embedded" });
    await resources.getBuckets({}, { provider });
    expect(calls[0]?.provider).toContain("pulumi-nodejs::eu::");
  });

  test.each([
    [
      {},
      "getInstances() got no list from the mocks of this test. Let call() return { instances: [] }",
    ],
    [{ instances: [{ id: 5 }] }, "id: Invalid input: expected string"],
  ])("a lookup says what to return when they answer %j", async (answer, reason) => {
    answerTo = () => answer;
    const asked = resources.getInstances();
    await expect(asked).rejects.toThrow(pulumi.RunError);
    await expect(asked).rejects.toThrow(reason);
    await expect(asked).rejects.toThrow(`for the token ${token}:getInstances.`);
  });
});
