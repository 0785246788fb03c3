import { expect, test } from "vitest";
import { Sightings } from "../../../../provider/lifecycle/memory/run-memory.ts";
import { InstantClock } from "../../../support/session.ts";

function world() {
  const clock = new InstantClock();
  return { clock, sightings: new Sightings(clock) };
}

test("an object is awaited for 30 seconds after its creation", async () => {
  const { clock, sightings } = world();
  expect(sightings.isAwaited("container", "web")).toBe(false);
  sightings.noteCreated("container", "web");
  await clock.sleep(29_999);
  expect(sightings.isAwaited("container", "web")).toBe(true);
  expect(sightings.isAwaited("container", "job")).toBe(false);
  expect(sightings.isAwaited("instance", "web")).toBe(false);
  await clock.sleep(1);
  expect(sightings.isAwaited("container", "web")).toBe(false);
});

test("an object that was seen is no longer awaited", () => {
  const { sightings } = world();
  sightings.noteCreated("container", "web");
  sightings.noteSeen("container", "web");
  expect(sightings.isAwaited("container", "web")).toBe(false);
});

test("an object counts as deleted for 30 seconds, whatever is seen", async () => {
  const { clock, sightings } = world();
  sightings.noteDeleted("container", "web");
  sightings.noteSeen("container", "web");
  await clock.sleep(29_999);
  expect(sightings.isDeleted("container", "web")).toBe(true);
  await clock.sleep(1);
  expect(sightings.isDeleted("container", "web")).toBe(false);
});

test("the last of a creation and a deletion counts", () => {
  const { sightings } = world();
  sightings.noteDeleted("container", "web");
  sightings.noteCreated("container", "web");
  expect(sightings.isDeleted("container", "web")).toBe(false);
  expect(sightings.isAwaited("container", "web")).toBe(true);
  sightings.noteDeleted("container", "web");
  expect(sightings.isAwaited("container", "web")).toBe(false);
});
