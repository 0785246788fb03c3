import { describe, expect, test } from "vitest";
import { Image } from "../../../resources/compute/image.ts";
import { ImageShare, imageShare } from "../../../resources/compute/image-share.ts";
import { ImportedImage } from "../../../resources/compute/imported-image.ts";
import { errorOf } from "../../support/session.ts";
import { classUnderTest } from "../../support/session-class.ts";
import { known, mockEngine, watchOptions } from "../../support/session-mocks.ts";

const share = classUnderTest(imageShare);
mockEngine();
const inputs = { imageId: "img_1", projectIds: ["proj_1", "proj_2"] };
const get = "GET /v1/images/img_1";

describe("an image share", () => {
  test("adds projects in place, by all that it has", async () => {
    const after = { ...inputs, projectIds: [...inputs.projectIds, "proj_3"] };
    expect(share.diff(inputs, after)).toMatchObject({ changes: undefined, replaces: [] });
    const body = { project_ids: ["proj_1", "proj_2", "proj_3"] };
    const calls = [{ call: "POST /v1/images/img_1/share", body, answer: { id: "img_1" } }];
    const stored = await share.update("img_1/share", { before: inputs, after }, calls);
    expect(stored).toMatchObject(after);
  });

  test("takes no project away", () => {
    const after = { ...inputs, projectIds: ["proj_1", "proj_3"] };
    const [problem] = share.problems(after, inputs);
    expect(problem).toMatchObject({ property: "projectIds" });
    expect(problem?.reason).toMatch(/proj_2.*cannot be unshared/);
  });

  test("does not mind the order of its projects", () => {
    const turned = { ...inputs, projectIds: ["proj_2", "proj_1"] };
    expect(share.problems(turned, inputs)).toEqual([]);
    expect(share.diff(inputs, turned).changes).toBe(false);
  });

  test("cannot be deleted while its image is there", async () => {
    const calls = [{ call: get, answer: { id: "img_1", status: "ready" } }];
    const error = await errorOf(() => share.delete("img_1/share", inputs, calls));
    expect(error.code).toBe("gap");
    expect(error.message).toContain("image img_1 cannot be unshared");
    expect(error.message).toContain("retainOnDelete");
  });

  test("is gone with its image", async () => {
    const gone = { call: get, status: 404, answer: { error: "no such image" } };
    await share.delete("img_1/share", inputs, [gone]);
  });
});

describe("a share of an image of the program", () => {
  const source = { instanceId: "inst_1", snapshot: "nightly" };
  const download = { url: "https://x.example/y", format: "raw", osType: "linux" } as const;

  test.each([
    ["Image", () => new Image("base", { source })],
    ["ImportedImage", () => new ImportedImage("base", download)],
  ])("takes the id of its %s and goes with it", async (_name, make) => {
    const base = make();
    const { seen, options } = watchOptions();
    const made = new ImageShare("all", { imageId: base, projectIds: ["proj_1"] }, options);
    expect(await known(made.imageId)).toBe("base_id");
    expect(seen[0]?.deletedWith).toBe(base);
  });

  test("stands for itself by an id", () => {
    const { seen, options } = watchOptions();
    new ImageShare("all", inputs, options);
    expect(seen[0]?.deletedWith).toBeUndefined();
  });
});
