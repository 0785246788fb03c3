import type { Bench, Figure } from "./figures.ts";
import { measure } from "./limiter/promise.ts";
import { shapes } from "./limiter/windows.ts";

const calls = 300;
const mostTimes = 1.1;

export const limiterBound: Bench = {
  name: "limiter",
  title: `${calls} calls at once on limits of 60 a minute, and a client that sees into the server and has no latency; virtual time, medians of eleven seeds`,
  async run() {
    const figures: Figure[] = [];
    for (const shape of shapes) {
      const { seconds, boundSeconds, refused } = await measure(shape, calls);
      const bound = shape.exact ? { bound: mostTimes } : {};
      figures.push(
        {
          what: `${shape.name}: time / the least`,
          value: seconds / boundSeconds,
          unit: "times",
          ...bound,
        },
        {
          what: `${shape.name}: refused`,
          value: refused,
          unit: "requests",
          ...(shape.exact ? { bound: 0 } : {}),
        },
      );
    }
    return figures;
  },
};
