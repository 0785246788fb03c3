import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HostingError } from "../../../provider/errors.ts";
import { errorsPage } from "../../../scripts/generate/errors.ts";
import { flawsIn } from "../../support/message-form.ts";
import { errorCases } from "./cases.ts";
import { failureOf, secretKey } from "./stage.ts";

const root = join(import.meta.dirname, "../../..");
const cases = Object.entries(errorCases).flatMap(([code, all]) =>
  all.map((one) => ({ code, ...one })),
);

describe("a message", () => {
  test.each(cases)("of $code: $title", async ({ code, play }) => {
    const error = await failureOf(play);
    expect(error).toBeInstanceOf(HostingError);
    expect(error.code).toBe(code);
    expect(flawsIn(error.message, secretKey)).toEqual([]);
  });

  test("is known for every code", () => {
    for (const all of Object.values(errorCases)) expect(all.length).toBeGreaterThan(0);
  });

  test("is told by the page of the reference as it is", async () => {
    const written = readFileSync(join(root, "docs/reference/errors.md"), "utf8");
    expect(written).toBe(await errorsPage());
  });
});

test("no message has another one in it, but for the name of what it is about", () => {
  const nesting = ["provider", "resources"].flatMap((folder) =>
    sourcesIn(join(root, folder)).filter(([, text]) => text.includes("error.message}")),
  );
  expect(nesting.map(([path]) => path)).toEqual(["identity/subject.ts"]);
});

test.each([
  ["x was lost", "no full stop"],
  ["x was lost.. Run it.", "two full stops"],
  ["x is a image.", "article"],
  ["x is an volume.", "article"],
  [`x was lost with ${secretKey}.`, "secret"],
  ["one.\nTwo.", "lines"],
  ["One is lost. Two is lost. Three is. Run `pulumi up` again.", "sentences"],
])("the form of %j is refused", (message, flaw) => {
  expect(flawsIn(message, secretKey)).toContain(flaw);
});

function sourcesIn(folder: string): readonly (readonly [string, string])[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [name.split("/").slice(-2).join("/"), readFileSync(join(folder, name), "utf8")]);
}
