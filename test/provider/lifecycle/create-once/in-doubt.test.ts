import { describe, expect, test } from "vitest";
import { PartialFailure } from "../../../../provider/errors.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { container } from "../../../../resources/compute/container.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { volumeAttachment } from "../../../../resources/storage/volume-attachment.ts";
import { declared, errorOf, newContext, partialFailureOf } from "../../../support/session.ts";
import { list, lost, none, post, web } from "./lost-create.ts";

describe("an object that a create found", () => {
  test("is not deleted as what it replaces: A18 forced-replace", async () => {
    const context = newContext([none, { ...post, error: lost() }, list({})]);
    const { id, state } = await create(context, container, web);
    await remove(context, container, { id, state });
    expect(context.said.at(-1)).toBe(
      'warning: container "main": it was not replaced: web-1 is what an earlier run made for it. To replace it, set deleteBeforeReplace: true for this run and run `--replace` once more, or change an input.',
    );
  });
});

describe("a create in doubt where no list is there", () => {
  test("says so instead of naming a route", async () => {
    const inputs = declared({ name: "data-1", region: "eu", sizeGb: 1, __generatedName: true });
    const body = { name: "data-1", region: "eu", size_gb: 1 };
    const calls = [
      { call: "POST /v1/volumes", body, error: lost() },
      { call: "GET /v1/volumes", status: 404, text: "no page" },
    ];
    const failure = await partialFailureOf(() => create(newContext(calls), volume, inputs));
    expect(failure.message).toMatch(/may exist: the answer was lost\. After [^/]*$/);
  });
});

test("a create that only sets a state is said to be lost, and kept in no state", async () => {
  const attach = { call: "POST /v1/volumes/vol_1/attach", body: { instance_id: "inst_1" } };
  const context = newContext([{ ...attach, text: "<h1>Sign in</h1>" }]);
  const inputs = declared({ volumeId: "vol_1", instanceId: "inst_1" });
  const error = await errorOf(() => create(context, volumeAttachment, inputs));
  expect(error).not.toBeInstanceOf(PartialFailure);
  expect(error.code).toBe("unknownOutcome");
});
