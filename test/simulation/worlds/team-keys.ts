import type { World } from "./world.ts";

/**
 * A team, or runners, with a key each to the account run the stack in turn. Once a message asks for
 * it, they accept the platform id for good.
 */
export const teamKeys: World = (random) => ({ team: random.pick([2, 3, 8]) });
