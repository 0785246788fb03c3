import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

const directory = join(import.meta.dirname, "../../policies");
const preview = ["preview", "--json", "--show-sames", "--stack", "dev"] as const;

/** What `hosting plan --json` tells of a preview by the real CLI. */
async function planOf(stack: TestStack, ...more: readonly string[]) {
  const stdin = await stack.run(...preview, ...more);
  return JSON.parse((await runCli(["plan", "--json"], { stdin })).stdout);
}

/** The same of a preview with the pack, whose words are in the stream of events alone. */
async function planWithPack(stack: TestStack) {
  const config = join(stack.directory, "rules.json");
  writeFileSync(config, JSON.stringify({ "monthly-cost": { maxDollars: 0.01 } }));
  stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
  const pack = ["--policy-pack", directory, "--policy-pack-config", config];
  const plan = await planOf(stack, ...pack);
  delete stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"];
  const said = plan.warnings.find((text: string) => text.startsWith("policy monthly-cost: "));
  return { ...plan, warnings: [], costByPack: /it costs \$([\d.]+) a month/.exec(said)?.[1] };
}

it("its cost is that of the policies, and its requests are those of the run", async () => {
  await using stack = await openStack({ example: "quickstart" });
  // In the provider's process the last lines of the log may end with it, before they are written.
  await using served = await servePlatform(stack.platform);
  Object.assign(stack.env, served.env);
  const quick = { bootSeconds: 0, volumeSeconds: 0 };
  stack.platform.configure(quick);
  for (const set of [[], ["app:dataSizeGb=40", "app:image=debian/14"]]) {
    const paths = set.flatMap((pair) => ["--plaintext", pair]);
    if (set.length > 0) await stack.run("config", "set-all", ...paths, "--stack", "dev");
    const plan = await planOf(stack);
    const costByPack = plan.cost.after.toFixed(2);
    expect(await planWithPack(stack)).toEqual({ ...plan, warnings: [], costByPack });
    stack.requests();
    await stack.up();
    expect(stack.requests()).toHaveLength(plan.requests.total);
  }
  const destroyed = await runCli(["plan", "--json"], {
    stdin: await stack.run("destroy", "--preview-only", "--json", "--stack", "dev"),
  });
  stack.requests();
  await stack.destroy();
  expect(stack.requests()).toHaveLength(JSON.parse(destroyed.stdout).requests.total);
});

it("reads what comes through a pipe, and draws a stack by its name", async () => {
  await using stack = await openStack({ example: "quickstart" });
  const hosting = `"${process.execPath}" "${join(import.meta.dirname, "../../dist/cli/main.js")}"`;
  const shell = (line: string) =>
    promisify(execFile)("bash", ["-c", `set -o pipefail; ${line}`], {
      cwd: stack.directory,
      env: stack.env,
    });
  const piped = await shell(`pulumi ${preview.join(" ")} | ${hosting} plan`);
  expect(piped.stdout).toContain("Plan of quickstart/dev: 3 created");
  await expect(shell(`pulumi preview --json --stack gone | ${hosting} plan`)).rejects.toThrow(
    "No preview was read from stdin: it is empty. Did `pulumi preview` fail?",
  );
  await stack.up();
  const drawn = await shell(`${hosting} graph --stack dev`);
  expect(drawn.stdout).toMatch(/^<svg /);
  expect((await shell(`${hosting} graph --stack dev`)).stdout).toBe(drawn.stdout);
});
