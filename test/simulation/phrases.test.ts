import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { phrases } from "./phrases.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/reference/errors.md"), "utf8");
const messages = [...page.matchAll(/```text\n(.*)\n```/g)].map(([, message]) => message ?? "");

// The page is what comes of playing its cases; seeds were broken by other words alone (README.md).
test.each(Object.entries(phrases))("a real message has what the user follows: %s", (_, phrase) => {
  expect(messages.filter((message) => phrase.test(message))).not.toEqual([]);
});
