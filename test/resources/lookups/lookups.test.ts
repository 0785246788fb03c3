import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { settingNames } from "../../../provider/setting-names.ts";
import * as resources from "../../../resources/index.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { samples } from "../../support/session-inputs.ts";
import { known } from "../../support/session-mocks.ts";
import { make, openWorld, type TestWorld } from "../../support/session-world.ts";

let world: TestWorld;
const ids = { image: "", instance: "", address: "", ip: "" };
const rule = { protocol: "tcp", ports: ["443"], sources: ["10.0.0.0/8"] } as const;
const balanced = {
  forwardingRules: [
    { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" },
  ],
};
const alert = {
  metric: "cpu_percent",
  condition: "gt",
  threshold: 90,
  channels: ["email", "slack"],
};

beforeAll(async () => {
  world = openWorld();
  const container = { name: "web", type: "container", image: "debian/13" };
  const { state } = await make(world, "compute:Container", container);
  const publicPort = Number(Object(state["portBlock"]).firstPort) + 1;
  const forward = { instanceName: "web", protocol: "tcp", publicPort, targetPort: 80 };
  await make(world, "compute:PortForward", forward);
  const instance = { name: "one", region: "eu", plan: "small", image: "debian/13" };
  ids.instance = (await make(world, "compute:Instance", instance)).id;
  const source = { instanceId: ids.instance, snapshot: "nightly" };
  ids.image = (await make(world, "compute:Image", { name: "base", source })).id;
  await make(world, "network:Network", { name: "net", config: { "ipv4.address": "10.0.0.0/24" } });
  await make(world, "network:Firewall", { name: "edge", inbound: [rule], outbound: [] });
  await make(world, "storage:Bucket", { name: "files" });
  await make(world, "storage:Volume", { name: "data", region: "eu", sizeGb: 10 });
  const address = await make(world, "network:FloatingIp", { region: "eu" });
  Object.assign(ids, { address: address.id, ip: address.state["ip"] });
  const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });
  await make(world, "network:Certificate", { name: "shop", certificate, privateKey });
  const balancer = { ...samples["network:LoadBalancer"], ...balanced, name: "front" };
  await make(world, "network:LoadBalancer", { ...balancer, backendInstances: [ids.instance] });
  await make(world, "monitoring:AlertRule", { name: "hot", ...alert });
  // The platform has its own time, and lookups ask by the machine's.
  world.platform.clock.advance((world.context.clock.now() - Date.now()) / 1000 + 60);
});
afterAll(() => world.close());

beforeEach(() => {
  forgetMocks();
  for (const variable of Object.values(settingNames)) vi.stubEnv(variable, undefined);
  vi.stubEnv(settingNames.embeddedFile, world.file);
  useConfig({ backend: "embedded" });
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** Resources as a program has them once the engine knows them. */
async function registered<T>(declare: () => T, isPreview = false): Promise<T> {
  const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => {
    return { id: name, state: inputs };
  };
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "shop", "dev", isPreview);
  const resource = declare();
  await pulumi.runtime.disconnect();
  forgetMocks();
  return resource;
}

/** Where there is an engine or none, a platform is asked; where there are mocks, they are. */
function forgetMocks({ isPreview = false } = {}): void {
  pulumi.runtime.resetOptions("shop", "dev", -1, "", "", isPreview, "org");
}

/** The stack's config, as `pulumi config set hosting:<name>` makes it. */
function useConfig(values: Readonly<Record<string, string>>): void {
  const named = Object.entries(values).map(([name, value]) => [`hosting:${name}`, value]);
  pulumi.runtime.setAllConfig(Object.fromEntries(named));
}

const id = expect.any(String);
const lookups: readonly (readonly [name: string, args: () => object, result: () => object])[] = [
  [
    "getContainers",
    () => ({}),
    () => ({ containers: [{ name: "web", image: "debian/13", status: "running" }] }),
  ],
  ["getContainer", () => ({ name: "web" }), () => ({ name: "web", ipAddresses: [id] })],
  [
    "getInstances",
    () => ({}),
    () => ({ instances: [{ id: ids.instance, name: "one", plan: "small" }] }),
  ],
  [
    "getPortForwards",
    () => ({ instanceName: "web" }),
    // The first port of the block reaches SSH by itself (spec 8).
    () => ({ portForwards: [{ targetPort: 22 }, { protocol: "tcp", targetPort: 80 }] }),
  ],
  [
    "getNetworks",
    () => ({}),
    () => ({ networks: [{ id, name: "net", config: { "ipv4.address": "10.0.0.0/24" } }] }),
  ],
  [
    "getFirewalls",
    () => ({}),
    () => ({ firewalls: [{ id, name: "edge", inbound: [rule], outbound: [] }] }),
  ],
  [
    "getStoragePools",
    () => ({}),
    () => ({ storagePools: expect.arrayContaining([{ name: "default" }]) }),
  ],
  ["getBuckets", () => ({}), () => ({ buckets: [{ name: "files", endpoint: id }] })],
  ["getAlertRules", () => ({}), () => ({ alertRules: [{ id, name: "hot", ...alert }] })],
  ["getMetrics", () => ({ name: "web" }), () => ({ cpu: { value: expect.any(Number) } })],
  ["getImage", () => ({ imageId: ids.image }), () => ({ id: ids.image, name: "base" })],
  ["getInstance", () => ({ name: "one" }), () => ({ id: ids.instance, plan: "small" })],
  ["getNetwork", () => ({ name: "net" }), () => ({ id, name: "net" })],
  ["getFirewall", () => ({ name: "edge" }), () => ({ id, inbound: [rule] })],
  ["getStoragePool", () => ({ name: "default" }), () => ({ name: "default" })],
  ["getBucket", () => ({ name: "files" }), () => ({ name: "files", endpoint: id })],
  ["getAlertRule", () => ({ name: "hot" }), () => ({ id, ...alert })],
  [
    "getVolume",
    () => ({ name: "data", region: "eu" }),
    () => ({ id: expect.stringMatching(/^vol_/), sizeGb: 10 }),
  ],
  ["getFloatingIp", () => ({ ip: ids.ip }), () => ({ id: ids.address, region: "eu" })],
  ["getLoadBalancer", () => ({ name: "front" }), () => ({ id, region: "eu" })],
  [
    "getCertificate",
    () => ({ name: "shop" }),
    () => ({ id: expect.stringMatching(/^cert_/), notAfter: id, fingerprint: id }),
  ],
];

/** A lookup by its name, as users import it. */
async function lookUp(name: string, args: object, opts?: object): Promise<unknown> {
  const found: unknown = Object.entries(resources).find(([exported]) => exported === name)?.[1];
  if (typeof found !== "function") throw new Error(`${name} is not exported`);
  return found(args, opts);
}

/** An output once it is known; Pulumi keeps several promises of one, each of which fails with it. */
async function settled(output: unknown): Promise<unknown> {
  const of = Object(output);
  const parts: unknown[] = [of.promise(), of.isKnown, of.isSecret, of.allResources()];
  const [value] = await Promise.allSettled(parts);
  if (value?.status === "rejected") throw value.reason;
  return value?.value;
}

describe("a lookup", () => {
  test.each(lookups)("%s answers what the platform has", async (name, args, result) => {
    expect(await lookUp(name, args())).toMatchObject(result());
  });

  test.each(lookups)("%s has a twin that takes and gives outputs", async (name, args, result) => {
    const outputs = Object.fromEntries(
      Object.entries(args()).map(([key, value]) => [key, pulumi.output(value)]),
    );
    const output: unknown = await lookUp(`${name}Output`, outputs);
    if (!pulumi.Output.isInstance(output)) throw new Error("not an output");
    expect(await known(output)).toMatchObject(result());
  });

  test.each(lookups)(
    "%s refuses an argument that it does not know, also in its twin",
    async (name, args) => {
      const given = { ...args(), nmae: "net" };
      const says = new RegExp(`^${name} asked for nothing: nmae is not an argument of it \\(`);
      await expect(lookUp(name, given)).rejects.toThrow(says);
      await expect(lookUp(name, { ...args(), nmae: undefined })).resolves.toBeDefined();
      const outputs = { ...given, nmae: pulumi.output("net") };
      const output: unknown = await lookUp(`${name}Output`, outputs);
      await expect(settled(output)).rejects.toThrow(says);
    },
  );

  test("names the nearest argument, and none where there is none", async () => {
    await expect(lookUp("getContainer", { name: "web", nam: "x" })).rejects.toThrow(
      "did you mean name?",
    );
    const forwards = { instanceName: "web", protokol: "tcp" };
    await expect(lookUp("getPortForwards", forwards)).rejects.toThrow("known: instanceName");
  });

  test("are all that are exported", () => {
    const exported = Object.keys(resources).filter((name) => /^get.*(?<!Output)$/.test(name));
    expect(exported.toSorted()).toEqual(lookups.map(([name]) => name).toSorted());
  });

  test("takes an image by its name as well", async () => {
    const found = { id: ids.image, name: "base" };
    expect(await resources.getImage({ name: "base" })).toMatchObject(found);
    expect(await known(resources.getImageOutput({ name: "base" }))).toMatchObject(found);
  });

  test("takes the resource in the place of its id", async () => {
    const address = await registered(() => new resources.FloatingIp(ids.address, { region: "eu" }));
    expect(await known(resources.getFloatingIpOutput({ id: address }))).toMatchObject({
      ip: ids.ip,
    });
  });

  test("shares one list with all others of its run, and none with another run", async () => {
    const lists = () =>
      world.platform.requests().filter(({ path }) => path === "/api/v1/networks").length;
    const engine = { run: {} };
    const monitor = vi.spyOn(pulumi.runtime, "getMonitor");
    onTestFinished(() => monitor.mockRestore());
    const ask = async () => {
      Reflect.apply(monitor.mockReturnValue, monitor, [engine.run]);
      const before = lists();
      for (let at = 0; at < 50; at += 1) await resources.getNetwork({ name: "net" });
      return lists() - before;
    };
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(0);
    engine.run = {};
    expect(await ask()).toBe(1);
    const before = lists();
    // Its arguments may come from what the run has changed.
    await known(resources.getNetworkOutput({ name: pulumi.output("net") }));
    await resources.getNetworks({ name: "n*" });
    expect(lists() - before).toBe(2);
  });

  test("asks the platform of an explicit provider", async () => {
    useConfig({});
    const args = { backend: "embedded", embeddedFile: world.file } as const;
    const provider = await registered(() => new resources.Provider("eu", args));
    expect(await resources.getBuckets({}, { provider })).toMatchObject({
      buckets: [{ name: "files" }],
    });
  });

  test("asks the platform of the component that it is in", async () => {
    useConfig({});
    const args = { backend: "embedded", embeddedFile: world.file } as const;
    const [parent, elsewhere] = await registered(() => {
      const providers = [new resources.Provider("eu", args)];
      const outer = new pulumi.ComponentResource("acme:Web", "web", {}, { providers });
      return [
        new pulumi.ComponentResource("acme:Blue", "blue", {}, { parent: outer }),
        new pulumi.ComponentResource("acme:Web", "own"),
      ];
    });
    expect(await resources.getBuckets({}, { parent })).toMatchObject({
      buckets: [{ name: "files" }],
    });
    await expect(resources.getBuckets({}, { parent: elsewhere })).rejects.toThrow(/backend/);
  });

  test("refuses a parent whose provider is known by its reference alone, as in a component provider", async () => {
    const provider = new pulumi.DependencyProviderResource(
      "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::eu::id",
    );
    const options = { providers: [provider] };
    const parent = await registered(
      () => new pulumi.ComponentResource("acme:Web", "web", {}, options),
    );
    await expect(resources.getBuckets({}, { parent })).rejects.toThrow(
      /settings of the program's provider are not known.*"pulumi-hosting\/native"/,
    );
  });

  test("asks with the key of its provider, also where two keys end alike", async () => {
    const settings = { backend: "embedded" };
    const { rootKey } = world.platform;
    useConfig({ ...settings, apiKey: rootKey });
    expect(await resources.getBuckets()).toMatchObject({ buckets: [{ name: "files" }] });
    useConfig({ ...settings, apiKey: `hk_of_somebody_else_${rootKey.slice(-4)}` });
    await expect(resources.getBuckets()).rejects.toThrow(/API key was refused/);
  });

  test("heeds all settings of its provider, also on a platform that was asked before", async () => {
    const settings = { backend: "embedded" };
    useConfig(settings);
    await resources.getBuckets();
    const logRequests = `${world.file}.log`;
    vi.stubEnv(settingNames.logRequests, logRequests);
    await resources.getBuckets();
    await vi.waitFor(() => expect(readFileSync(logRequests, "utf8")).toContain("buckets"));
  });

  test("heeds the environment whatever the stack's config holds", async () => {
    useConfig({ explicit: "true" });
    vi.stubEnv(settingNames.backend, "embedded");
    expect(await resources.getBuckets()).toMatchObject({ buckets: [{ name: "files" }] });
  });

  test("of a part of a list is an error: the rest would look as if it were not there", async () => {
    const body = JSON.stringify({ buckets: [], has_more: true });
    world.platform.faults.add({ path: "/api/v1/storage/buckets", status: 200, body, times: 1 });
    await expect(resources.getBuckets()).rejects.toThrow(/answered a part of a list/);
  });

  test("of what is not there is an error of one line", async () => {
    const missing = resources.getContainer({ name: "none" });
    await expect(missing).rejects.toThrow(pulumi.RunError);
    await expect(missing).rejects.toThrow(/found nothing/);
  });

  test("without a platform is an error of one line that says how to choose one", async () => {
    useConfig({});
    const lost = resources.getBuckets();
    await expect(lost).rejects.toThrow(pulumi.RunError);
    await expect(lost).rejects.toThrow(/^No platform is chosen/);
  });

  describe("of an account without a key", () => {
    const hosts = {
      backend: "api",
      baseUrl: "https://one.example",
      apiBaseUrl: "https://two.example",
    };
    const setting = "hosting:apiKey (HOSTING_API_KEY)";

    test("is unknown in a preview, with one warning in all that names the setting", async () => {
      useConfig(hosts);
      forgetMocks({ isPreview: true });
      const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue(undefined);
      onTestFinished(() => warn.mockRestore());
      for (const [name, args] of lookups) {
        const output = Object(await lookUp(`${name}Output`, args()));
        expect(await Promise.all([output.isKnown, output.isSecret])).toEqual([false, false]);
      }
      expect(warn.mock.calls).toEqual([[expect.stringContaining(setting)]]);
    });

    test.each(lookups)("%s is a promise, which a preview refuses", async (name, args) => {
      useConfig(hosts);
      forgetMocks({ isPreview: true });
      const says = `${name} asked for nothing: a promise cannot be unknown in a preview. Use ${name}Output, which can. `;
      await expect(lookUp(name, args())).rejects.toThrow(says);
      await expect(lookUp(name, args())).rejects.toThrow(setting);
    });

    test("is unknown also where a setting of its explicit provider is", async () => {
      const unset: pulumi.Output<unknown> = pulumi.output(pulumi.unknown);
      const args = { ...hosts, backend: "api", apiKey: unset.apply(String) } as const;
      const provider = await registered(() => new resources.Provider("eu", args), true);
      forgetMocks({ isPreview: true });
      expect(await Object(resources.getBucketsOutput({}, { provider })).isKnown).toBe(false);
    });

    test("fails where it is no preview", async () => {
      useConfig(hosts);
      for (const lost of [resources.getBuckets(), settled(resources.getBucketsOutput())])
        await expect(lost).rejects.toThrow(`lacks ${setting}`);
    });
  });

  test("never shows the secrets of a bucket", async () => {
    expect(JSON.stringify(await resources.getBuckets())).not.toMatch(/secret|access/i);
  });
});
