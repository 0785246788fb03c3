import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { openStack, type TestStack } from "../support/stack.ts";

const directory = join(import.meta.dirname, "../../policies");
const preview = ["preview", "--json", "--show-sames", "--stack", "dev"] as const;

/** What `hosting plan --json` tells of a preview by the real CLI. */
async function planOf(stack: TestStack, ...more: readonly string[]) {
  const { stdout } = await runCli(["plan", "--json"], {
    stdin: await stack.run(...preview, ...more),
  });
  return JSON.parse(stdout);
}

/** What the pack says of the same change. */
async function costByPack(stack: TestStack): Promise<string> {
  stack.policyPack = { directory, config: { "monthly-cost": { maxDollars: 0 } } };
  const { violations } = await stack.preview({ fails: "perhaps" });
  stack.policyPack = undefined;
  const said = violations.find(({ rule }) => rule === "monthly-cost")?.message ?? "";
  return /it costs \$([\d.]+) a month/.exec(said)?.[1] ?? "0.00";
}

it("its cost is that of the policies, and its requests are those of the run", async () => {
  await using stack = await openStack({ example: "quickstart" });
  const quick = { bootSeconds: 0, volumeSeconds: 0, balancerSeconds: 0, importSeconds: 0 };
  stack.platform.configure(quick);
  for (const [size, image, awaited] of [
    ["20", "debian/13", 0],
    // What goes first is looked for once more, so that its successor has room.
    ["40", "debian/14", 1],
  ] as const) {
    await stack.config("app:dataSizeGb", size);
    await stack.config("app:image", image);
    const plan = await planOf(stack);
    expect(plan.cost.after.toFixed(2)).toBe(await costByPack(stack));
    expect(await planOf(stack, "--policy-pack", directory)).toEqual(plan);
    stack.requests();
    await stack.up();
    expect(stack.requests()).toHaveLength(plan.requests.total + awaited);
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
