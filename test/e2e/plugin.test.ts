/** A YAML program of every class, run by the real CLI with the provider plugin. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makeCertificate } from "../support/certificate.ts";
import type { TestStack } from "../support/stack.ts";
import { openWire } from "../support/stack-wire.ts";
import { yamlHost } from "../support/yaml-host.ts";
import { openYamlStack, type Resources, yamlProgram } from "../support/yaml-stack.ts";

const host = yamlHost();
const directory = "directory" in host ? host.directory : "";

/** The parts of the program that the tests change. */
interface Version {
  readonly sizeGb: number;
  readonly ports: readonly string[];
  readonly desiredState: string;
  readonly algorithm: string;
  readonly plan: string;
  readonly netName?: string;
  readonly cidr: string;
}

const first: Version = {
  sizeGb: 10,
  ports: ["443"],
  desiredState: "running",
  algorithm: "round_robin",
  plan: "small",
  cidr: "10.0.0.0/24",
};

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });

function everyClass(v: Version, keyId: string): Resources {
  const machine = { region: "eu-1", plan: v.plan, image: "debian/13" };
  const rule = { targetPort: 80, targetProtocol: "http" };
  return {
    job: {
      type: "hosting:compute:Container",
      properties: { image: "debian/13", memoryLimit: "1GiB", desiredState: v.desiredState },
    },
    "web-port": {
      type: "hosting:compute:PortForward",
      properties: {
        instanceName: "${job.name}",
        protocol: "tcp",
        publicPort: "${job.portBlock.lastPort}",
        targetPort: 8080,
      },
    },
    base: {
      type: "hosting:compute:ImportedImage",
      properties: { url: "https://images.example/a.qcow2", format: "qcow2", osType: "linux" },
    },
    partners: {
      type: "hosting:compute:ImageShare",
      properties: { imageId: "${base.id}", projectIds: ["proj_default"] },
      options: { deletedWith: "${base}" },
    },
    web: { type: "hosting:compute:Instance", properties: machine },
    golden: {
      type: "hosting:compute:Image",
      properties: { source: { instanceId: "${web.id}", snapshot: "one" } },
    },
    server: { type: "hosting:compute:Server", properties: { size: "small" } },
    net: {
      type: "hosting:network:Network",
      properties: { name: "net", config: { "ipv4.address": v.cidr } },
    },
    edge: {
      type: "hosting:network:Firewall",
      properties: { inbound: [{ protocol: "tcp", ports: v.ports }], outbound: [] },
    },
    data: {
      type: "hosting:storage:Volume",
      properties: { region: "eu-1", sizeGb: v.sizeGb, filesystem: "ext4" },
    },
    attached: {
      type: "hosting:storage:VolumeAttachment",
      properties: { volumeId: "${data.id}", instanceId: "${web.id}" },
    },
    address: { type: "hosting:network:FloatingIp", properties: { region: "eu-1" } },
    assigned: {
      type: "hosting:network:FloatingIpAssignment",
      properties: { floatingIpId: "${address.id}", instanceId: "${web.id}" },
    },
    tls: { type: "hosting:network:Certificate", properties: { certificate, privateKey } },
    front: {
      type: "hosting:network:LoadBalancer",
      properties: {
        region: "eu-1",
        forwardingRules: [
          { ...rule, entryPort: 443, entryProtocol: "https", certificateId: "${tls.id}" },
        ],
        healthCheck: {
          protocol: "http",
          port: 80,
          path: "/",
          interval: 10,
          timeout: 5,
          threshold: 3,
        },
        backendInstances: ["${web.id}"],
        algorithm: v.algorithm,
      },
    },
    gate: {
      type: "hosting:monitoring:HealthGate",
      properties: {
        instanceId: "${web.id}",
        address: "${web.ipAddresses[0]}",
        probe: { protocol: "http", port: 80 },
      },
    },
    scratch: { type: "hosting:storage:PoolVolume", properties: { size: "10GiB" } },
    files: { type: "hosting:storage:Bucket", properties: {} },
    hot: {
      type: "hosting:monitoring:AlertRule",
      properties: { metric: "cpu_percent", condition: "gt", threshold: 3, channels: ["email"] },
    },
    ada: {
      type: "hosting:access:ProjectMember",
      properties: { projectId: "proj_default", email: "ada@example.com", role: "developer" },
    },
    ci: { type: "hosting:access:ApiKey", properties: { keyId } },
  };
}

const outputs = {
  networks: { "fn::invoke": { function: "hosting:network:getNetworks", return: "networks" } },
  secret: "${files.secretKey}",
};

describe.skipIf("missing" in host)(
  `a YAML stack with every class ${"missing" in host ? host.missing : ""}`,
  () => {
    let stack: TestStack;
    let keyId: string;
    const program = (v: Version) => yamlProgram(stack, everyClass(v, keyId), outputs);

    beforeAll(async () => {
      stack = await openYamlStack(directory);
      keyId = stack.platform.createKey({ scopes: ["*"], level: "Read" }).id;
    });
    afterAll(() => stack[Symbol.asyncDispose]());

    it("is previewed without a write, and made as previewed", async () => {
      program(first);
      const preview = await stack.preview();
      expect(Object.keys(preview.changes)).toHaveLength(21);
      expect(stack.writes()).toEqual([]);
      const made = await stack.up();
      expect(made.changes).toEqual(preview.changes);
      // One request each, but for the key, which is taken over, and the gate, which only probes.
      expect(stack.writes()).toHaveLength(19);
    });

    it("shows no change to a refresh and to the next up", async () => {
      expect((await stack.up({}, "--refresh")).changes).toEqual({});
      expect(stack.writes()).toEqual([]);
    });

    it("has no secret in plain text", async () => {
      const text = readFileSync(stack.stateFile, "utf8");
      const { secret_key: key } = Object(
        Object.values(Object(stack.platform.snapshot().bucket))[0],
      );
      expect(text).not.toContain(privateKey.slice(40, 80));
      expect(String(key ?? "never shown")).not.toBe("");
      expect(text).not.toContain(String(key ?? "never shown"));
    });

    it("refuses what would lose data, at preview and in our own sentence", async () => {
      program({ ...first, sizeGb: 5 });
      const { errors } = await stack.preview({ fails: true });
      expect(errors.join("\n")).toContain(
        "sizeGb is 5, but the volume already has 10; volumes only grow. Keep 10 or more.",
      );
      expect(stack.writes()).toEqual([]);
    });

    it("changes in place what can change so, by one request each", async () => {
      program({
        ...first,
        sizeGb: 20,
        ports: ["443", "8000-8100"],
        desiredState: "frozen",
        algorithm: "ip_hash",
      });
      const { changes } = await stack.up();
      expect(changes).toMatchObject({
        data: "update",
        edge: "update",
        front: "update",
        job: "update",
      });
      expect(stack.writes().length).toBeGreaterThanOrEqual(4);
    });

    it("replaces in both orders: the new one first, and the old one first with a name of the user's", async () => {
      stack.writes();
      program({
        ...first,
        sizeGb: 20,
        ports: ["443", "8000-8100"],
        desiredState: "frozen",
        algorithm: "ip_hash",
        plan: "large",
        cidr: "10.1.0.0/24",
      });
      await stack.up();
      const writes = stack
        .writes()
        .map((write) => write.replace(/(inst|net)_\w+|networks\/\w+/, "$1"));
      const at = (what: RegExp) => writes.findIndex((write) => what.test(write));
      expect(at(/^POST \/v1\/instances$/)).toBeLessThan(at(/^DELETE \/v1\/instances/));
      expect(at(/^DELETE \/api\/v1\/networks/)).toBeLessThan(at(/^POST \/api\/v1\/networks$/));
      expect((await stack.preview()).changes).toEqual({});
    });

    it("is listed by `pulumi do`", async () => {
      const plugin = ["--package", "./plugin/pulumi-resource-hosting"];
      const listed = await stack.run("do", ...plugin, "hosting:storage:Volume", "list");
      expect(listed).toContain(stack.resource("data").id);
    });

    it("is imported into another stack, whose next preview shows no change", async () => {
      await using other = await openYamlStack(directory);
      other.env["HOSTING_EMBEDDED_FILE"] = stack.platformFile;
      const unread = ["monitoring:HealthGate", "network:Certificate"].map(
        (type) => `hosting:${type}`,
      );
      const resources = stack
        .state()
        .filter(({ type }) => type.startsWith("hosting:") && !unread.includes(type))
        .map(({ type, name, id }) => ({ type, name, id }));
      expect(resources).toHaveLength(19);
      yamlProgram(other, {});
      writeFileSync(join(other.directory, "import.json"), JSON.stringify({ resources }));
      const given = ["--file", "import.json", "--out", "code.yaml", "--yes", "--stack", "dev"];
      await other.run("import", ...given);
      const code = readFileSync(join(other.directory, "code.yaml"), "utf8");
      yamlProgram(other, parse(code).resources);
      expect((await other.preview()).changes).toEqual({});
    });

    it("is destroyed", async () => {
      await stack.destroy();
      expect(stack.state().filter(({ type }) => type.startsWith("hosting:"))).toEqual([]);
      expect(Object.keys(Object(stack.platform.snapshot().volume ?? {}))).toEqual([]);
    });
  },
);

describe.skipIf("missing" in host)("a resource with another name", () => {
  it("is moved by an alias, and what a change replaces at the same time is deleted", async () => {
    await using stack = await openYamlStack(directory);
    const type = "hosting:compute:Instance";
    const machine = (plan: string) => ({ region: "eu-1", plan, image: "debian/13" });
    yamlProgram(stack, { web: { type, properties: machine("small") } });
    await stack.up();
    const options = { aliases: [`urn:pulumi:dev::e2e::${type}::web`] };
    yamlProgram(stack, { shop: { type, properties: machine("large"), options } });
    await stack.up();
    const { instance } = stack.platform.snapshot();
    expect(instance.map(({ id }) => id)).toEqual([stack.resource("shop").id]);
  });
});

describe.skipIf("missing" in host)("a plugin that is killed while an object is made", () => {
  it("makes it once: the next run takes it over", async () => {
    await using stack = await openYamlStack(directory);
    const wire = await openWire(stack.platform);
    Object.assign(stack.env, wire.env);
    yamlProgram(stack, {
      job: { type: "hosting:compute:Container", properties: { image: "debian/13" } },
    });
    const stopped = wire.stop({ requests: [/^POST \/api\/v1\/instances$/], at: "applied" });
    const run = stack.up({ fails: true });
    await Promise.race([stopped, run]);
    process.kill(Number(readFileSync(join(stack.directory, "plugin", "pid"), "utf8")), "SIGKILL");
    await run;
    await stack.up();
    expect(Object.keys(Object(stack.platform.snapshot().container))).toHaveLength(1);
    expect(stack.writes().filter((write) => write === "POST /api/v1/instances")).toHaveLength(1);
  });

  it("ends within seconds of a Ctrl-C, and the next run goes on", async () => {
    await using stack = await openYamlStack(directory);
    const wire = await openWire(stack.platform);
    Object.assign(stack.env, wire.env);
    yamlProgram(stack, {
      job: { type: "hosting:compute:Container", properties: { image: "debian/13" } },
    });
    const stopped = wire.stop({ requests: [/^POST \/api\/v1\/instances$/], at: "applied" });
    const run = stack.start("up");
    await stopped;
    const asked = performance.now();
    run.signal("SIGINT");
    const { code, output } = await run.ended;
    expect(performance.now() - asked).toBeLessThan(15_000);
    expect(code).not.toBe(0);
    expect(output).not.toContain("exited prematurely");
    await stack.up();
    expect(Object.keys(Object(stack.platform.snapshot().container))).toHaveLength(1);
    expect(stack.writes().filter((write) => write === "POST /api/v1/instances")).toHaveLength(1);
  });
});
