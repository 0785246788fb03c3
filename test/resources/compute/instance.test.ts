import { describe, expect, test } from "vitest";
import { instance } from "../../../resources/compute/instance.ts";
import type { Expected } from "../../support/fake-api.ts";
import { errorOf } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const web = classUnderTest(instance);
const inputs = { name: "web", region: "eu", plan: "small", image: "debian/13" };
const list = "GET /v1/instances";
const running = { call: list, answer: [{ id: "inst_1", status: "running" }] };
const gone = { call: list, answer: [{ id: "inst_2" }] };
const stop = { call: "POST /v1/instances/inst_1/action", body: { action: "stop" } };
const erase = { call: "DELETE /v1/instances/inst_1" };
const page = { status: 404, text: "no page" };
const refused = { status: 409, answer: { error: "it runs" } };

test("a source is checked inside", () => {
  const { image: _image, ...rest } = inputs;
  expect(web.refused({ ...rest, source: { imageID: "img_1" } })).toEqual([
    "source.imageId",
    "source",
  ]);
});

describe("deleting an instance that runs", () => {
  test.each<[string, readonly Expected[]]>([
    ["without the route that stops it", [{ ...stop, ...page }, erase]],
    [
      "as soon as the platform lets it be",
      [{ ...stop, ...refused }, { ...erase, ...refused }, erase],
    ],
  ])("is done %s", async (_how, calls) => {
    await web.delete("inst_1", inputs, [running, ...calls, gone]);
  });

  test.each([page, { status: 405, answer: { error: "no" } }])(
    "is not waited for where nothing can stop it and it is refused: %j",
    async (answer) => {
      const calls = [running, { ...stop, ...answer }, { ...erase, ...refused }];
      const error = await errorOf(() => web.delete("inst_1", inputs, calls));
      expect(error.code).toBe("gap");
      expect(error.message).toMatch(/it runs.*console/);
    },
  );
});
