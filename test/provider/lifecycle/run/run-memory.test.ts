import { expect, test } from "vitest";
import { RunMemory } from "../../../../provider/lifecycle/run/run-memory.ts";
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
    const { writes } = new RunMemory(clock);
    const found = () => [
      writes.isAwaited("container", "web"),
      writes.isDeleted("container", "web"),
    ];
    for (const note of notes) writes[note]("container", "web");
    await clock.sleep(seconds * 1000 - 1);
    expect(found()).toEqual([isAwaited, isDeleted]);
    expect(writes.isAwaited("container", "job") || writes.isAwaited("instance", "web")).toBe(false);
    await clock.sleep(1);
    expect(found()).toEqual([false, false]);
  },
);

test("a declaration is known to replace its object from then on, and the object by its id", () => {
  const memory = new RunMemory(new InstantClock());
  memory.replacements.note("the declaration", { id: "vol_1" });
  expect(memory.replacements.of("the declaration")).toEqual({ id: "vol_1" });
  expect(memory.replacements.of("another")).toBeUndefined();
  expect([memory.replacements.has("vol_1"), memory.replacements.has("vol_2")]).toEqual([
    true,
    false,
  ]);
});

test("a write is later than everything before it, also within a millisecond", () => {
  const memory = new RunMemory(new InstantClock());
  expect(memory.writes.latestAt).toBe(Number.NEGATIVE_INFINITY);
  const before = memory.writes.stamp();
  memory.writes.noteWrite();
  expect(memory.writes.latestAt).toBeGreaterThan(before);
  expect(memory.writes.stamp()).toBeGreaterThan(memory.writes.latestAt);
});
