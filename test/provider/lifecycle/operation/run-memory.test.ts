import { expect, test } from "vitest";
import { RunMemory } from "../../../../provider/lifecycle/operation/run-memory.ts";
import { InstantClock } from "../../../support/session.ts";

type Note = "noteCreated" | "noteDeleted" | "noteSeen";

/** An object counts as awaited after its creation, and as deleted after its deletion, for so long. */
const seconds = 30;

test.each<[notes: readonly Note[], isAwaited: boolean, isDeleted: boolean]>([
  [[], false, false],
  [["noteCreated"], true, false],
  [["noteCreated", "noteSeen"], false, false],
  [["noteDeleted"], false, true],
  [["noteDeleted", "noteSeen"], false, true],
  [["noteDeleted", "noteCreated"], true, false],
  [["noteCreated", "noteDeleted"], false, true],
])(
  "after %j an object is awaited (%s) or deleted (%s) for half a minute",
  async (notes, isAwaited, isDeleted) => {
    const clock = new InstantClock();
    const memory = new RunMemory(clock);
    const found = () => [
      memory.isAwaited("container", "web"),
      memory.isDeleted("container", "web"),
    ];
    for (const note of notes) memory[note]("container", "web");
    await clock.sleep(seconds * 1000 - 1);
    expect(found()).toEqual([isAwaited, isDeleted]);
    expect(memory.isAwaited("container", "job") || memory.isAwaited("instance", "web")).toBe(false);
    await clock.sleep(1);
    expect(found()).toEqual([false, false]);
  },
);

test("a declaration is known to replace its object from then on, and the object by its id", () => {
  const memory = new RunMemory(new InstantClock());
  memory.noteReplaced("the declaration", { id: "vol_1" });
  expect(memory.replacedFor("the declaration")).toEqual({ id: "vol_1" });
  expect(memory.replacedFor("another")).toBeUndefined();
  expect([memory.isReplaced("vol_1"), memory.isReplaced("vol_2")]).toEqual([true, false]);
});

test("a write is later than everything before it, also within a millisecond", () => {
  const memory = new RunMemory(new InstantClock());
  expect(memory.writtenAt).toBe(Number.NEGATIVE_INFINITY);
  const before = memory.stamp();
  memory.noteWrite();
  expect(memory.writtenAt).toBeGreaterThan(before);
  expect(memory.stamp()).toBeGreaterThan(memory.writtenAt);
});
