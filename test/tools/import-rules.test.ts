import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** A file, and what it may not import. */
const forbidden = [
  ["resources/storage/new-kind.ts", "../../provider/lifecycle/operation/waiting.ts"],
  ["resources/compute/new-kind.ts", "../../runtime/index.ts"],
  ["provider/definition/resource-class.ts", "./definition.ts"],
  ["provider/definition/arguments.ts", "./session.ts"],
  ["provider/lifecycle/new-step.ts", "../http/outcomes.ts"],
  ["provider/lifecycle/other-step.ts", "@pulumi/pulumi"],
  ["provider/lifecycle/state/new-fact.ts", "../operation/context.ts"],
  ["provider/lifecycle/lookup/new-part.ts", "../../http/outcomes.ts"],
  ["provider/lifecycle/operation/other-part.ts", "../../http/outcomes.ts"],
  ["provider/lifecycle/state/other-fact.ts", "undici"],
  ["provider/lifecycle/create/new-step.ts", "hono/client"],
  ["runtime/new-call.ts", "../provider/lifecycle/operation/operation.ts"],
  ["provider/http/new-part.ts", "../lifecycle/operation/requests.ts"],
  ["contract/new-table.ts", "../provider/http/outcomes.ts"],
  ["contract/other-table.ts", "../provider/errors.ts"],
  ["costs/new-price.ts", "../resources/storage/volume.ts"],
  ["provider/connection/new-part.ts", "../../runtime/index.ts"],
  ["provider/definition/new-word.ts", "../lifecycle/state/state.ts"],
  ["resources/components/new-component.ts", "../storage/volume.ts"],
  ["resources/components/other-component.ts", "../../provider/definition/definition.ts"],
  ["platform/new-part.ts", "../provider/http/api.ts"],
  ["platform/kinds/new-kind.ts", "../../provider/lifecycle/operation/waiting.ts"],
  ["policies/rules/new-rule.ts", "../../resources/storage/volume.ts"],
  ["policies/rules/other-rule.ts", "../../costs/estimate.ts"],
  ["policies/new-part.ts", "../contract/values/pem.ts"],
  ["graph/new-shape.ts", "../contract/limits.ts"],
  ["examples/new-app/index.ts", "../../provider/http/api.ts"],
] as const;

const directories: string[] = [];

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

describe("the linter enforces who may import whom", () => {
  it("refuses every import that crosses a line of the table", () => {
    const refused = lint(forbidden);
    expect(refused).toEqual(forbidden.map(([file]) => file).sort());
  });

  it("lets a resource import what it needs", () => {
    expect(
      lint([["resources/storage/new-kind.ts", "../../provider/definition/definition.ts"]]),
    ).toEqual([]);
  });

  it("lets every room of the lifecycle import the rooms below it", () => {
    const allowed = [
      ["provider/lifecycle/operations/new-one.ts", "../create-once/create-once.ts"],
      ["provider/lifecycle/create-once/new-step.ts", "../reconcile/observe.ts"],
      ["provider/lifecycle/reconcile/new-step.ts", "../operation/lookup.ts"],
      ["provider/lifecycle/operation/new-part.ts", "../lists/lists.ts"],
      ["provider/lifecycle/operation/other-part.ts", "../../http/api.ts"],
      ["provider/lifecycle/lists/new-list.ts", "../memory/run-memory.ts"],
      ["provider/lifecycle/waiting/new-wait.ts", "../state/timeouts.ts"],
      ["runtime/new-call.ts", "../provider/lifecycle/diff.ts"],
    ] as const;
    expect(lint(allowed)).toEqual([]);
  });

  it("lets a policy import what is public", () => {
    const allowed = ["../../resources/index.ts", "../../costs/index.ts", "../rule.ts"];
    const files = allowed.map(
      (imported, at) => [`policies/rules/rule-${at}.ts`, imported] as const,
    );
    expect(lint(files)).toEqual([]);
  });
});

/** The files the linter complains of, when each imports what stands beside it. */
function lint(files: readonly (readonly [file: string, imported: string])[]): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), "import-rules-"));
  directories.push(directory);
  cpSync(join(root, ".biome.json"), join(directory, ".biome.json"));
  for (const [file, imported] of files) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), `import "${imported}";\n`);
  }
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/biome"),
    ["lint", "--reporter=github", "--only=style/noRestrictedImports", "."],
    { cwd: directory, encoding: "utf8" },
  );
  const complaints = [...stdout.matchAll(/file=([^,]+)/g)].flatMap(([, file]) => file ?? []);
  return complaints.map((file) => relative(directory, file)).sort();
}
