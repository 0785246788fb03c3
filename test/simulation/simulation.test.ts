import { afterAll, expect, test } from "vitest";
import { isPlugin } from "../support/door.ts";
import { play } from "./history.ts";
import { Stage } from "./stage.ts";

const seeds = isPlugin ? 300 : 1_000;
const perTest = 50;
const stage = new Stage();
afterAll(() => stage[Symbol.dispose]());

const chunks = Array.from({ length: seeds / perTest }, (_none, at) => at * perTest);

test.each(chunks)("keeps its promises in the histories from seed %i on", async (first) => {
  for (let seed = first; seed < first + perTest; seed += 1) {
    const { violations } = await play(stage, seed);
    expect(violations, `npm run soak -- --seed ${seed}`).toEqual([]);
  }
});

test("plays the same history again for the same seed", async () => {
  const [once, again] = [
    await play(stage, 7, { isTraced: true }),
    await play(stage, 7, { isTraced: true }),
  ];
  expect(once.trace.length).toBeGreaterThan(20);
  expect(withoutIds(again.trace)).toEqual(withoutIds(once.trace));
});

/** The platform draws its ids and keys by chance, and nothing depends on them; tokens are made of them. */
function withoutIds(trace: readonly string[]): readonly string[] {
  return trace.map((line) => line.replace(/_[0-9a-z]{16,}|\b[0-9a-f]{20}\b/g, "…"));
}
