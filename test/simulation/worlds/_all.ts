import type { Random } from "../random.ts";
import { additions } from "./additions.ts";
import { adoption, forcedReplacements } from "./adoption.ts";
import { aliases } from "./aliases.ts";
import { answersWithoutIds } from "./answers-without-ids.ts";
import { brokenJournal } from "./broken-journal.ts";
import { maskedSecrets } from "./masked-secrets.ts";
import { neighbours } from "./neighbours.ts";
import { pages } from "./pages.ts";
import { refreshFirst } from "./refresh-first.ts";
import { secondKey } from "./second-key.ts";
import { slowDeletions } from "./slow-deletions.ts";
import { teamKeys } from "./team-keys.ts";
import { thereAndBack } from "./there-and-back.ts";
import { twinNames } from "./twin-names.ts";
import { unknownRoutes } from "./unknown-routes.ts";
import { unknownWords } from "./unknown-words.ts";
import type { Traits, World } from "./world.ts";

/**
 * Every world, in the order in which their layers lie around the platform, the innermost first. A seed
 * has each with its chance.
 */
export const worlds: Readonly<Record<string, { readonly world: World; readonly chance: number }>> =
  {
    "answers-without-ids": { world: answersWithoutIds, chance: 0.15 },
    "masked-secrets": { world: maskedSecrets, chance: 0.15 },
    additions: { world: additions, chance: 0.15 },
    "unknown-words": { world: unknownWords, chance: 0.15 },
    "slow-deletions": { world: slowDeletions, chance: 0.15 },
    // It is one service, whose routes are the same for every key.
    "second-key": { world: secondKey, chance: 0.15 },
    "unknown-routes": { world: unknownRoutes, chance: 0.15 },
    pages: { world: pages, chance: 0.15 },
    "broken-journal": { world: brokenJournal, chance: 0.15 },
    neighbours: { world: neighbours, chance: 0.15 },
    "there-and-back": { world: thereAndBack, chance: 0.15 },
    "twin-names": { world: twinNames, chance: 0.15 },
    adoption: { world: adoption, chance: 0.15 },
    "forced-replacements": { world: forcedReplacements, chance: 0.15 },
    "refresh-first": { world: refreshFirst, chance: 0.15 },
    "team-keys": { world: teamKeys, chance: 0.15 },
    aliases: { world: aliases, chance: 0.15 },
  };

/** The worlds of a seed by their names: those that are asked for, or what chance gives. */
export function drawWorlds(
  random: Random,
  asked?: readonly string[],
): Readonly<Record<string, Traits>> {
  const drawn = Object.entries(worlds).filter(([name, { chance }]) => {
    // Drawn in any case, so that one more world changes nothing for the others.
    const isDrawn = random.fork(name).chance(chance);
    return asked?.includes(name) ?? isDrawn;
  });
  return Object.fromEntries(
    drawn.map(([name, { world }]) => [name, world(random.fork(`traits of ${name}`))]),
  );
}
