import { describe, expect, test } from "vitest";
import type { Choice } from "../../platform/choices/choice.ts";
import { choiceNames } from "../../platform/choices/choices.ts";
import { choiceTable } from "../../platform/choices/table.ts";
import { newWorld } from "./support.ts";

describe("choices", () => {
  test.each(choiceNames)("%s: each preset has one of the values", (name) => {
    const { values, ours, strict, strange }: Choice = choiceTable[name];
    for (const value of [ours, strict, strange]) expect(values).toContain(value);
  });

  test("a preset holds for what is not chosen", async () => {
    const { platform, send } = newWorld();
    platform.configure({ preset: "strange", choices: { "errors.otherMethod": 405 } });
    expect((await send("GET /v1/nowhere")).headers.get("content-type")).toMatch(/^text\/plain/);
    expect((await send("PUT /v1/volumes")).status).toBe(405);
    platform.configure({ preset: "ours", choices: {} });
    expect((await send("GET /v1/nowhere")).body).toHaveProperty("error");
  });

  test("one that is unknown is refused, with what is near", () => {
    const { platform } = newWorld();
    const unknown: Record<string, unknown> = { "rate.windows": "fixed" };
    expect(() => platform.configure({ choices: unknown })).toThrow("did you mean rate.window?");
  });
});
