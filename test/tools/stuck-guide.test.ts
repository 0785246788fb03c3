import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/guides/when-up-is-stuck.md"), "utf8");

/** The words of others: messages of Pulumi's and Node's, and a state of the platform's. */
const others = [
  "cannot be deleted because it is protected",
  "unable to replace resource",
  "as it is currently marked for protection",
  "code must be a string, not undefined",
  "policy pack not started: could not read policy pack port",
  'Unknown file extension ".ts"',
  '"provisioning"',
];

/** Commands stand in that column, too: they are what somebody typed, not what was said. */
const isCommand = (text: string) => /^(up|refresh|destroy|pulumi .*)$/.test(text);

/** What the first column of the table quotes, without what differs from message to message. */
const quoted = [...guide.matchAll(/^\| (.*?) \| /gm)]
  .flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)])
  .flatMap(([, quote = ""]) => quote.split("…"))
  .map((fragment) => fragment.trim())
  .filter((fragment) => fragment !== "" && !isCommand(fragment));

const ours = ["docs/reference/errors.md", "{provider,cli,contract}/**/*.ts"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");

test.each(quoted.filter((fragment) => !others.includes(fragment)))("we say `%s`", (fragment) => {
  expect(
    ours.includes(fragment),
    `no error of docs/reference/errors.md and no source has "${fragment}": quote what is said, or list it as the words of others`,
  ).toBe(true);
});

test("the table has messages of ours and of others, and no other is listed", () => {
  expect(quoted.length).toBeGreaterThan(15);
  expect(others.filter((fragment) => !quoted.includes(fragment))).toEqual([]);
});
