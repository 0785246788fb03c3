import { join } from "node:path";
import type { Bench } from "../figures.ts";
import { summaryOf } from "../measure.ts";
import { withDirectory } from "./server.ts";
import { worldOf } from "./worlds.ts";

const rounds = 15;
const objects = 500;
const mostMilliseconds = 10;

export const states: Bench = {
  name: "states",
  title: `Reset, save and restore of a world of ${objects} objects`,
  run: () =>
    withDirectory(async (directory) => {
      const platform = await worldOf(join(directory, "world.db"), objects);
      platform.save("whole");
      const steps = {
        save: () => platform.save("whole"),
        reset: () => platform.reset(),
        restore: () => platform.restore("whole"),
      };
      const measured = Object.entries(steps).map(([what, step]) => ({ what, step, times: [0] }));
      for (const one of measured) one.times.pop();
      for (let round = 0; round < rounds; round++) {
        for (const { step, times } of measured) {
          const startedAt = performance.now();
          step();
          times.push(performance.now() - startedAt);
        }
      }
      platform.close();
      return measured.map(({ what, times }) => ({
        what,
        value: summaryOf(times).value,
        unit: "ms",
        bound: mostMilliseconds,
      }));
    }),
};
