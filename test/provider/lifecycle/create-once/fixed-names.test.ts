import { describe, expect, test } from "vitest";
import { create } from "../../../../provider/lifecycle/operations/create.ts";
import { remove } from "../../../../provider/lifecycle/operations/delete.ts";
import { container } from "../../../../resources/compute/container.ts";
import { declared, errorOf, newContext } from "../../../support/session.ts";
import { body, list, lost, none, post } from "./lost-create.ts";

describe("a name of the user's own", () => {
  const named = declared(body);

  test("is looked for before it is used", async () => {
    expect((await create(newContext([none, post]), container, named)).id).toBe("web-1");
  });

  test("that is taken is refused before anything is sent: A18 forced-replace", async () => {
    const error = await errorOf(() => create(newContext([list({})]), container, named));
    expect(error.code).toBe("input");
    expect(error.message).toBe(
      'container "main" was not created: web-1 has the name "web-1" (`--replace` and earlier inputs repeat a name). To replace it, set deleteBeforeReplace: true for this run, or change an input; to manage it here, set adopt to its id.',
    );
  });

  test("is free again once this run deleted what had it, though lists still show that", async () => {
    const erase = { call: "DELETE /api/v1/instances/web-1" };
    const context = newContext([list({ status: "stopped" }), erase, list({}), post]);
    await remove(context, container, { id: "web-1", state: named });
    await context.clock.sleep(1);
    expect((await create(context, container, named)).id).toBe("web-1");
  });

  test("is free again once the user deleted what had it by hand", async () => {
    const gone = { call: "GET /api/v1/instances/web-1", status: 404, answer: { error: "none" } };
    const context = newContext([list(), gone, list({}), post], { deletedByHand: ["web-1"] });
    await remove(context, container, { id: "web-1", state: named });
    await context.clock.sleep(1);
    expect((await create(context, container, named)).id).toBe("web-1");
  });

  test("that was freed is not taken for the lost create of its new object", async () => {
    const erase = { call: "DELETE /api/v1/instances/web-1" };
    const stale = [list({}), list({}), list({}), list({})];
    const calls = [list({ status: "stopped" }), erase, list({}), { ...post, error: lost() }];
    const context = newContext([...calls, ...stale, none, none, post]);
    await remove(context, container, { id: "web-1", state: named });
    await context.clock.sleep(1);
    expect((await create(context, container, named)).id).toBe("web-1");
  });
});
