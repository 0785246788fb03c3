import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { allRules } from "../../policies/index.ts";
import type { Rule } from "../../policies/rule.ts";
import { runCli } from "../support/cli.ts";
import { programOf, stateOf } from "../support/declared-stack.ts";
import {
  passingStack,
  policyConfig,
  violatingForm,
  violatingState,
  violatingValues,
} from "../support/policy-stacks.ts";
import { openStack } from "../support/stack.ts";
import type { Violation } from "../support/stack-outcome.ts";

const directory = join(import.meta.dirname, "../../policies");
const pack = { directory, config: policyConfig };
const rules: readonly Rule[] = allRules;
/** The configuration says that a firewall and an alert rule are attached. */
const confirmed = ["alert-rule-present", "firewall-with-public-ipv6"];

/** Violations without the reports on exceptions. */
function broken(violations: readonly Violation[]): readonly Violation[] {
  return violations.filter(({ rule }) => !rule.startsWith("pack-"));
}

function violated(violations: readonly Violation[]): readonly string[] {
  return [...new Set(broken(violations).map(({ rule }) => rule))].toSorted();
}

function except(...names: readonly string[]): readonly string[] {
  return rules.map(({ name }) => name).filter((name) => !names.includes(name));
}

/** Every message names the resource, or the stack, and ends with the way out. */
function expectWayOut(violations: readonly Violation[]): void {
  for (const { rule, resource, message } of violations) {
    const { fix = "?" } = rules.find(({ name }) => name === rule) ?? {};
    const subject = resource === "e2e-dev" ? "The stack: " : `"${resource}": `;
    expect(message).toContain(subject);
    expect(message.endsWith(`. ${fix}`)).toBe(true);
  }
}

it("a preview shows what every rule is violated by, so does an exported state, and nothing is sent", async () => {
  await using stack = await openStack();
  stack.policyPack = pack;
  const declared = [...violatingValues(), ...violatingForm()];
  stack.program(programOf(declared));
  const { violations } = await stack.preview({ fails: true });
  expect(violated(violations)).toEqual(except(...confirmed, "load-balancer-certificate"));
  expectWayOut(broken(violations));
  const { certificate, privateKey } = Object(declared[0]?.inputs);
  for (const secret of [privateKey, certificate]) {
    expect(violations.map(({ message }) => message).join()).not.toContain(secret.split("\n")[1]);
  }
  const exported = await stack.analyze(stateOf([...declared, ...violatingState()]), {
    fails: true,
  });
  expect(violated(exported)).toEqual(except(...confirmed));
  expectWayOut(broken(exported));

  // Values that are not known yet violate nothing.
  stack.program(programOf(violatingValues(), { late: true }));
  expect(broken((await stack.preview()).violations)).toEqual([]);
  expect(stack.requests()).toEqual([]);
});

it("a mandatory violation stops up before the first write, and a stack that keeps the rules passes", async () => {
  await using stack = await openStack();
  stack.program(`
new hosting.Volume("data", { region: "eu-1", sizeGb: 20, filesystem: "ext4" });
new hosting.Firewall("edge", { inbound: [{ protocol: "tcp", ports: ["22"] }], outbound: [] });`);
  const up = stack.run("up", "--yes", "--stack", "dev", "--policy-pack", directory);
  await expect(up).rejects.toThrow(/Firewall "edge": inbound\[0\] opens 22 to every address/);
  expect(stack.requests()).toEqual([]);
  expect(stack.state()).toEqual([]);

  stack.policyPack = pack;
  stack.program(programOf(passingStack()));
  expect(broken((await stack.up()).violations)).toEqual([]);
  expect(broken(await stack.analyze())).toEqual([]);
});

it("a pack of one's own chooses rules and settings, and remedies are applied in place", async () => {
  await using stack = await openStack();
  const own = join(stack.directory, "pack");
  mkdirSync(own);
  writeFileSync(join(own, "PulumiPolicy.yaml"), "runtime: nodejs\n");
  writeFileSync(join(own, "package.json"), '{ "version": "1.2.3", "main": "index.cjs" }\n');
  writeFileSync(
    join(own, "index.cjs"),
    `require("pulumi-hosting/policies").hostingPack({
      name: "ours", topics: ["storage"], all: "advisory",
      rules: {
        "volume-size": { enforcementLevel: "remediate", minGb: 50 },
        "no-data-loss-opt-in": { enforcementLevel: "remediate", stacks: ["d*"] },
        "volume-filesystem": "disabled",
      },
    });`,
  );
  stack.policyPack = { directory: own };
  stack.program(`
new hosting.Volume("data", { region: "us-1", sizeGb: 5, allowDataLoss: true, name: "Data" });
new hosting.Bucket("files", { allowDataLoss: true });`);
  const { violations } = await stack.up();
  expect(violations.map(({ rule, level }) => [rule, level])).toEqual([
    ["no-unattached-volume", "advisory"],
  ]);
  expect(stack.platform.snapshot().volume).toMatchObject([{ size_gb: 50 }]);
  expect(stack.resource("data").inputs).toMatchObject({ sizeGb: 50, allowDataLoss: false });
  expect(stack.resource("files").inputs).toMatchObject({ allowDataLoss: false });
});

it("the pack that the guide shows runs", async () => {
  await using stack = await openStack();
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/policies.md"), "utf8");
  const files = [...guide.matchAll(/^`(policy-pack\/[\w.]+)`:\n\n```\w+\n([\s\S]*?)```$/gm)];
  expect(files).toHaveLength(3);
  const own = join(stack.directory, "policy-pack");
  mkdirSync(own);
  for (const [, path = "", text = ""] of files) writeFileSync(join(stack.directory, path), text);
  stack.policyPack = { directory: own };
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 600, filesystem: "ext4" });');
  const { violations } = await stack.preview({ fails: true });
  expect(violations.map(({ rule, level }) => [rule, level])).toContainEqual([
    "volume-size",
    "mandatory",
  ]);
});

it("the rule of one's own that the guide shows runs beside those of the package", async () => {
  await using stack = await openStack();
  const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/policies.md"), "utf8");
  const [, program = ""] = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block);
  const own = join(stack.directory, "policy-pack");
  mkdirSync(own);
  writeFileSync(join(own, "PulumiPolicy.yaml"), "runtime: nodejs\n");
  writeFileSync(join(own, "package.json"), '{ "version": "1.0.0", "main": "index.cjs" }\n');
  writeFileSync(join(own, "index.cjs"), program);
  stack.policyPack = { directory: own };
  stack.program(`
new hosting.Instance("web", { region: "eu-1", plan: "large", image: "debian/13" });
new hosting.Volume("data", { region: "eu-1", sizeGb: 5 });`);
  const { violations } = await stack.preview({ fails: true });
  const rules = violations.map(({ rule, level }) => `${rule} ${level}`);
  expect(rules).toEqual(
    expect.arrayContaining(["small-only mandatory", "no-unattached-volume advisory"]),
  );
});

it("mistakes in a pack and in its settings are shown as violations, not by a pack that is not there", async () => {
  await using stack = await openStack();
  const own = join(stack.directory, "pack");
  mkdirSync(own);
  writeFileSync(join(own, "PulumiPolicy.yaml"), "runtime: nodejs\n");
  writeFileSync(join(own, "package.json"), '{ "version": "1.2.3", "main": "index.cjs" }\n');
  writeFileSync(
    join(own, "index.cjs"),
    'require("pulumi-hosting/policies").hostingPack({ rules: { "volume-sizes": "advisory" } });\n',
  );
  const config = { "allowed-region": "mandatory", "volume-size": { maxGB: 5 } };
  stack.policyPack = { directory: own, config };
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 5 });');
  const { violations } = await stack.up({ fails: true });
  const said = { rule: "pack-configuration", resource: "e2e-dev", level: "mandatory" };
  expect(violations.toSorted((one, other) => (one.message < other.message ? -1 : 1))).toEqual([
    { ...said, message: 'The pack: "allowed-region" is no rule; did you mean allowed-regions?' },
    { ...said, message: 'The pack: "maxGB" is no setting of volume-size; did you mean maxGb?' },
    { ...said, message: 'The pack: "volume-sizes" is no rule; did you mean volume-size?' },
  ]);

  expect(stack.requests()).toEqual([]);
});

it("exceptions keep rules from resources until their last day, and are shown", async () => {
  await using stack = await openStack();
  stack.program('new hosting.Volume("data", { region: "eu-1", sizeGb: 5, filesystem: "ext4" });');
  const config = (until: string) => ({
    "volume-size": { minGb: 10, exceptions: [{ resource: "data", reason: "a copy" }] },
    "no-unattached-volume": { exceptions: [{ resource: "d*", reason: "a spare", until }] },
    "image-format": { exceptions: [{ resource: "disk", reason: "old" }] },
    "explicit-provider": "disabled",
  });
  stack.policyPack = { directory, config: config("2020-01-31") };
  const { violations } = await stack.preview();
  expect(violations.map(({ rule, message }) => [rule, message])).toEqual([
    ["no-unattached-volume", expect.stringMatching(/ended with 2020-01-31: a spare\.$/)],
    ["pack-exceptions", 'volume-size does not apply to Volume "data": a copy'],
    ["pack-unused-exceptions", expect.stringContaining('image-format has an exception for "disk"')],
  ]);

  const file = join(stack.directory, "rules.json");
  writeFileSync(file, JSON.stringify(config("2999-01-31")));
  stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
  const pack = ["--policy-pack", directory, "--policy-pack-config", file] as const;
  const stdin = await stack.run("preview", "--json", "--show-sames", "--stack", "dev", ...pack);
  expect(JSON.parse((await runCli(["plan", "--json"], { stdin })).stdout).exceptions).toEqual([
    'no-unattached-volume does not apply to Volume "data" until 2999-01-31: a spare',
    'volume-size does not apply to Volume "data": a copy',
  ]);
  delete stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"];

  for (const wrong of [
    { resource: "data" },
    { resource: "data", reason: "a", until: "2026-02-30" },
  ]) {
    writeFileSync(file, JSON.stringify({ "volume-size": { exceptions: [wrong] } }));
    const run = stack.run("preview", "--stack", "dev", ...pack);
    await expect(run).rejects.toThrow(/exceptions\.0.*(reason is required|until)/);
  }
});

it("the example breaks the rules that its README shows", async () => {
  await using stack = await openStack();
  const example = join(import.meta.dirname, "../../examples/policies");
  const text = readFileSync(join(example, "README.md"), "utf8");
  cpSync(join(example, "index.ts"), join(stack.directory, "index.ts"));
  cpSync(join(example, "pack"), join(stack.directory, "pack"), { recursive: true });
  stack.policyPack = { directory: join(stack.directory, "pack") };
  const { violations } = await stack.preview({ fails: true });
  expect(violations).toHaveLength(text.match(/\[severity: /g)?.length ?? 0);
  for (const { rule, level, message } of violations) {
    expect(text).toContain(message);
    expect(text).toMatch(new RegExp(`\\[${level}\\] \\[severity: \\w+\\]  ${rule}  `));
  }
});
