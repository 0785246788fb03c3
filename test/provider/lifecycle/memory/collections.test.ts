import { describe, expect, test } from "vitest";
import { RunMemory } from "../../../../provider/lifecycle/memory/run-memory.ts";
import { InstantClock } from "../../../support/session.ts";

describe("a collection", () => {
  test("tells what is missing while nothing of it was seen", () => {
    const memory = new RunMemory(new InstantClock());
    for (const id of ["a", "b", "a"]) memory.noteMissing("/v1/volumes", id);
    memory.noteMissing("/v1/images", "c");
    expect(memory.allMissing("/v1/volumes")).toEqual(["a", "b"]);
    memory.notePresent("/v1/volumes");
    expect(memory.allMissing("/v1/volumes")).toEqual([]);
    expect(memory.allMissing("/v1/images")).toEqual(["c"]);
  });

  test("may still show something while a look is under way", async () => {
    const memory = new RunMemory(new InstantClock());
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = memory.lookingInto("/v1/volumes", () => promise);
    expect(memory.mayStillShow("/v1/volumes")).toBe(true);
    expect(memory.mayStillShow("/v1/images")).toBe(false);
    resolve();
    await look;
    expect(memory.mayStillShow("/v1/volumes")).toBe(false);
  });

  test("shows no more once anything was seen, and after a look that fails", async () => {
    const memory = new RunMemory(new InstantClock());
    const failing = memory.lookingInto("/v1/images", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(memory.mayStillShow("/v1/images")).toBe(false);
    const seeing = memory.lookingInto("/v1/volumes", async () => {
      memory.notePresent("/v1/volumes");
      expect(memory.mayStillShow("/v1/volumes")).toBe(false);
    });
    await seeing;
  });
});
