import { describe, expect, test } from "vitest";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import type { Expected } from "../../../support/fake-api.ts";
import { errorOf, held, newContext, type TestContext } from "../../../support/session.ts";

const erase = (id = "lb_1"): Expected => ({ call: `DELETE /v1/load-balancers/${id}` });
const get = (rest: Partial<Expected>, id = "lb_1"): Expected => ({
  call: `GET /v1/load-balancers/${id}`,
  ...rest,
});
const gone = { status: 404, answer: { error: "there is none" } };
const learned = { __routes: { "GET /v1/load-balancers/{id}": "works" } };

function removing(context: TestContext, id = "lb_1", state = {}) {
  return remove(context, loadBalancer, { id, state: held(state) });
}

/** A platform that accepts the deletion, and goes on to show the object with this status. */
async function deletedAs(status: string | undefined, seconds: number, state = {}) {
  const start = newContext().clock.now();
  const context: TestContext = newContext([], {
    api: {
      async call(endpoint, request) {
        const isShown = context.clock.now() < start + seconds * 1000;
        const look = get(isShown ? { answer: { id: "lb_1", ...(status && { status }) } } : gone);
        const next = endpoint.method === "GET" ? look : erase();
        return newContext([next]).api.call(endpoint, request);
      },
    },
  });
  const error = await removing(context, "lb_1", state).then(
    () => undefined,
    (failure: unknown) => errorOf(() => Promise.reject(failure)),
  );
  return { error, seconds: (context.clock.now() - start) / 1000 };
}

describe("an accepted deletion by a route that nothing has shown to be there", () => {
  test("is done when a look misses the object", async () => {
    const context = newContext([erase(), get(gone)]);
    await removing(context);
    expect(context.clock.sleeps).toEqual([]);
  });

  test("is done where nothing can read the object", async () => {
    await removing(newContext([erase(), get({ status: 404, text: "no page" })]));
    await removing(newContext([erase(), get({ status: 405, answer: { error: "no" } })]));
  });

  test("shows that the route is there: no look follows the next ones of the run", async () => {
    const context = newContext([erase(), get(gone), erase("lb_2"), erase("lb_3")]);
    for (const id of ["lb_1", "lb_2", "lb_3"]) await removing(context, id);
  });

  test("needs no look where the object's own GET has worked", async () => {
    await removing(newContext([erase()]), "lb_1", learned);
  });

  test.each([
    ["active", 50],
    [undefined, 50],
    ["deleting", 580],
    ["Removing", 580],
    ["updating", 580],
  ])("fails when the object is still shown as %s after %i s", async (status, least) => {
    const { error, seconds } = await deletedAs(status, 900);
    expect(error?.code).toBe("gap");
    expect(error?.message).toBe(
      'load balancer "main" (lb_1) was not deleted: the platform accepted it, and still shows it. Look in the console, and delete it there if it stays; then run again with HOSTING_DELETED_BY_HAND=LoadBalancer:lb_1.',
    );
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThan(least + 20);
  });

  test.each(["archived", "terminated"])(
    "names the status where %s may mean that it is gone",
    async (word) => {
      const { error } = await deletedAs(word, 900);
      expect(error?.message).toBe(
        `load balancer "main" (lb_1) was not deleted: the platform accepted it, and still shows it with the status "${word}". Look in the console, and delete it there if it stays; then run again with HOSTING_DELETED_BY_HAND=LoadBalancer:lb_1.`,
      );
    },
  );

  test("is done where its status says that it is gone", async () => {
    expect((await deletedAs("removed", 900)).error).toBeUndefined();
  });

  test.each([
    ["active", "1h", 300],
    ["deleting", "2m", 100],
  ])("has the time that the program gives it: %s, %s", async (status, time, least) => {
    const { error, seconds } = await deletedAs(status, 900, { timeouts: { delete: time } });
    expect(error?.code).toBe("gap");
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThan(least + 20);
  });

  test.each([
    ["active", 45],
    [undefined, 45],
    ["deleting", 500],
  ])("is done when the object that was shown as %s is gone after %i s", async (status, after) => {
    const { error, seconds } = await deletedAs(status, after);
    expect(error).toBeUndefined();
    expect(seconds).toBeGreaterThanOrEqual(after);
  });
});
