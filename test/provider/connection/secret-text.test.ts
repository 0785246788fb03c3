import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { secretReader } from "../../../provider/connection/secret-text.ts";
import type { SecretSource, SecretText } from "../../../provider/definition/session.ts";

const directory = mkdtempSync(join(tmpdir(), "secret-text-"));
afterAll(() => rmSync(directory, { recursive: true }));
mkdirSync(join(directory, "tls"));
writeFileSync(join(directory, "tls", "shop.key"), "a secret\n");
const env = { TLS_KEY: "another secret\n", EMPTY: " " };

test.each<[string, SecretSource, SecretText]>([
  ["a path from the program's directory", { file: "tls/shop.key" }, { text: "a secret\n" }],
  ["a whole path", { file: join(directory, "tls/shop.key") }, { text: "a secret\n" }],
  ["a variable", { environment: "TLS_KEY" }, { text: "another secret\n" }],
  ["no file yet", { file: "shop.key" }, { why: "there is no file shop.key", mayCome: true }],
  [
    "a directory",
    { file: "tls" },
    { why: "the file tls cannot be read (EISDIR); let this user read it" },
  ],
  [
    "a variable that is not set",
    { environment: "TSL_KEY" },
    { why: "TSL_KEY is not set; set it in the environment of the run" },
  ],
  [
    "an empty variable",
    { environment: "EMPTY" },
    { why: "EMPTY is not set; set it in the environment of the run" },
  ],
])("a text that is kept outside is read from %s", (_place, source, secret) => {
  expect(secretReader({ env, directory })(source)).toEqual(secret);
});
