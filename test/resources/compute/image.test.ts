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

  test("says by its path what of its source is wrong", () => {
    expect(base.problems({ ...inputs, source: { ...source, snapsot: "x" } })).toEqual([
      { property: "source", reason: 'source has no property "snapsot"' },
    ]);
  });
});

describe("an imported image", () => {
  const base = classUnderTest(importedImage);

  test.each(["ftp://x/y", "/base.img", "base.img", "file:///x", ""])(
    "is never read from %j",
    (url) => {
      const reason = "url must be an http or https address";
      expect(base.problems({ ...imported, url })).toEqual([{ property: "url", reason }]);
    },
  );

  test.each(["http://images.example/a.raw", "https://images.example/a?x=1"])(
    "may be read from %s",
    (url) => {
      expect(base.problems({ ...imported, url })).toEqual([]);
    },
  );

  test("has one of three formats", () => {
    const reason = 'format must be one of raw, qcow2, vmdk, not "iso"';
    expect(base.problems({ ...imported, format: "iso" })).toEqual([{ property: "format", reason }]);
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

  test("says how far it is", async () => {
    const looks = new Array<object>(8).fill({ status: "importing", progress: 40 });
    const context = importing(...looks, { status: "ready", progress: 100 });
    await create(context, importedImage, declared(imported));
    expect(context.said[0]).toMatch(/^40 %, "importing", 1\d s so far \(imported image "main"\)$/);
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

  test("that fails is kept, with the platform's reason", async () => {
    const context = importing({ status: "failed", progress: 10, error: "no such file" });
    const work = () => create(context, importedImage, declared(imported));
    const failure = await partialFailureOf(work);
    expect(failure.id).toBe("img_1");
    expect(failure.message).toContain('its import ended as "failed" (no such file)');
  });
});

test.each([image, importedImage])("images may take an hour", (definition) => {
  expect(definition.createMinutes).toBe(60);
});
