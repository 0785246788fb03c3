import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { poolVolume } from "../../../../resources/storage/pool-volume.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { declared, errorOf, newContext, partialFailureOf } from "../../../support/session.ts";
import { lost, seconds } from "./lost-create.ts";

const volumes = "/api/v1/storage/pools/default/volumes";
const size = { size: "1GiB" };
const post = { call: `POST ${volumes}`, body: { name: "data", config: size } };
const own = declared({ pool: "default", name: "data", size: "1GiB" });
const made = { ...own, __generatedName: true };
const get = (name: string, answer: Json = { name, config: size }): Expected => {
  return { call: `GET ${volumes}/${name}`, answer };
};

describe("a lost create of a volume, which only a GET shows", () => {
  const gone = { ...post, error: lost() };

  test("is found by its name where we made that", async () => {
    const context = newContext([gone, get("data"), get("data")]);
    expect((await create(context, poolVolume, made)).id).toBe("default/data");
  });

  test("may be somebody else's where the name is the user's own", async () => {
    const { message } = await partialFailureOf(() =>
      create(newContext([gone, get("data")]), poolVolume, own),
    );
    expect(message).toContain("may exist, maybe as default/data: the answer was lost.");
  });

  test("was refused where a state has that one, as in a forced replacement", async () => {
    const context = newContext([gone, ...new Array<Expected>(6).fill(get("data"))]);
    context.memory.noteInState("poolVolume", "default/data");
    const { message } = await errorOf(() => create(context, poolVolume, made));
    expect(message).toContain("was not replaced: default/data has the name");
  });

  test("is in doubt where routes are not tried", async () => {
    const context = newContext([gone], { assumedRoutes: "never" });
    const { message } = await partialFailureOf(() => create(context, poolVolume, made));
    expect(message).toContain("may exist: the answer was lost.");
    expect(seconds(context)).toBeGreaterThanOrEqual(30);
  });
});

describe("a volume that the answer to its create calls otherwise", () => {
  const answered = { ...post, answer: { name: "acme-data", config: size } };
  const unlisted = { call: `GET ${volumes}`, status: 404, text: "no page" };

  test("has that name where a GET shows it by it", async () => {
    const calls = [answered, unlisted, get("acme-data")];
    expect((await create(newContext(calls), poolVolume, own)).id).toBe("default/acme-data");
  });

  test("keeps its own where a GET shows none by it", async () => {
    const missing = { ...get("acme-data"), status: 404, answer: { error: "none" } };
    const calls = [answered, unlisted, missing, get("data")];
    expect((await create(newContext(calls), poolVolume, own)).id).toBe("default/data");
  });
});
