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

  test("stays what it was when it has worked", () => {
    const routes = routesFor({ [patch]: "works" });
    const route = routes.route("loadBalancer", "update");
    if (route === undefined) throw new Error("there is no such route");
    routes.ruleOut(route);
    expect(routes.learned).toEqual({ [patch]: "works" });
  });
});

describe("a route that worked", () => {
  test("is trusted, and another one in its place is not", () => {
    const known = { "GET /v1/volumes/{volume_id}": "works" };
    const assumptions = { "routes.volume.get": "GET /v1/volume/{volume_id}" };
    expect(routesFor(known).isTrusted("volume", "get")).toBe(true);
    expect(routesFor(known, assumptions).isTrusted("volume", "get")).toBe(false);
  });

  test("by the word of an older version is trusted while it is the usual one", () => {
    const known = { "volume.get": "works" };
    const assumptions = { "routes.volume.get": "GET /v1/volume/{volume_id}" };
    expect(routesFor(known).isTrusted("volume", "get")).toBe(true);
    expect(routesFor(known, assumptions).isTrusted("volume", "get")).toBe(false);
  });

  test("or not, by the word of an older version: one 404 was enough for it, so it is tried again", () => {
    expect(
      routesFor({ "loadBalancer.update": "none" }).route("loadBalancer", "update"),
    ).toBeDefined();
  });
});

test("ports belong to the collection of their container, in its prefix", () => {
  expect(collectionOf(endpoints.container.list)).toBe("/api/v1/instances");
  expect(collectionOf(endpoints.portForward.list)).toBe("/api/v1/instances");
  expect(collectionOf(endpoints.instance.list)).toBe("/v1/instances");
});
