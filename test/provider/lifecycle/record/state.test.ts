import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  deepEqual,
  learnedRoutes,
  pickInputs,
  pickOutputs,
  platformInputs,
  strings,
} from "../../../../provider/lifecycle/record/state.ts";
import { container } from "../../../../resources/compute/container.ts";
import { toy } from "../../../support/session-toy.ts";

describe("two JSON values", () => {
  const one = { a: 1, b: [1, { c: null }] };
  test.each<[unknown, unknown, boolean]>([
    [one, { b: [1, { c: null }], a: 1 }, true],
    [{ a: undefined }, {}, true],
    [Number.NaN, Number.NaN, true],
    [[], [], true],
    [{ a: 1 }, { a: "1" }, false],
    [{ a: null }, {}, false],
    [["a", "b"], ["b", "a"], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [null, {}, false],
    [undefined, null, false],
    ["", 0, false],
  ])("%j and %j are the same: %s", (left, right, isSame) => {
    expect(deepEqual(left, right)).toBe(isSame);
    expect(deepEqual(right, left)).toBe(isSame);
  });

  test("are the same as their copies", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => deepEqual(value, structuredClone(value))));
  });
});

describe("a state", () => {
  const state = {
    name: "main",
    shape: "round",
    token: "alpha",
    level: undefined,
    allowDataLoss: true,
    adopt: "x_1",
    timeouts: {},
    status: "active",
    __identity: {},
    __provider: "text",
    __world: "w",
    __unfinished: "no",
  };

  test("holds the inputs, control and hidden ones included, but no outputs", () => {
    const { level: _level, status: _status, __world, __unfinished, ...inputs } = state;
    expect(pickInputs(toy, state)).toEqual(inputs);
  });

  test("holds the inputs that travel", () => {
    expect(platformInputs(toy, state)).toEqual({ name: "main", shape: "round", token: "alpha" });
  });

  test("holds outputs of the documented type alone", () => {
    expect(pickOutputs(toy, { status: "active", other: 1 })).toEqual({ status: "active" });
    expect(pickOutputs(toy, { status: 5 })).toEqual({});
    expect(pickOutputs(container, { status: null, ipAddresses: ["10.0.0.1", 5] })).toEqual({});
  });

  test("holds what was learned about routes, whatever it looks like", () => {
    expect(
      learnedRoutes({ __routes: { "GET /v1/volumes/{volume_id}": "works", other: 5 } }),
    ).toEqual({
      "GET /v1/volumes/{volume_id}": "works",
    });
    for (const routes of [undefined, null, "works", ["works"]]) {
      expect(Object.values(learnedRoutes({ __routes: routes })).includes("none")).toBe(false);
    }
  });

  test("holds lists of strings, whatever they look like", () => {
    expect(strings(["a", 1, "b"])).toEqual(["a", "b"]);
    expect(strings("a")).toEqual([]);
  });
});
