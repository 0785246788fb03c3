import { describe, expect, test } from "vitest";
import { type Run, simulate } from "../../../bench/limiter/simulate.ts";
import { shapes } from "../../../bench/limiter/windows.ts";

const machines = [2, 3];

/** 70 calls of each machine on one key, all at once. */
function run(shape: (typeof shapes)[number], count: number, requestsPerMinute?: number) {
  return simulate({ shape, calls: 70, machines: count, requestsPerMinute, seed: 7 });
}

function inFirstMinute({ arrivals }: Run, machine: number): number {
  return arrivals.filter((one) => one.machine === machine && one.at < 60_000).length;
}

describe.each(machines)("%d machines that see nothing of each other, on one key", (count) => {
  test.each(shapes.filter(({ exact }) => exact))(
    "with a part of the limit each, none is refused: $name",
    async (shape) => {
      const part = 60 / count;
      const divided = await run(shape, count, part);
      expect(divided).toMatchObject({ refused: 0 });
      for (const machine of Array.from({ length: count }).keys()) {
        expect(inFirstMinute(divided, machine)).toBe(part);
      }
    },
  );

  test.each(shapes)("undivided, refusals delay and end nothing: $name", async (shape) => {
    const undivided = await run(shape, count);
    expect(undivided.refused).toBeGreaterThan(0);
    expect(undivided.arrivals.filter(({ accepted }) => accepted)).toHaveLength(70 * count);
  });
});
