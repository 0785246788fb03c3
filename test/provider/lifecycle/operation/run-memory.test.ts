import { expect, test } from "vitest";
import { RunMemory } from "../../../../provider/lifecycle/operation/run-memory.ts";
import { InstantClock } from "../../../support/session.ts";

function world() {
  const clock = new InstantClock();
  return { clock, memory: new RunMemory(clock) };
}

test("an object is awaited for 30 seconds after its creation", async () => {
  const { clock, memory } = world();
  expect(memory.isAwaited("container", "web")).toBe(false);
  memory.noteCreated("container", "web");
  await clock.sleep(29_999);
  expect(memory.isAwaited("container", "web")).toBe(true);
  expect(memory.isAwaited("container", "job")).toBe(false);
  expect(memory.isAwaited("instance", "web")).toBe(false);
  await clock.sleep(1);
  expect(memory.isAwaited("container", "web")).toBe(false);
});

test("an object that was seen is no longer awaited", () => {
  const { memory } = world();
  memory.noteCreated("container", "web");
  memory.noteSeen("container", "web");
  expect(memory.isAwaited("container", "web")).toBe(false);
});

test("an object counts as deleted for 30 seconds, whatever is seen", async () => {
  const { clock, memory } = world();
  memory.noteDeleted("container", "web");
  memory.noteSeen("container", "web");
  await clock.sleep(29_999);
  expect(memory.isDeleted("container", "web")).toBe(true);
  await clock.sleep(1);
  expect(memory.isDeleted("container", "web")).toBe(false);
});

test("the last of a creation and a deletion counts", () => {
  const { memory } = world();
  memory.noteDeleted("container", "web");
  memory.noteCreated("container", "web");
  expect(memory.isDeleted("container", "web")).toBe(false);
  expect(memory.isAwaited("container", "web")).toBe(true);
  memory.noteDeleted("container", "web");
  expect(memory.isAwaited("container", "web")).toBe(false);
});

test("a declaration is known to replace its object from then on, and the object by its id", () => {
  const { memory } = world();
  memory.noteReplaced("the declaration", { id: "vol_1" });
  expect([memory.replacedFor("the declaration"), memory.replacedFor("another")]).toEqual([
    { id: "vol_1" },
    undefined,
  ]);
  expect([memory.isReplaced("vol_1"), memory.isReplaced("vol_2")]).toEqual([true, false]);
});

test("a write is later than everything before it, also within a millisecond", () => {
  const { memory } = world();
  expect(memory.writtenAt).toBe(Number.NEGATIVE_INFINITY);
  const before = memory.stamp();
  memory.noteWrite();
  expect(memory.writtenAt).toBeGreaterThan(before);
  expect(memory.stamp()).toBeGreaterThan(memory.writtenAt);
});
