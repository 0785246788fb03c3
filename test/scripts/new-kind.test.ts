import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryDirectory } from "./temporary.ts";

const root = join(import.meta.dirname, "../..");

/** What a kind costs by hand; a test of what is odd about it would be the sixth. */
const files = [
  "contract/kinds/alert-rule.ts",
  "resources/monitoring/alert-rule.ts",
  "platform/kinds/alert-rule.ts",
  "docs/examples/alert-rule.ts",
  "test/kinds/alert-rule.ts",
];

/** The alert rule under a name that nothing knows. */
const renamed = [
  [/alertRule/g, "reminder"],
  [/AlertRule/g, "Reminder"],
  [/alert-rule/g, "reminder"],
  [/alert rule/g, "reminder"],
  [/\/alerts/g, "/reminders"],
  [/"alert_"/g, '"reminder_"'],
] as const;

// It starts the generator, and vitest once more.
vi.setConfig({ testTimeout: 300_000 });

function asReminder(text: string): string {
  return renamed.reduce((result, [name, other]) => result.replace(name, other), text);
}

/** A copy of everything that a new kind could have to be known to. */
async function checkout(): Promise<string> {
  const copy = await temporaryDirectory();
  const folders = [
    "cli",
    "contract",
    "sqlite",
    "docs",
    "platform",
    "policies",
    "provider",
    "resources",
  ];
  const others = ["test", "scripts", "package.json"];
  for (const path of [...folders, ...others, ".biome.json", "tsconfig.json"]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

test("a kind is added with five files by hand, and keeps what every class promises", async () => {
  const copy = await checkout();
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    writeFileSync(join(copy, asReminder(file)), asReminder(text));
  }
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });

  expect(run("scripts/generate/main.ts")).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(copy, "docs/reference/reminder.md"), "utf8")).toContain(
    "POST /api/v1/monitoring/reminders",
  );
  const config = ["--config", "test/vitest.config.ts", "--project", "unit"];
  const conformance = run(
    ...["node_modules/vitest/vitest.mjs", "run", ...config],
    ...["--reporter=json", "--outputFile=report.json"],
    ...["test/conformance/conformance.test.ts", "-t", "monitoring:Reminder"],
  );
  expect(conformance.status, conformance.stdout).toBe(0);
  const report = JSON.parse(readFileSync(join(copy, "report.json"), "utf8"));
  expect(report).toMatchObject({ success: true });
  expect(report.numPassedTests).toBeGreaterThan(20);
});
