import { describe, expect, test } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { collectionOf, Routes } from "../../../../provider/lifecycle/operation/routes.ts";
import { newContext } from "../../../support/session.ts";

describe("a route that an older state says is not there", () => {
  const state = { __routes: { "volume.update": "none", "loadBalancer.update": "none" } };
  const routesFor = (known: Props) => new Routes(newContext(), known);

  test("is used where the spec shows it", () => {
    expect(routesFor(state).route("volume", "update")).toMatchObject({ standing: "documented" });
  });

  test("is not tried again where it was assumed", () => {
    expect(routesFor(state).route("loadBalancer", "update")).toBeUndefined();
    expect(routesFor({}).route("loadBalancer", "update")).toBeDefined();
  });
});

test("ports belong to the collection of their container, in its prefix", () => {
  expect(collectionOf(endpoints.container.list)).toBe("/api/v1/instances");
  expect(collectionOf(endpoints.portForward.list)).toBe("/api/v1/instances");
  expect(collectionOf(endpoints.instance.list)).toBe("/v1/instances");
});
