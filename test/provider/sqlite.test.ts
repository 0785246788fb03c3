import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openSqlite } from "../../sqlite/database.ts";

const root = join(import.meta.dirname, "../..");

test("a file is opened without Node 22's warning of SQLite, and with every other one", () => {
  const printed = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const { emitWarning } = process;
  const sqlite = process.getBuiltinModule("node:sqlite");
  vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
    process.emitWarning(
      "SQLite is an experimental feature and might change at any time",
      "ExperimentalWarning",
    );
    process.emitWarning("another", "ExperimentalWarning");
    return sqlite;
  });
  openSqlite(":memory:").close();
  expect(printed.mock.calls).toEqual([["another", "ExperimentalWarning"]]);
  expect(process.emitWarning).toBe(emitWarning);
  vi.restoreAllMocks();
});

test("nothing of what ships opens one otherwise", () => {
  const files = globSync("{platform,provider,runtime,resources,policies,testing,cli}/**/*.ts", {
    cwd: root,
  });
  const loads = /^import (?!type ).*"node:sqlite"/m;
  expect(files.filter((file) => loads.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
