import { describe, expect, test } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { collectionOf, Routes } from "../../../../provider/lifecycle/operation/routes.ts";
import { newContext } from "../../../support/session.ts";

const patch = "PATCH /v1/load-balancers/{id}";

function routesFor(known: Props, assumptions: Props = {}): Routes {
  return new Routes(newContext([], { assumptions }), { __routes: known });
}

describe("a route that was ruled out", () => {
  test("is used where the spec shows it", () => {
    const state = { "PATCH /v1/volumes/{volume_id}": "none" };
    expect(routesFor(state).route("volume", "update")).toMatchObject({ standing: "documented" });
  });

  test("is not tried again where it was assumed", () => {
    expect(routesFor({ [patch]: "none" }).route("loadBalancer", "update")).toBeUndefined();
    expect(routesFor({}).route("loadBalancer", "update")).toBeDefined();
  });

  test("says nothing about the one that the user sets in its place", () => {
    const assumptions = { "routes.loadBalancer.update": "PUT /v1/load-balancers/{id}" };
    const routes = routesFor({ [patch]: "none" }, assumptions);
    expect(routes.route("loadBalancer", "update")).toMatchObject({ method: "PUT" });
  });
});

describe("a route that worked", () => {
  test("is trusted, and another one in its place is not", () => {
    const known = { "GET /v1/volumes/{volume_id}": "works" };
    const assumptions = { "routes.volume.get": "GET /v1/volume/{volume_id}" };
    const standing = (routes: Routes) => {
      const route = routes.route("volume", "get") ?? expect.fail("there is no such route");
      return routes.standing(route);
    };
    expect(standing(routesFor(known))).toBe("worked");
    expect(standing(routesFor(known, assumptions))).toBe("untried");
  });
});

test("what one object learned holds for the whole run", () => {
  const context = newContext();
  const balancers = (state = {}) => new Routes(context, state);
  const route = balancers().route("loadBalancer", "update");
  if (route === undefined) throw new Error("there is no such route");
  balancers().ruleOut(route);
  expect(balancers().route("loadBalancer", "update")).toBeUndefined();
});

test("a read route that was missed is asked no more in this run, and says nothing to later ones", () => {
  const routes = routesFor({});
  const route = routes.route("volume", "get");
  if (route === undefined) throw new Error("there is no such route");
  routes.missed(route);
  expect(routes.route("volume", "get")).toBeUndefined();
  expect(routes.learned).toEqual({});
});

test("ports belong to the collection of their container, in its prefix", () => {
  expect(collectionOf(endpoints.container.list)).toBe("/api/v1/instances");
  expect(collectionOf(endpoints.portForward.list)).toBe("/api/v1/instances");
  expect(collectionOf(endpoints.instance.list)).toBe("/v1/instances");
});
