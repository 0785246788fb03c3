/** Two components with children of the same names, wherever components are made: two objects each. */
import { describe, expect, it } from "vitest";
import { definitions } from "../../resources/_registry.ts";
import { makeCertificate } from "../support/certificate.ts";
import {
  type ComponentHost,
  declareComponent,
  hosts,
  openHost,
  providerOf,
} from "../support/component-hosts.ts";
import { createsOn } from "../support/stack-kill.ts";
import { openWire } from "../support/stack-wire.ts";
import { yamlHost } from "../support/yaml-host.ts";

const yaml = yamlHost();
const directory = "directory" in yaml ? yaml.directory : "";

const rule = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
const balancer = {
  region: "eu-1",
  forwardingRules: [rule],
  healthCheck: { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 },
};

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });

/** A package whose second version has another name for a component, and moves a volume into a new one. */
function sourceOf(version: 1 | 2): string {
  const [green, options] =
    version === 1
      ? ["green", "{ parent: this }"]
      : ["verde", '{ parent: this, aliases: [{ name: "green" }] }'];
  const [made, ofData] =
    version === 1
      ? ["", "{ parent: this }"]
      : [
          'const deep = new Deep("deep", { parent: this });',
          "{ parent: deep, aliases: [{ parent: this }] }",
        ];
  return `
import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";

function volume(options: pulumi.CustomResourceOptions): hosting.Volume {
  return new hosting.Volume("data", { region: "eu-1", sizeGb: 10 }, options);
}

class Deep extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions) {
    super("acme:index:Deep", name, {}, opts);
  }
}

class Blue extends pulumi.ComponentResource {
  constructor(name: string, keyId: string, opts?: pulumi.ComponentResourceOptions) {
    super("acme:index:Blue", name, {}, opts);
    ${made}
    others(this, volume(${ofData}), keyId);
  }
}

class Green extends pulumi.ComponentResource {
  constructor(name: string, keyId: string, opts?: pulumi.ComponentResourceOptions) {
    super("acme:index:Green", name, {}, opts);
    others(this, volume({ parent: this }), keyId);
  }
}

function others(parent: pulumi.Resource, data: hosting.Volume, keyId: string): void {
  const at = { parent };
  const job = new hosting.Container("job", { image: "debian/13" }, at);
  new hosting.PortForward("port", {
    instanceName: job, protocol: "tcp", targetPort: 8080,
    publicPort: job.portBlock.apply((block) => block?.lastPort ?? 20000),
  }, at);
  const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" }, at);
  new hosting.Server("server", { size: "small" }, at);
  new hosting.Image("golden", { source: { instanceId: web, snapshot: "one" } }, at);
  const base = new hosting.ImportedImage("base", {
    url: "https://images.example/a.qcow2", format: "qcow2", osType: "linux",
  }, at);
  new hosting.ImageShare("partners", { imageId: base, projectIds: ["proj_default"] }, { parent, deletedWith: base });
  new hosting.Network("net", {}, at);
  new hosting.Firewall("edge", { inbound: [], outbound: [] }, at);
  new hosting.VolumeAttachment("attached", { volumeId: data, instanceId: web }, at);
  const address = new hosting.FloatingIp("address", { region: "eu-1" }, at);
  new hosting.FloatingIpAssignment("assigned", { floatingIpId: address, instanceId: web }, at);
  new hosting.Certificate("tls", ${JSON.stringify({ certificate, privateKey })}, at);
  new hosting.HealthGate("gate", {
    instanceId: web, address: web.ipAddresses[0], probe: { protocol: "http", port: 80 },
  }, at);
  new hosting.LoadBalancer("front", { ...${JSON.stringify(balancer)} as const, backendInstances: [web] }, at);
  new hosting.PoolVolume("scratch", { size: "10GiB" }, at);
  new hosting.Bucket("files", {}, at);
  new hosting.AlertRule("hot", { metric: "cpu_percent", condition: "gt", threshold: 3, channels: ["email"] }, at);
  new hosting.ProjectMember("ada", {
    projectId: "proj_default", email: keyId + "@example.com", role: "developer",
  }, at);
  new hosting.ApiKey("ci", { keyId }, at);
}

export interface PairArgs {
  blueKey: string;
  greenKey: string;
}

export class Pair extends pulumi.ComponentResource {
  constructor(name: string, args: PairArgs, opts?: pulumi.ComponentResourceOptions) {
    super("acme:index:Pair", name, {}, opts);
    new Blue("blue", args.blueKey, { parent: this });
    new Green("${green}", args.greenKey, ${options});
    this.registerOutputs();
  }
}

class Disk extends pulumi.ComponentResource {
  constructor(name: string, type: string, opts: pulumi.ComponentResourceOptions) {
    super(type, name, {}, opts);
    volume({ parent: this });
  }
}

export interface DisksArgs {
  reason?: string;
}

export class Disks extends pulumi.ComponentResource {
  constructor(name: string, args: DisksArgs, opts?: pulumi.ComponentResourceOptions) {
    super("acme:index:Disks", name, {}, opts);
    for (const branch of ["Left", "Right"])
      new Disk(branch, "acme:index:" + branch, { parent: this });
    this.registerOutputs();
  }
}
`;
}

describe.skipIf("missing" in yaml).concurrent.each(hosts)(
  `components made by: %s ${"missing" in yaml ? yaml.missing : ""}`,
  (host: ComponentHost) => {
    it("have an object for each child, are refactored by aliases and destroyed whole", async () => {
      await using stack = await openHost(host, directory);
      const [blueKey, greenKey] = ["blue", "green"].map(
        () => stack.platform.createKey({ scopes: ["*"], level: "Read" }).id,
      );
      const declare = (version: 1 | 2) =>
        declareComponent(stack, host, {
          source: sourceOf(version),
          component: "Pair",
          args: { blueKey, greenKey },
        });
      declare(1);
      await stack.up();
      const children = stack.state().filter(({ type }) => /hosting[:/]\w+:/.test(type));
      const ids = children.map(({ type, id }) => `${type} ${id}`);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(2 * definitions.size);
      expect((await stack.up()).changes).toEqual({});
      declare(2);
      const { changes } = await stack.up();
      expect(changes).toEqual({ deep: "create" });
      expect((await stack.up()).changes).toEqual({});
      await stack.destroy();
      expect(left(stack.platform.snapshot())).toEqual([]);
    });

    it("go on after a kill in the middle of their creates, and share nothing", async () => {
      await using stack = await openHost(host, directory);
      await using wire = await openWire(stack.platform);
      Object.assign(stack.env, wire.env);
      declareComponent(stack, host, { source: sourceOf(1), component: "Disks" });
      const create = /^POST \/v1\/volumes$/;
      const stopped = wire.stop({ requests: [create, create], at: "applied" });
      const run = stack.start("up");
      await stopped;
      process.kill(
        providerOf(stack, host, () => run.provider()),
        "SIGKILL",
      );
      expect((await run.ended).code).not.toBe(0);
      createsOn(stack);
      await stack.up();
      expect(createsOn(stack)).toEqual([]);
      const volumes = stack.platform.snapshot().volume.map(({ id }) => id);
      const inState = stack.state().filter(({ name }) => name === "data");
      expect(inState.map(({ id }) => id).toSorted()).toEqual(volumes.toSorted());
      expect(new Set(volumes).size).toBe(2);
      expect((await stack.up()).changes).toEqual({});
    });
  },
);

/** Objects besides the platform's own key and its project's owner. */
function left(snapshot: object): readonly string[] {
  return Object.entries(snapshot)
    .filter(([kind]) => kind !== "apiKey" && kind !== "projectMember")
    .flatMap(([kind, objects]) => (Array.isArray(objects) ? objects.map(() => kind) : []));
}
