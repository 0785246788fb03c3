import type { World } from "./world.ts";

/**
 * Whoever runs `up` and `destroy` lets them refresh first, always or now and then. One process serves both,
 * so what the refresh noted there is known to the run.
 */
export const refreshFirst: World = (random) => ({
  refreshing: { chance: random.pick([0.5, 1]), how: random.pick(["first", "first", "registered"]) },
});
