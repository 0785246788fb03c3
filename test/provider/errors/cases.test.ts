import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { errorsPage } from "../../../scripts/generate/errors.ts";
import { flawsIn } from "../../support/message-form.ts";
import { errorOf } from "../../support/session.ts";
import { errorCases } from "./cases.ts";
import { secretKey } from "./stage.ts";

const page = join(import.meta.dirname, "../../../docs/reference/errors.md");
const cases = Object.entries(errorCases).flatMap(([code, all]) =>
  all.map((one) => ({ code, ...one })),
);

describe("a message", () => {
  test.each(cases)("of $code: $title", async ({ code, play }) => {
    const error = await errorOf(play);
    expect(error.code).toBe(code);
    expect(flawsIn(error.message, secretKey)).toEqual([]);
  });

  test("is known for every code", () => {
    for (const all of Object.values(errorCases)) expect(all.length).toBeGreaterThan(0);
  });

  test("is on the page of the reference as it is", async () => {
    expect(readFileSync(page, "utf8")).toBe(await errorsPage());
  });
});
