import { describe, expect, test } from "vitest";
import type { Journal } from "../../../../provider/lifecycle/memory/journal.ts";
import { create } from "../../../../provider/lifecycle/operations/create.ts";
import { remove } from "../../../../provider/lifecycle/operations/delete.ts";
import { read } from "../../../../provider/lifecycle/operations/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import { declared, held, newContext } from "../../../support/session.ts";
import { body, list, none, post } from "../create-once/lost-create.ts";

const gone = {
  call: "GET /api/v1/instances/web-1",
  status: 404,
  answer: { error: 'instance "web-1" not found' },
};

/** The journal of a run that adopted the container for "a". */
async function journalOfAdopter(): Promise<Journal> {
  const context = newContext([list({})]);
  await create(context, container, declared({ ...body, adopt: "web-1" }, "a"));
  context.journal.handedOver();
  return context.journal;
}

/** Deletes the container of that name for "b", which made it since. */
async function removeForOther(journal: Journal) {
  const erase = { call: "DELETE /api/v1/instances/web-1" };
  const context = newContext([list({ status: "stopped" }), erase], { journal });
  await remove(context, container, { id: "web-1", state: held(body, "b") });
  return context.said;
}

describe("an adoption is over", () => {
  test("when another declaration has made an object with that id", async () => {
    const journal = await journalOfAdopter();
    await create(newContext([none, post], { journal }), container, declared(body, "b"));
    expect(await removeForOther(journal)).toEqual([]);
  });

  test("when a refresh has shown that the object is gone", async () => {
    const journal = await journalOfAdopter();
    const context = newContext([none, gone], { journal });
    expect((await read(context, container, { id: "web-1", props: held(body, "a") })).id).toBe("");
    expect(await removeForOther(journal)).toEqual([]);
  });
});
