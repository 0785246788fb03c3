import { describe, expect, test } from "vitest";
import { remove } from "../../../../provider/lifecycle/delete/delete.ts";
import { apiKey } from "../../../../resources/access/api-key.ts";
import { container } from "../../../../resources/compute/container.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { errorOf, held, newContext, world } from "../../../support/session.ts";

describe("a documented DELETE that finds nothing, where nothing else can look", () => {
  const erase = { call: "DELETE /v1/api-keys/key_1" };
  const work = { id: "key_1", state: held({ keyId: "key_1" }) };
  const blind = { assumedRoutes: "never" } as const;

  test("is done by a JSON error (spec 7.2)", async () => {
    const context = newContext(
      [{ ...erase, status: 404, answer: { error: "no such key" } }],
      blind,
    );
    await expect(remove(context, apiKey, work)).resolves.toBeUndefined();
  });

  test("is not by a page, which a proxy may have answered", async () => {
    const context = newContext([{ ...erase, status: 404, text: "no page" }], blind);
    const error = await errorOf(() => remove(context, apiKey, work));
    expect(error).toMatchObject({ code: "noRoute", status: 404 });
  });
});

test("where a DELETE and a GET find nothing and neither names what, it may be there or gone", async () => {
  const said = { status: 404, answer: { error: "Not Found" } };
  const context = newContext([
    { call: "DELETE /v1/load-balancers/lb_1", ...said },
    { call: "GET /v1/load-balancers/lb_1", ...said },
    { call: "GET /v1/load-balancers", ...said },
  ]);
  const state = held({ region: "eu", __routes: { "GET /v1/load-balancers/{id}": "works" } });
  const error = await errorOf(() => remove(context, loadBalancer, { id: "lb_1", state }));
  expect(error.message).toBe(
    'load balancer "main" (lb_1) may be there or gone: the 404 of GET /v1/load-balancers/{id} names nothing that is missing. Look in the console, and delete it there if it is, then run again with HOSTING_DELETED_BY_HAND=LoadBalancer:lb_1.',
  );
});

describe("what has the object's name and other addresses", () => {
  const shown = { name: "web", status: "stopped", ipv6_addresses: ["2001:470::9"] };
  const list = { call: "GET /api/v1/instances", answer: [shown] };
  const state = held({ name: "web", image: "debian/13", ipv6Addresses: ["2001:470::7"] });

  test.each([
    ["a key that saw the object", {}],
    ["a world that the user accepts, which only a refresh takes over", { acceptWorld: world }],
  ])("is not deleted by %s", async (_by, settings) => {
    const error = await errorOf(() =>
      remove(newContext([list], settings), container, { id: "web", state }),
    );
    expect(error.message).toContain(
      "was not deleted: what has its name has other addresses than the state",
    );
  });
});
