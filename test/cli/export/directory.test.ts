import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { confirmFree, confirmReplaceable, writeFiles } from "../../../cli/export/directory.ts";
import { temporaryDirectory } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { newAccount } from "../../support/exported-account.ts";
import { answering } from "../answering.ts";

const files = new Map([["index.ts", "1;\n"]]);

describe("a record that somebody else wrote", () => {
  test.each(["../mine.txt", "..", "sub/../../mine.txt"])("deletes nothing by %j", (name) => {
    const directory = temporaryDirectory();
    const infra = join(directory, "infra");
    mkdirSync(infra);
    writeFileSync(join(directory, "mine.txt"), "mine\n");
    const mark = JSON.stringify({ files: { [name]: "" } });
    writeFileSync(join(infra, ".hosting-export.json"), mark);
    expect(() => confirmFree(infra, false)).toThrow("it has files already");
    writeFiles(infra, files);
    expect(readFileSync(join(directory, "mine.txt"), "utf8")).toBe("mine\n");
  });
});

test("what is written into a directory goes through no other one, which may be on another disk", () => {
  const directory = temporaryDirectory();
  const infra = join(directory, "infra");
  mkdirSync(infra);
  // A directory in the place of a file is where the renaming fails.
  mkdirSync(join(infra, "index.ts"));
  expect(() => writeFiles(infra, files)).toThrow(/\.hosting-export\.json\.\w+\.tmp/);
  expect(readdirSync(infra)).toEqual(["index.ts"]);
});

test.each([
  ["anything else", '{"name":"shop"}\n', false],
  ["no JSON", "mine\n", false],
  ["an earlier file for pulumi import", '{"resources":[]}\n', true],
])("an import file over %s: %#", (_what, text, isFree) => {
  const file = join(temporaryDirectory(), "package.json");
  writeFileSync(file, text);
  const confirm = () => confirmReplaceable(file, false);
  if (isFree) expect(confirm).not.toThrow();
  else expect(confirm).toThrow(/is there already.*--force to write over it\.$/);
  expect(() => confirmReplaceable(file, true)).not.toThrow();
});

test("a file that is written while the account is read is not lost", async () => {
  const directory = temporaryDirectory();
  const infra = join(directory, "infra");
  const { env } = await answering(() => {
    mkdirSync(infra, { recursive: true });
    writeFileSync(join(infra, "compute.ts"), "mine\n");
    return [];
  });
  const { code, stderr } = await runCli(["export", "--out", "infra"], { directory, env });
  expect(code).toBe(1);
  expect(stderr).toContain("it has files already, like compute.ts");
  expect(readFileSync(join(infra, "compute.ts"), "utf8")).toBe("mine\n");
});

test("a project is not written without the import file that it needs", async () => {
  const account = await newAccount(1);
  writeFileSync(join(account.directory, "file"), "mine\n");
  const args = ["--out", "infra", "--import-file", "file/import.json"];
  const { code, stderr } = await account.run(args);
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/was not written/),
  });
  expect(readdirSync(account.directory)).not.toContain("infra");
});
