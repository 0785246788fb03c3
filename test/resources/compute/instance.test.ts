import { describe, expect, test } from "vitest";
import { instance } from "../../../resources/compute/instance.ts";
import type { Expected } from "../../support/fake-api.ts";
import { errorOf } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const web = classUnderTest(instance);
const inputs = { name: "web", region: "eu", plan: "small", image: "debian/13" };
const look = (status: string): Expected => ({
  call: "GET /v1/instances",
  answer: [{ id: "inst_1", status }],
});
const gone: readonly Expected[] = [{ call: "GET /v1/instances", answer: [{ id: "inst_2" }] }];

describe("an instance", () => {
  test("says by its path what of a source is wrong", () => {
    const { image: _image, ...rest } = inputs;
    expect(web.problems({ ...rest, source: { imageID: "img_1" } })).toEqual([
      { reason: "source.imageId is required" },
      { property: "source", reason: 'source has no property "imageID"' },
    ]);
  });

  test("has its article where a name is none of its inputs", () => {
    expect(web.problems({ ...inputs, paln: "small" })).toEqual([
      { property: "paln", reason: "paln is not an input of an instance; did you mean plan?" },
    ]);
  });

  test("is stopped over the assumed action route before it is deleted", async () => {
    await web.delete("inst_1", inputs, [
      look("running"),
      { call: "POST /v1/instances/inst_1/action", body: { action: "stop" } },
      look("stopped"),
      { call: "DELETE /v1/instances/inst_1" },
      ...gone,
    ]);
  });

  test("is deleted without it where there is no such route", async () => {
    await web.delete("inst_1", inputs, [
      look("running"),
      {
        call: "POST /v1/instances/inst_1/action",
        body: { action: "stop" },
        status: 404,
        text: "no page",
      },
      { call: "DELETE /v1/instances/inst_1" },
      ...gone,
    ]);
  });

  test.each([
    ["404", { status: 404, text: "no page" }],
    ["405", { status: 405, answer: { error: "no" } }],
  ])(
    "that nothing can stop (%s) is not waited for when its delete is refused",
    async (_status, no) => {
      const stop = { call: "POST /v1/instances/inst_1/action", body: { action: "stop" } };
      const refused = { status: 409, answer: { error: "it runs" } };
      const calls = [look("running"), { ...stop, ...no }];
      const work = () =>
        web.delete("inst_1", inputs, [
          ...calls,
          { call: "DELETE /v1/instances/inst_1", ...refused },
        ]);
      const error = await errorOf(work);
      expect(error.code).toBe("gap");
      expect(error.message).toContain("it runs (409). Stop it in the console");
    },
  );

  test("that the platform does not let be stopped now is deleted as soon as it lets it be", async () => {
    const stop = { call: "POST /v1/instances/inst_1/action", body: { action: "stop" } };
    const refused = { status: 409, answer: { error: "busy" } };
    const call = "DELETE /v1/instances/inst_1";
    const calls = [look("running"), { ...stop, ...refused }, { call, ...refused }, { call }];
    await web.delete("inst_1", inputs, [...calls, ...gone]);
  });

  test.each([
    ["with a generated name is made before the old one goes", true, false],
    ["with a name of its own makes room first", undefined, true],
  ])("%s", (_what, __generatedName, deleteBeforeReplace) => {
    const changed = web.diff(inputs, { ...inputs, plan: "large", __generatedName });
    expect(changed).toEqual({ changes: undefined, replaces: ["plan"], deleteBeforeReplace });
  });
});
