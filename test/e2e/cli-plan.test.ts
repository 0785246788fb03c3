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

/** What `pulumi-hosting plan --json` tells of a preview by the real CLI. */
async function planOf(stack: TestStack, ...more: readonly string[]) {
  const stdin = await stack.run(...preview, ...more);
  return JSON.parse((await runCli(["plan", "--json"], { stdin })).stdout);
}

it("its cost is that of the policies, its requests are those of the run, and it reads a pipe", async () => {
  await using stack = await openStack({ example: "quickstart" });
  // In the provider's process the last lines of the log may end with it, before they are written.
  await using served = await servePlatform(stack.platform);
  Object.assign(stack.env, served.env);
  stack.platform.configure({ bootSeconds: 0 });

  const hosting = `"${process.execPath}" "${join(import.meta.dirname, "../../dist/cli/main.js")}"`;
  const shell = (line: string) =>
    promisify(execFile)("bash", ["-c", `set -o pipefail; ${line}`], {
      cwd: stack.directory,
      env: stack.env,
    });
  const piped = await shell(`pulumi ${preview.join(" ")} | ${hosting} plan`);
  expect(piped.stdout).toContain("Plan of quickstart/dev: 3 created");
  await stack.up();
  const drawn = await shell(`${hosting} graph --stack dev`);
  expect(drawn.stdout).toMatch(/^<svg /);

  const changes = [
    ...["app:dataSizeGb=40", "app:image=debian/14"],
    'hosting:prices={"instance.plan.small":6}',
  ].flatMap((pair) => ["--plaintext", pair]);
  await stack.run("config", "set-all", ...changes, "--stack", "dev");
  const plan = await planOf(stack);
  // The pack's words are in the stream of events alone.
  const config = join(stack.directory, "rules.json");
  writeFileSync(config, JSON.stringify({ "monthly-cost": { maxDollars: 0.01 } }));
  stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
  const pack = ["--policy-pack", directory, "--policy-pack-config", config];
  const withPack = await planOf(stack, ...pack);
  delete stack.env["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"];
  expect(plan.cost).toMatchObject({ own: 6, unpriced: [] });
  expect(withPack.warnings.join("\n")).toContain(
    `it costs $${plan.cost.after.toFixed(2)} a month ($6.00 of it by your own prices);`,
  );
  // The stream does not show what values come from.
  const { fingerprint, ...rest } = plan;
  expect(withPack).toEqual({
    ...rest,
    warnings: expect.anything(),
    fingerprint: expect.anything(),
  });
  const stdin = await stack.run(...preview);
  expect(await runCli(["plan", "--expect", fingerprint], { stdin })).toMatchObject({ code: 0 });
  stack.requests();
  await stack.up();
  expect(stack.requests()).toHaveLength(plan.requests.total);
});
