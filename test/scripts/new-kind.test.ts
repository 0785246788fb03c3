import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryDirectory } from "./temporary.ts";

const root = join(import.meta.dirname, "../..");

/** The files of a kind written by hand; a test of its specific behaviour would be the sixth. */
const filesOf = (kind: string, area: string) => [
  `contract/kinds/${kind}.ts`,
  `resources/${area}/${kind}.ts`,
  `platform/kinds/${kind}.ts`,
  `docs/examples/${kind}.ts`,
  `test/kinds/${kind}.ts`,
];

/** The worked example of CONTRIBUTING.md, and one that has a price and names others, under names that nothing knows. */
const kinds = [
  {
    files: filesOf("alert-rule", "monitoring"),
    renamed: [
      [/alertRule/g, "reminder"],
      [/AlertRule/g, "Reminder"],
      [/alert[- ]rule/g, "reminder"],
      [/\/alerts/g, "/reminders"],
      [/"alert_"/g, '"reminder_"'],
    ],
    page: ["docs/reference/reminder.md", "POST /api/v1/monitoring/reminders"],
    type: "monitoring:Reminder",
  },
  {
    files: filesOf("load-balancer", "network"),
    renamed: [
      [/loadBalancer/g, "gateway"],
      [/LoadBalancer/g, "Gateway"],
      [/load[- ]balancer/g, "gateway"],
      [/"lb_"/g, '"gw_"'],
      // Names and a price that one kind has for all.
      [/\bForwardingRule/g, "GatewayRule"],
      [/\bHealthCheck/g, "GatewayCheck"],
      [/prices\.gateway/g, "prices.loadBalancer"],
    ],
    page: ["docs/reference/gateway.md", "POST /v1/gateways"],
    type: "network:Gateway",
  },
] as const;

// It starts the generator, the compiler, and vitest once more.
vi.setConfig({ testTimeout: 600_000 });

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
  for (const { files, renamed } of kinds) {
    for (const file of files) {
      const change = (text: string) =>
        renamed.reduce((result, [name, other]) => result.replace(name, other), text);
      const text = readFileSync(join(root, file), "utf8");
      writeFileSync(join(copy, change(file)), change(text));
    }
  }
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });

  expect(run("scripts/generate/main.ts")).toMatchObject({ status: 0, stderr: "" });
  for (const { page } of kinds) {
    expect(readFileSync(join(copy, page[0]), "utf8")).toContain(page[1]);
  }
  const types = run("node_modules/typescript/bin/tsc", "-p", "tsconfig.json");
  // Programs are compiled with the package as it was built.
  const own = types.stdout.split("\n").filter((line) => !/^(?:docs|examples)\/|^$/.test(line));
  expect(own).toEqual([]);
  const config = ["--config", "test/vitest.config.ts", "--project", "unit"];
  const conformance = run(
    ...["node_modules/vitest/vitest.mjs", "run", ...config, "--maxWorkers=1"],
    ...["--reporter=default", "--reporter=json", "--outputFile=report.json"],
    ...["test/conformance", "-t", kinds.map(({ type }) => type).join("|")],
  );
  expect(conformance.status, `${conformance.stdout}${conformance.stderr}`).toBe(0);
  const report = JSON.parse(readFileSync(join(copy, "report.json"), "utf8"));
  expect(report).toMatchObject({ success: true });
  expect(report.numPassedTests).toBeGreaterThan(40);
});
