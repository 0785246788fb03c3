import {
  type PolicyResource,
  type ResourceValidationArgs,
  UnknownValueError,
} from "@pulumi/policy";
import { describe, expect, test } from "vitest";
import { configurationPolicy, validateResourceOfClass } from "../../policies/adapter.ts";
import { Volume } from "../../resources/storage/volume.ts";
import { mended, policy, reportedIn, reportedOf, resource, settled } from "./sdk.ts";

const tiny = resource("storage:Volume", "data", { region: "eu-1", sizeGb: 0 });
const tinyIs =
  'Volume "data": sizeGb is 0, and allowed are 1 to 1000. Choose a size within the bounds, or change them; a volume never shrinks.';

describe("a rule of a user's own about one class", () => {
  const reports: string[] = [];
  const rule = validateResourceOfClass(Volume, ({ sizeGb }, { urn }, report) => {
    if (sizeGb !== 5) report(`${urn}: ${sizeGb}`);
  });

  test.each([
    ["of a program in TypeScript", "pulumi-nodejs:dynamic/hosting/storage:Volume", 1],
    ["of the provider plugin", "hosting:storage:Volume", 1],
    ["of another class", "hosting:storage:Bucket", 0],
    ["of another package", "other:storage:Volume", 0],
  ])("sees a resource %s", async (_what, type, count) => {
    reports.length = 0;
    await rule({ ...tiny, type, ...settled({}) }, (message) => void reports.push(String(message)));
    expect(reports).toHaveLength(count);
  });
});

describe("a rule about one class", () => {
  test("names the components around the resource", () => {
    const chain = "acme:web:WebService$hosting:components:InstanceGroup$hosting:storage:Volume";
    const urn = `urn:pulumi:dev::shop::${chain}::data`;
    expect(reportedOf("volume-size", { ...tiny, urn })).toEqual([
      tinyIs.replace('"data"', '"data" (in WebService > InstanceGroup)'),
    ]);
  });

  test("names the resource, the limit and the way out", () => {
    expect(reportedOf("volume-size", tiny)).toEqual([tinyIs]);
    const fitting = resource("storage:Volume", "data", { region: "eu-1", sizeGb: 5 });
    expect(reportedOf("volume-size", fitting)).toEqual([]);
  });

  test("is checked for that class, by either way that it is made, and for no other", () => {
    const native = { ...tiny, type: "hosting:storage:Volume" };
    expect(reportedOf("volume-size", native)).toEqual([tinyIs]);
    const other = resource("storage:Bucket", "data", { sizeGb: 0 });
    expect(reportedOf("volume-size", other)).toEqual([]);
  });

  test("sees values that are not known yet as such, at every depth", () => {
    const unknown = () => {
      throw new UnknownValueError("04da6b54-80e4-46f7-96ec-b56ff0331ba9", ["sizeGb"]);
    };
    const later = Object.defineProperty({ region: "eu-1" }, "sizeGb", {
      get: unknown,
      enumerable: true,
    });
    expect(reportedOf("volume-size", resource("storage:Volume", "data", later))).toEqual([]);
    const sources = ["0.0.0.0/0"];
    const rule = Object.defineProperty({ protocol: "tcp", sources }, "ports", {
      get: unknown,
      enumerable: true,
    });
    const known = { protocol: "tcp", ports: ["22"], sources };
    const edge = { inbound: [rule, known], outbound: [] };
    expect(reportedOf("no-world-open-ports", resource("network:Firewall", "edge", edge))).toEqual([
      expect.stringContaining("inbound[1] opens 22"),
    ]);
  });

  test("fails where reading a value fails for another reason", () => {
    const broken = Object.defineProperty({}, "sizeGb", {
      get: () => {
        throw new Error("broken");
      },
      enumerable: true,
    });
    expect(() => reportedOf("volume-size", resource("storage:Volume", "data", broken))).toThrow(
      "broken",
    );
  });
});

describe("a rule about several classes", () => {
  const optIn = (type: string) => resource(type, "data", { allowDataLoss: true });

  test.each(["storage:Volume", "storage:PoolVolume", "storage:Bucket"])(
    "is checked for %s, in the stacks that it names",
    (type) => {
      expect(reportedOf("no-data-loss-opt-in", optIn(type))).toEqual([
        `${type.split(":")[1]} "data": allowDataLoss is true, and stack "prod" does not allow it. Remove allowDataLoss; with level remediate it is taken as false.`,
      ]);
      const elsewhere = { ...optIn(type), urn: "urn:pulumi:dev::shop::x::data" };
      expect(reportedOf("no-data-loss-opt-in", elsewhere)).toEqual([]);
    },
  );

  test("is not checked for other classes, nor for other packages", () => {
    expect(reportedOf("no-data-loss-opt-in", optIn("network:Network"))).toEqual([]);
    expect(reportedOf("explicit-provider", optIn("aws:s3/bucket:Bucket"))).toEqual([]);
  });
});

describe("a remedy", () => {
  test("is set in place, and nothing else is read or changed", async () => {
    const one = resource("storage:Volume", "data", { region: "eu-1", sizeGb: 0 });
    expect(await mended("volume-size", one)).toBe(one.props);
    expect(one.props).toEqual({ region: "eu-1", sizeGb: 1 });
  });

  test("is none where nothing is wrong, for other classes, and for rules without one", async () => {
    const fitting = resource("storage:Volume", "data", { sizeGb: 5 });
    expect(await mended("volume-size", fitting)).toBeUndefined();
    const other = resource("network:Network", "lan", { allowDataLoss: true });
    expect(await mended("no-data-loss-opt-in", other)).toBeUndefined();
    expect(policy("allowed-regions")).not.toHaveProperty("remediateResource");
  });

  test("is that of the class where a rule is about several", async () => {
    const bucket = resource("storage:Bucket", "files", { allowDataLoss: true });
    expect(await mended("no-data-loss-opt-in", bucket)).toEqual({ allowDataLoss: false });
  });
});

describe("the provider of a resource", () => {
  const volume = (provider?: string) =>
    resource(
      "storage:Volume",
      "data",
      {},
      {
        ...(provider && { provider: { type: "p", props: {}, urn: "urn:p", name: provider } }),
      },
    );

  test.each(["default", "default_3_1", undefined])("is the default one: %s", (name) => {
    expect(reportedOf("explicit-provider", volume(name))).toHaveLength(1);
  });

  test.each(["eu", "defaults"])("is a separate one: %s", (name) => {
    expect(reportedOf("explicit-provider", volume(name))).toEqual([]);
  });
});

test("what the state encrypts is known by its path, of that resource alone", () => {
  const key = "-----BEGIN PRIVATE KEY-----";
  const bucket = resource("storage:Bucket", "files", { raw: { notes: key } });
  const isSecret = (urn: string, path: string) => urn === bucket.urn && path === "raw.notes";
  expect(reportedOf("no-key-material", bucket, isSecret)).toEqual([]);
  expect(reportedOf("no-key-material", { ...bucket, urn: "urn:other" }, isSecret)).toHaveLength(1);
});

describe("a rule about a stack", () => {
  const unassigned = (name: string, more: Partial<PolicyResource> = {}) =>
    resource("network:FloatingIp", name, { region: "eu-1" }, more);

  test("names resources in order, whatever the engine's was, and marks them", () => {
    const [a, b] = [unassigned("a"), unassigned("b")];
    const reported = reportedIn("no-unassigned-address", b, a);
    expect(reported).toEqual(reportedIn("no-unassigned-address", a, b));
    expect(reported.map((line) => line.slice(0, 20))).toEqual([
      'a | FloatingIp "a": ',
      'b | FloatingIp "b": ',
    ]);
  });

  test("knows which resource a value comes from", () => {
    const ip = unassigned("a");
    const assignment = resource(
      "network:FloatingIpAssignment",
      "a",
      {},
      {
        propertyDependencies: { floatingIpId: [ip] },
      },
    );
    expect(reportedIn("no-unassigned-address", ip, assignment)).toEqual([]);
    const blind = resource("network:FloatingIpAssignment", "a", {});
    expect(reportedIn("no-unassigned-address", ip, blind)).toHaveLength(1);
  });

  test("sees this package's resources alone, and says nothing of a stack without any", () => {
    const bucket = resource("aws:s3/bucket:Bucket", "theirs", {});
    expect(reportedIn("alert-rule-present", bucket)).toEqual([]);
    const server = resource("compute:Server", "web", { size: "small" });
    expect(reportedIn("alert-rule-present", bucket, server)).toEqual([
      expect.stringContaining("The stack: "),
    ]);
  });

  test("knows what is protected", () => {
    const volume = (protect: boolean) => {
      const one = resource("storage:Volume", "data", { region: "eu-1", sizeGb: 5 });
      return { ...one, opts: { ...one.opts, protect } };
    };
    expect(reportedOf("protect-data", volume(true))).toEqual([]);
    expect(reportedOf("protect-data", volume(false))).toHaveLength(1);
  });
});

test("a text of the program steers no terminal, and is no colour for Pulumi's console, which panics where it knows none of that name", () => {
  const filesystem = "<{%x%}>\u001b[2J\u009b2J\u202e";
  const volume = resource("storage:Volume", "data", { region: "eu", filesystem });
  const [message = ""] = reportedOf("volume-filesystem", volume);
  expect(message).toContain('"<{ %x%}>');
  for (const steering of ["<{%", "\u001b", "\u009b", "\u202e"])
    expect(message).not.toContain(steering);
});

test("a value that the program keeps secret stands in no message", () => {
  const volume = resource("storage:Volume", "data", { region: "eu", filesystem: "secret-1" });
  const isSecret = (_urn: string, path: string) => path === "filesystem";
  const [message = ""] = reportedOf("volume-filesystem", volume, isSecret);
  expect(message).toContain('"[secret]"');
  expect(message).not.toContain("secret-1");
});

describe("mistakes of the pack", () => {
  const args = (type: string): ResourceValidationArgs => ({
    ...resource(type, "prod", {}),
    ...settled({}),
  });

  test("are reported once, of the stack, which is the first resource of all", () => {
    const { validateResource } = configurationPolicy(() => ["one", "two"]);
    if (typeof validateResource !== "function") throw new Error("there is no check");
    const reported: string[] = [];
    for (const type of ["pulumi:pulumi:Stack", "storage:Volume"]) {
      const one = { ...args("storage:Volume"), type };
      void validateResource(one, (message) => void reported.push(message));
    }
    expect(reported).toEqual(["The pack: one", "The pack: two"]);
    expect(validateResource).toHaveProperty("__pulumiType", "pulumi:pulumi:Stack");
  });
});
