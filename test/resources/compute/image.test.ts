import { describe, expect, test } from "vitest";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { image } from "../../../resources/compute/image.ts";
import { importedImage } from "../../../resources/compute/imported-image.ts";
import { declared, newContext, partialFailureOf } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";

const source = { instanceId: "inst_1", snapshot: "nightly" };
const inputs = { name: "base", source };
const imported = {
  name: "base",
  url: "https://images.example/base.img",
  format: "raw",
  osType: "linux",
};

describe("an image", () => {
  const base = classUnderTest(image);

  test("of a snapshot is the same with and without the type of its source", () => {
    const typed = { ...inputs, source: { type: "snapshot", ...source } };
    expect(base.diff(inputs, typed).changes).toBe(false);
    expect(base.diff(typed, inputs).changes).toBe(false);
  });

  test.each([{ instanceId: "inst_2" }, { snapshot: "weekly" }])(
    "of another snapshot replaces it (%j)",
    (change) => {
      const after = { ...inputs, source: { ...source, ...change } };
      expect(base.diff(inputs, after)).toMatchObject({
        replaces: ["source"],
        deleteBeforeReplace: true,
      });
    },
  );
});

describe("an imported image", () => {
  const base = classUnderTest(importedImage);

  test.each<[string, readonly string[], readonly string[]]>([
    ["http://images.example/a.raw", [], ["raw", "qcow2", "vmdk"]],
    ["https://images.example/a?x=1", [], ["raw"]],
    ...["ftp://x/y", "/base.img", "base.img", "file:///x", ""].map(
      (url) => [url, ["url"], ["raw"]] as [string, string[], string[]],
    ),
    ["https://images.example/a.iso", ["format"], ["iso"]],
  ])("%j: what is refused of it is %j, as %j", (url, refused, formats) => {
    for (const format of formats) {
      expect(base.refused({ ...imported, url, format })).toEqual(refused);
    }
  });

  const body = {
    name: "base",
    url: "https://images.example/base.img",
    format: "raw",
    os_type: "linux",
  };
  function importing(...answers: readonly object[]) {
    const looks = answers.map((answer) => ({
      call: "GET /v1/images/img_1",
      answer: { id: "img_1", ...answer },
    }));
    const first = { id: "img_1", status: "importing", progress: 0 };
    const post = { call: "POST /v1/images/import", body, answer: first };
    return newContext([{ call: "GET /v1/images", answer: [] }, post, ...looks]);
  }

  test("is waited for until all of it is there", async () => {
    const context = importing(
      { status: "importing", progress: 40 },
      { status: "ready", progress: 99 },
      { status: "ready", progress: 100 },
    );
    const { state } = await create(context, importedImage, declared(imported));
    expect(state).toMatchObject({ status: "ready", progress: 100 });
  });

  test.each([
    ["counts to 100 in its own word", { status: "fetching", progress: 99 }, { progress: 100 }],
    ["counts up to 1", { status: "importing", progress: 1 }, { status: "ready", progress: 1 }],
    ["counts up to 1 in its own word", { status: "fetching", progress: 0.99 }, { progress: 1 }],
  ])("of a platform that %s is waited for to its end", async (_way, last, end) => {
    const { state } = await create(importing(last, end), importedImage, declared(imported));
    expect(state).toMatchObject(end);
  });

  test.each([[45], ["45 %"], [0.45]])("of which %j is done is at 45 %", async (progress) => {
    const looks = new Array<object>(8).fill({ status: "importing", progress });
    const context = importing(...looks, { status: "ready", progress: 100 });
    await create(context, importedImage, declared(imported));
    expect(context.said[0]).toMatch(/^45 %, "importing", 1\d s so far/);
  });

  test("is ready by its status where no progress is shown", async () => {
    const context = importing({ status: "importing" }, { status: "available" });
    const { state } = await create(context, importedImage, declared(imported));
    expect(state).toMatchObject({ status: "available" });
  });

  test("whose reason holds the signed address shows neither its signature nor what a terminal obeys", async () => {
    const error = "no file at https://images.example/base.img?signature=hunter2 \u001b[2J";
    const context = importing({ status: "failed", progress: 10, error });
    const work = () => create(context, importedImage, declared(imported));
    const failure = await partialFailureOf(work);
    expect(failure.message).toContain("(no file at https://images.example/base.img?… )");
    expect(JSON.stringify(failure)).not.toContain("hunter2");
  });
});

test.each([image, importedImage])("images may take an hour", (definition) => {
  expect(definition.createMinutes).toBe(60);
});
