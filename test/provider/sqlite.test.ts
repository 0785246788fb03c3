import { expect, test, vi } from "vitest";
import { openSqlite } from "../../sqlite/database.ts";

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
