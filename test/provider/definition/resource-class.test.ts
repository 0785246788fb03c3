import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test, vi } from "vitest";
import { providerText } from "../../../provider/definition/resource-class.ts";
import { definitions } from "../../../resources/_registry.ts";
import * as resources from "../../../resources/index.ts";
import { samples } from "../../support/session-inputs.ts";
import { known, mockEngine, watchOptions } from "../../support/session-mocks.ts";

const { Bucket, Certificate, Volume } = resources;
const { registered } = mockEngine();
const types = [...definitions.keys()];
const data = { region: "eu", sizeGb: 10 };
const identity = { organization: "org", project: "shop", stack: "dev", name: "data" };

/** The class of a type, as users import it. */
function classOf(type: string) {
  const [, name] = type.split(":");
  const found = Object.entries(resources).find(([exported]) => exported === name)?.[1];
  if (found === undefined) throw new Error(`${type} is not exported`);
  return found;
}

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}

/** The two functions that led to Pulumi's base classes, which refuse what has no name. */
function callersOfPulumi(run: () => unknown): readonly (string | undefined)[] {
  const stack = thrownBy(run).stack ?? "";
  const frames = stack.matchAll(/^ +at (?<called>.+) \((?!.*@pulumi|<anonymous>).+\)$/gm);
  return [...frames].slice(0, 2).map(({ groups }) => groups?.["called"]);
}

describe("the contents of arguments", () => {
  const attach = (args: object) => Reflect.construct(resources.VolumeAttachment, ["data", args]);

  test("is no component, which has no id", () => {
    const group = new pulumi.ComponentResource("acme:web:Group", "web");
    expect(thrownBy(() => attach({ volumeId: "vol_1", instanceId: group })).message).toMatch(
      /^storage:VolumeAttachment "data" was not made: a component \(acme:web:Group\) has no id/,
    );
  });

  test("never holds itself", () => {
    const args: Record<string, unknown> = { volumeId: "vol_1" };
    args["instanceId"] = [args];
    expect(thrownBy(() => attach(args)).message).toContain("its arguments hold themselves");
  });

  test("may be twice the same, and of a class of the program's own", async () => {
    const rule = new (class {
      readonly protocol = "tcp";
      readonly ports = [new Volume("port", data)];
    })();
    const args = { inbound: [rule, rule], outbound: [] };
    Reflect.construct(resources.Firewall, ["edge", args]);
    await vi.waitFor(() => expect(registered).toHaveLength(2));
    const walked = { protocol: "tcp", ports: ["port_id"] };
    expect(registered[1]?.inputs["inbound"]).toMatchObject([walked, walked]);
  });
});

describe("every class", () => {
  test.each(types)("%s is exported under the name in its type token", (type) => {
    const token = `pulumi-nodejs:dynamic/hosting/${type}`;
    expect(Reflect.get(classOf(type), "__pulumiType")).toBe(token);
  });

  test.each(types)("%s has get, isInstance and a sample that can be made", async (type) => {
    const made: unknown = Reflect.construct(classOf(type), ["main", { ...samples[type] }]);
    if (!pulumi.CustomResource.isInstance(made)) throw new Error("not a resource");
    await known(made.id);
    expect(registered).toMatchObject([
      { type: `pulumi-nodejs:dynamic/hosting/${type}`, name: "main", id: undefined },
    ]);
    expect(registered[0]?.inputs).toMatchObject({ __provider: providerText(type) });
    const isInstance: unknown = Reflect.get(classOf(type), "isInstance");
    if (typeof isInstance !== "function") throw new Error("no isInstance");
    expect(isInstance(made)).toBe(true);
    expect(isInstance({ __pulumiType: "other" })).toBe(false);
    for (const other of [undefined, null, "text", classOf(type)]) {
      expect(isInstance(other)).toBe(false);
    }
  });

  test.each(types)("%s has every input and output as a property", (type) => {
    const made: unknown = Reflect.construct(classOf(type), ["main", { ...samples[type] }]);
    const { inputs, outputs } = definitions.get(type) ?? {};
    const names = [...Object.keys(inputs?.shape ?? {}), ...Object.keys(outputs?.shape ?? {})];
    for (const name of names) expect(pulumi.Output.isInstance(Object(made)[name])).toBe(true);
  });

  test.each(types)("%s is called by the program, where Pulumi looks for its line", (type) => {
    const make = () => Reflect.construct(classOf(type), ["", { ...samples[type] }]);
    const read = () => Reflect.apply(Reflect.get(classOf(type), "get"), classOf(type), ["", "id"]);
    const [, name] = type.split(":");
    expect(callersOfPulumi(make)).toEqual([`new ${name}`, "make"]);
    // Node 22 calls it Function.get.
    expect(callersOfPulumi(read)).toEqual([expect.stringMatching(/\.get$/), "read"]);
  });

  test.each(types)("%s refuses the import option and names adopt", (type) => {
    const make = () => Reflect.construct(classOf(type), ["main", {}, { import: "x_1" }]);
    expect(make).toThrow(pulumi.RunError);
    expect(make).toThrow('Set the input adopt: "<id>" instead.');
    expect(registered).toEqual([]);
  });
});

describe("the names of secret inputs", () => {
  const config = { "ipv4.address": "10.0.0.1/24" };
  const later = <T>(value: T) => Promise.resolve(value);
  test.each<[string, resources.NetworkArgs, pulumi.CustomResourceOptions, unknown]>([
    ["none", { description: "a", config }, {}, undefined],
    ["no secret output", { description: pulumi.output("a") }, {}, undefined],
    ["an input", { description: pulumi.secret("a"), config }, {}, ["description"]],
    ["a key of a map", { config: { a: pulumi.secret("b") } }, {}, ["config"]],
    ["a promise", { config: later({ a: pulumi.secret("b") }) }, {}, ["config"]],
    [
      "an output",
      { description: "a" },
      { additionalSecretOutputs: ["description"] },
      ["description"],
    ],
    [
      "several",
      { name: pulumi.secret("n"), description: pulumi.secret("a") },
      {},
      ["name", "description"],
    ],
  ])("go to the provider process: %s", async (_what, args, opts, names) => {
    const made = new resources.Network("net", args, opts);
    await known(made.urn);
    expect(registered.at(-1)?.inputs["__secrets"]).toEqual(names);
  });

  test("leave out those of the class, which are always secret", async () => {
    const args = { ...samples["network:Certificate"], privateKey: pulumi.secret("key") };
    const made = Reflect.construct(Certificate, ["tls", args]);
    await known(made.urn);
    expect(registered.at(-1)?.inputs).not.toHaveProperty("__secrets");
  });
});

describe("a resource", () => {
  test("leaves stack traces as long as they were, and shows the program's line when Pulumi refuses it", () => {
    const { stackTraceLimit } = Error;
    const nameless = () => new Volume("", data);
    expect(nameless).toThrow(/Missing resource name/);
    expect(thrownBy(nameless).stack).toMatch(/at .*nameless \(.*resource-class\.test\.ts/);
    new Volume("data", data);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  test("passes on its inputs, who declared it, and no placeholder", async () => {
    const volume = new Volume("data", { ...data, timeouts: { create: "1h" }, adopt: "vol_1" });
    await known(volume.id);
    expect(registered[0]?.inputs).toStrictEqual({
      ...data,
      timeouts: { create: "1h" },
      adopt: "vol_1",
      __identity: identity,
      __urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/hosting/storage:Volume::data",
      __provider: providerText("storage:Volume"),
    });
  });

  test("takes outputs of others as inputs, also inside", async () => {
    const volume = new Volume("data", { ...data, region: pulumi.output("us") });
    expect(await known(volume.region)).toBe("us");
    const rule = {
      entryPort: pulumi.output(80),
      entryProtocol: "http",
      targetPort: 80,
      targetProtocol: "http",
    } as const;
    const balancer = new resources.LoadBalancer("web", {
      region: volume.region,
      forwardingRules: [rule],
      healthCheck: { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 },
      backendInstances: [volume.id],
    });
    expect(await known(balancer.forwardingRules)).toEqual([{ ...rule, entryPort: 80 }]);
  });

  test("honours customTimeouts as its own timeouts", async () => {
    const volume = new Volume("data", data, { customTimeouts: { create: "20m" } });
    await known(volume.id);
    expect(registered[0]?.inputs).toMatchObject({ __timeouts: { create: "20m" } });
  });

  test("wraps its secret inputs and declares its secret outputs", async () => {
    const { seen, options } = watchOptions({ additionalSecretOutputs: ["domains"] });
    const certificate = new Certificate("tls", { privateKey: "key", certificate: "cert" }, options);
    expect(await known(certificate.privateKey)).toBe("key");
    expect(await pulumi.isSecret(certificate.privateKey)).toBe(true);
    expect(await pulumi.isSecret(certificate.certificate)).toBe(false);
    expect(seen[0]?.additionalSecretOutputs).toEqual(["domains", "privateKey", "__drifted"]);
    const bucket = watchOptions();
    new Bucket("files", {}, bucket.options);
    expect(bucket.seen[0]?.additionalSecretOutputs).toContain("secretKey");
  });

  test("without secrets declares as secret what a refresh keeps of any input", () => {
    const { seen, options } = watchOptions({ protect: true });
    new Volume("data", data, options);
    expect(seen[0]).toMatchObject({ protect: true, additionalSecretOutputs: ["__drifted"] });
  });
});

describe("a declaration has the types of its parents in its URN, whoever makes the parent", () => {
  const at = "urn:pulumi:dev::shop";
  const remote = class extends pulumi.ComponentResource {
    constructor(name: string, parent: pulumi.Resource) {
      super("acme:Blue", name, {}, { parent }, true);
    }
  };
  /** The kinds of parents that programs, component providers and their users have. */
  const hosts: Readonly<Record<string, () => pulumi.Resource>> = {
    program() {
      const parent = new pulumi.ComponentResource("acme:Web", "web");
      return new pulumi.ComponentResource("acme:Blue", "blue", {}, { parent });
    },
    "component provider"() {
      const parent = new pulumi.DependencyResource(`${at}::acme:Web::web`);
      return new pulumi.ComponentResource("acme:Blue", "blue", {}, { parent });
    },
    "remote component": () => new remote("blue", new pulumi.ComponentResource("acme:Web", "web")),
    "reference by URN": () => new pulumi.DependencyResource(`${at}::acme:Web$acme:Blue::blue`),
  };

  test.each(Object.keys(hosts).flatMap((host) => types.map((type) => [host, type] as const)))(
    "%s, %s",
    async (host, type) => {
      const parent = hosts[host]?.();
      const made: unknown = Reflect.construct(classOf(type), [
        "data",
        { ...samples[type] },
        { parent },
      ]);
      if (!pulumi.CustomResource.isInstance(made)) throw new Error("not a resource");
      await known(made.id);
      expect(registered.find(({ name }) => name === "data")?.inputs["__urn"]).toBe(
        `${at}::acme:Web$acme:Blue$pulumi-nodejs:dynamic/hosting/${type}::data`,
      );
    },
  );

  test("but the stack's is left out", async () => {
    const parent = new pulumi.DependencyResource(`${at}::pulumi:pulumi:Stack::shop-dev`);
    await known(new Volume("data", data, { parent }).id);
    expect(registered.at(-1)?.inputs["__urn"]).toBe(
      `${at}::pulumi-nodejs:dynamic/hosting/storage:Volume::data`,
    );
  });
});

describe("a static get", () => {
  test("reads what is there under its id, with nothing but the sign of a get", async () => {
    const volume = Volume.get("data", "vol_1");
    expect(await known(volume.id)).toBe("vol_1");
    expect(registered).toMatchObject([{ name: "data", id: "vol_1" }]);
    expect(registered[0]?.inputs).toStrictEqual({
      __lookup: true,
      __identity: identity,
      __urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/hosting/storage:Volume::data",
      __provider: providerText("storage:Volume"),
    });
    expect(Volume.isInstance(volume)).toBe(true);
  });

  test("takes an id that another resource brings", async () => {
    const first = new Volume("first", data);
    expect(await known(Volume.get("again", first.id).id)).toBe("first_id");
  });
});

describe("an argument that is an id", () => {
  test("takes the resource, wherever it is", async () => {
    const volume = new Volume("data", data);
    const web = new resources.Instance("web", { region: "eu", plan: "s", image: "debian/13" });
    new resources.VolumeAttachment("data", { volumeId: volume, instanceId: web });
    const tls = new Certificate("tls", { privateKey: "key", certificate: "cert" });
    const rule = { entryPort: 443, entryProtocol: "https", targetPort: 80 } as const;
    const front = new resources.LoadBalancer("front", {
      region: "eu",
      forwardingRules: pulumi.output([{ ...rule, targetProtocol: "http", certificateId: tls }]),
      healthCheck: { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 },
      backendInstances: [web, "inst_2", pulumi.output("inst_3")],
    });
    await known(front.id);
    const inputsOf = (type: string) => registered.find((one) => one.type.endsWith(type))?.inputs;
    expect(inputsOf(":VolumeAttachment")).toMatchObject({
      volumeId: "data_id",
      instanceId: "web_id",
    });
    expect(inputsOf(":LoadBalancer")).toMatchObject({
      forwardingRules: [{ certificateId: "tls_id" }],
      backendInstances: ["web_id", "inst_2", "inst_3"],
    });
  });
});

test.each([["text"], [null], [["a"]], [pulumi.output({})], [Promise.resolve({})]])(
  "arguments that are no object are refused: %j",
  (args) => {
    const make = () => Reflect.construct(Volume, ["data", args]);
    expect(make).toThrow(pulumi.RunError);
    expect(make).toThrow('storage:Volume "data" was not made: its arguments have to be an object');
  },
);
