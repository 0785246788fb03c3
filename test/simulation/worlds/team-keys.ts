import type { World } from "./world.ts";

/** Each of a team, or each runner, has a key of its own to the account, and they run the stack in turn. */
export const teamKeys: World = (random) => ({ team: random.pick([2, 3, 8]) });
