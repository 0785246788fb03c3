import type { Program } from "../program.ts";
import type { World } from "./world.ts";

/** A program goes back to what it said before, while the change to the newer one is under way. */
export const thereAndBack: World = (random) => ({
  versions: (versions) => {
    const [before, after] = [versions.at(-2), versions.at(-1)];
    if (before === undefined || after === undefined) return versions;
    const more: readonly Program[] = random.chance(0.3) ? [before, after, before] : [before];
    return [...versions, ...more];
  },
});
