import { describe, expect, test } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import { collectionOf, RollCall } from "../../../../provider/lifecycle/existence/roll-call.ts";

describe("a roll call", () => {
  test("counts what is missing while nothing was seen", () => {
    const roll = new RollCall();
    for (const id of ["a", "b", "a"]) roll.noteAbsent("/v1/volumes", id);
    roll.noteAbsent("/v1/images", "c");
    expect(roll.missing("/v1/volumes")).toEqual(["a", "b"]);
    roll.notePresent("/v1/volumes");
    expect(roll.missing("/v1/volumes")).toEqual([]);
    expect(roll.missing("/v1/images")).toEqual(["c"]);
  });

  test("is open while a look may still show something", async () => {
    const roll = new RollCall();
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = roll.during("/v1/volumes", () => promise);
    expect(roll.isOpen("/v1/volumes")).toBe(true);
    expect(roll.isOpen("/v1/images")).toBe(false);
    resolve();
    await look;
    expect(roll.isOpen("/v1/volumes")).toBe(false);
  });

  test("is over once anything was seen, and with a look that fails", async () => {
    const roll = new RollCall();
    const failing = roll.during("/v1/images", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(roll.isOpen("/v1/images")).toBe(false);
    const seeing = roll.during("/v1/volumes", async () => {
      roll.notePresent("/v1/volumes");
      expect(roll.isOpen("/v1/volumes")).toBe(false);
    });
    await seeing;
  });
});

test("ports belong to the collection of their container, in its prefix", () => {
  expect(collectionOf(endpoints.container.list)).toBe("/api/v1/instances");
  expect(collectionOf(endpoints.portForward.list)).toBe("/api/v1/instances");
  expect(collectionOf(endpoints.instance.list)).toBe("/v1/instances");
});
