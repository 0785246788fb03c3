import { expect, test } from "vitest";
import { failureOf, json, openStage } from "../errors/stage.ts";

const post = "POST /v1/volumes";
const one = "/v1/volumes/vol_1";
const data = { name: "data", region: "eu", sizeGb: 1 };
const state = { ...data, __routes: { "GET /v1/volumes/{volume_id}": "works" } };
const shown = json(200, { id: "vol_1", name: "data", size_gb: 1, instance_id: null });
const quota = json(200, { error: "quota exceeded" });

test("a create that is answered 200 with an error made nothing", async () => {
  const stage = openStage({ [post]: quota });
  const inputs = { ...data, __generatedName: true };
  const error = await failureOf(() => stage.create("storage:Volume", inputs));
  expect(error).toMatchObject({ code: "refused", reason: "quota exceeded" });
  expect(error.message).toBe(
    'volume "data" was not created: quota exceeded (200). Correct what it names and run `pulumi up` again.',
  );
});

test("an update that is answered 200 with an error is not done", async () => {
  const stage = openStage({ [`PATCH ${one}`]: quota, [`GET ${one}`]: shown });
  const change = { id: "vol_1", state, inputs: { ...data, sizeGb: 5 } };
  const error = await failureOf(() => stage.update("storage:Volume", change));
  expect(error).toMatchObject({ code: "refused", reason: "quota exceeded" });
});

test("what is answered 200 with an error at its deletion is still there", async () => {
  const kept = json(200, { error: "volume has snapshots" });
  const stage = openStage({ [`DELETE ${one}`]: kept, [`GET ${one}`]: shown });
  const error = await failureOf(() => stage.remove("storage:Volume", "vol_1", state));
  expect(error.message).toContain("volume has snapshots (200)");
});
