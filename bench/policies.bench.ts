import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStack, type TestStack } from "../test/support/stack.ts";
import type { Bench } from "./figures.ts";
import { compare, differenceOf, summaryOf } from "./measure.ts";

const resources = 200;
const rounds = 7;
const mostMilliseconds = 1500;
const pack = join(import.meta.dirname, "../policies");

/** As many different classes as rules look at, in equal numbers. */
const program = `
for (let count = 0; count < ${resources / 5}; count++) {
  const web = new hosting.Instance("web-" + count, { region: "eu-1", plan: "small", image: "debian/13" });
  const data = new hosting.Volume("data-" + count, { region: "eu-1", sizeGb: 10, filesystem: "ext4" });
  new hosting.VolumeAttachment("data-" + count, { volumeId: data.id, instanceId: web.id });
  new hosting.AlertRule("hot-" + count, {
    metric: "cpu_percent", condition: "gt", threshold: 80, channels: ["email"],
  });
  new hosting.Firewall("edge-" + count, {
    inbound: [{ protocol: "tcp", ports: ["443"], description: "web" }], outbound: [],
  });
}
`;

export const policyPackOnPreview: Bench = {
  name: "policies",
  title: `pulumi preview of ${resources} new resources: without a policy pack, with one without rules, and with ours`,
  async run() {
    await using stack = await openStack();
    stack.program(program);
    const ours = () => timePreview(stack, pack);
    const comparison = await compare(rounds, () => timePreview(stack, undefined), ours);
    const empty = writeEmptyPack(stack);
    const beyondEmpty = await compare(rounds, () => timePreview(stack, empty), ours);
    return [
      { what: "without the pack", ...summaryOf(comparison.base), unit: "ms" },
      { what: "with the pack", ...summaryOf(comparison.ours), unit: "ms" },
      {
        what: "what the pack adds",
        ...differenceOf(comparison),
        unit: "ms",
        bound: mostMilliseconds,
      },
      {
        what: "what it adds to a pack without rules",
        ...differenceOf(beyondEmpty),
        unit: "ms",
      },
    ];
  },
};

/** What any pack costs: Pulumi's SDK started, and asked twice for each resource. */
function writeEmptyPack({ directory }: TestStack): string {
  const pack = join(directory, "empty-pack");
  mkdirSync(pack);
  writeFileSync(join(pack, "PulumiPolicy.yaml"), "runtime: nodejs\n");
  writeFileSync(join(pack, "package.json"), '{ "version": "1.0.0", "main": "index.cjs" }\n');
  const source =
    'const { PolicyPack } = require("@pulumi/policy");\nnew PolicyPack("empty", { policies: [] });\n';
  writeFileSync(join(pack, "index.cjs"), source);
  return pack;
}

/** As somebody types it: without the event log that tests read. */
async function timePreview(stack: TestStack, pack: string | undefined): Promise<number> {
  const withPack = pack === undefined ? [] : ["--policy-pack", pack];
  const startedAt = performance.now();
  const output = await stack.run("preview", "--stack", "dev", ...withPack);
  const milliseconds = performance.now() - startedAt;
  const passed = output.includes("✅");
  if (passed !== (pack !== undefined)) throw new Error(`the pack did not pass:\n${output}`);
  return milliseconds;
}
