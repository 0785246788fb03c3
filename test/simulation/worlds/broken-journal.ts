import type { JournalTrouble, World } from "./world.ts";

const troubles: readonly [JournalTrouble, ...JournalTrouble[]] = [
  "cannot be opened",
  "takes no line",
  "takes no id",
];

/** The file in which creates are noted fails: its directory, the disk, or only once the answer is there. */
export const brokenJournal: World = (random) => ({ journal: random.pick(troubles) });
