import { beforeAll, describe, expect, test } from "vitest";
import { complaintsOf, newest, vendored } from "./compilers.ts";

const before = `import * as pulumi from "@pulumi/pulumi";
import * as hosting from "./hosting";
const machine = { region: "eu-1", plan: "small" };
const web = new hosting.Instance("web", { ...machine, image: "debian/13" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 20 });
const config = new pulumi.Config();
const health = { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 };
const balancer = (rule: hosting.ForwardingRuleArgs) => new hosting.LoadBalancer("front", {
  region: "eu-1", healthCheck: health, backendInstances: [web], forwardingRules: [rule],
});
`;

/** A mistake, and what the compiler has to say about it. */
const mistakes: readonly (readonly [mistake: string, program: string, says: RegExp])[] = [
  [
    "a misspelt input",
    'new hosting.Instance("a", { ...machine, image: "debian/13", nmae: "a" })',
    /'nmae' does not exist in type 'InstanceArgsWithImage'/,
  ],
  [
    "a misspelt capital",
    'new hosting.Volume("a", { region: "eu-1", sizeGB: 20 })',
    /'sizeGB' does not exist in type 'VolumeArgs'. Did you mean to write 'sizeGb'\?/,
  ],
  [
    "an input of another class",
    'new hosting.Instance("a", { ...machine, image: "debian/13", size: "s" })',
    /'size' does not exist in type 'InstanceArgsWithImage'/,
  ],
  [
    "a misspelt input further inside",
    'balancer({ entryport: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" })',
    /'entryport' does not exist in type 'ForwardingRuleArgs'/,
  ],
  [
    "a missing input",
    'new hosting.Instance("a", { region: "eu-1", image: "debian/13" })',
    /Property 'plan' is missing in type .* but required in type 'InstanceArgsWith/,
  ],
  ["no arguments", 'new hosting.Volume("a")', /Expected 2-3 arguments, but got 1/],
  [
    "no name",
    'new hosting.Volume({ region: "eu-1", sizeGb: 20 })',
    /Expected 2-3 arguments, but got 1/,
  ],
  [
    "a text for a number",
    'new hosting.Volume("a", { region: "eu-1", sizeGb: "20" })',
    /Type 'string' is not assignable to type '.*number/,
  ],
  [
    "a number for a text",
    'new hosting.Container("a", { image: "debian/13", cpuLimit: 2 })',
    /Type 'number' is not assignable to type '.*string/,
  ],
  [
    "one value for a list",
    'new hosting.AlertRule("a", { metric: "m", condition: "gt", threshold: 1, channels: "email" })',
    /Type 'string' is not assignable to type 'Input<readonly Input</,
  ],
  [
    "an unknown word in a list",
    'new hosting.AlertRule("a", { metric: "m", condition: "gt", threshold: 1, channels: ["sms"] })',
    /Type '(?:"sms"|string)' is not assignable to type 'Input<"email" /,
  ],
  [
    "an unknown word",
    'new hosting.Volume("a", { region: "eu-1", sizeGb: 20, filesystem: "ntfs" })',
    /Type '"ntfs"' is not assignable to type '.*"ext4"/,
  ],
  [
    "a misspelt protocol",
    'balancer({ entryPort: 80, entryProtocol: "htps", targetPort: 80, targetProtocol: "http" })',
    /Type '"htps"' is not assignable to type '.*"http"/,
  ],
  [
    "an unknown role",
    'new hosting.ProjectMember("a", { projectId: "proj_1", email: "a@example.com", role: "boss" })',
    /Type '"boss"' is not assignable to type '.*"owner"/,
  ],
  [
    "both of what excludes each other",
    'new hosting.Instance("a", { ...machine, image: "debian/13", source: { imageId: "img_1" } })',
    /parameter of type 'InstanceArgs'(?:.|\n)*is not assignable to type 'undefined'/,
  ],
  [
    "none of what one is needed of",
    'new hosting.Instance("a", machine)',
    /Property '(?:image|source)' is missing in type .* but required in type 'InstanceArgsWith/,
  ],
  [
    "a volume for an instance",
    'new hosting.VolumeAttachment("a", { volumeId: data, instanceId: data })',
    /Type 'Volume' is not assignable to type '.*\bInstance\b/,
  ],
  [
    "an instance for a volume",
    'new hosting.VolumeAttachment("a", { volumeId: web, instanceId: web })',
    /Type 'Instance' is not assignable to type '.*\bVolume\b/,
  ],
  [
    "an instance for a container",
    'new hosting.PortForward("a", { instanceName: web, protocol: "tcp", publicPort: 1, targetPort: 1 })',
    /Type 'Instance' is not assignable to type '.*\bContainer\b/,
  ],
  [
    "a volume behind a load balancer",
    'new hosting.LoadBalancer("a", { region: "eu-1", healthCheck: health, forwardingRules: [], backendInstances: [data] })',
    /Type 'Volume' is not assignable to type '.*\bInstance\b/,
  ],
  [
    "a secret that may be missing",
    'new hosting.Certificate("a", { certificate: "pem", privateKey: config.getSecret("key") })',
    /privateKey: (?:pulumi\.)?Output(?:Instance)?<string> \| undefined/,
  ],
  [
    "an output that may be undefined for one that may not",
    "const image: pulumi.Output<string> = web.image; console.log(image)",
    /is not assignable to type '(?:Output|OutputInstance)<string>'/,
  ],
  [
    "an output for a text",
    "const name: string = web.name; console.log(name)",
    /is not assignable to type 'string'/,
  ],
];

const sound = `
const name: pulumi.Output<string> = web.name;
const algorithm: pulumi.Output<"round_robin" | "least_connections" | "ip_hash"> =
  balancer({ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }).algorithm;
const image = new hosting.Image("image", { source: { instanceId: web, snapshot: "ready" } });
const own = (args: hosting.InstanceArgs, volume: hosting.VolumeArgs) =>
  [new hosting.Instance("own", args), new hosting.Volume("own", volume)];
own({ ...machine, region: name, source: { imageId: image } }, { region: name, sizeGb: 5 });
new hosting.Bucket("files");
new hosting.Network("inside");
new hosting.VolumeAttachment("a", { volumeId: data, instanceId: web });
new hosting.VolumeAttachment("b", { volumeId: data.id, instanceId: "inst_1" });
console.log(algorithm);
`;

describe.each([
  ["today's compiler", newest],
  ["the compiler inside Pulumi's SDK", vendored],
])("%s", (_, compiler) => {
  const complaints: string[] = [];

  // It reads Pulumi's declarations, which takes seconds.
  beforeAll(() => {
    const programs = [sound, ...mistakes.map(([, program]) => `${program};`)];
    complaints.push(
      ...complaintsOf(
        compiler,
        programs.map((program) => before + program),
      ),
    );
  }, 240_000);

  test("accepts what is in order", () => {
    expect(complaints[0]).toBe("");
  });

  test.each(mistakes.map(([mistake, , says], at) => [mistake, says, at + 1] as const))(
    "refuses %s, in words that people know",
    (_mistake, says, at) => {
      expect(complaints[at]).toMatch(says);
      expect(complaints[at]?.length).toBeLessThan(450);
    },
  );
});
