import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { openPlatform, type Platform } from "../../../platform/index.ts";
import type { Bench } from "../figures.ts";
import { collectGarbage, compare, ratioOf, summaryOf } from "../measure.ts";
import { withDirectory } from "./server.ts";
import { type Making, make, makings, worldOf } from "./worlds.ts";

const rounds = 31;
const createsPerRound = 100;
const sizes = { small: 50, large: 5_000 };
const mostTimes = 1.2;

export const creates: Bench = {
  name: "creates",
  title: `CPU time of a create in a world of ${sizes.small} objects, and of ${sizes.large}`,
  run: () =>
    withDirectory(async (directory) => {
      const small = await worldOf(join(directory, "small.db"), sizes.small);
      const large = await worldOf(join(directory, "large.db"), sizes.large);
      const figures = [];
      for (const [kind, making] of Object.entries(makings)) {
        const sides = [() => costIn(small, making), () => costIn(large, making)] as const;
        for (const side of sides) await side();
        const measured = await compare(rounds, ...sides);
        const ratio = { ...ratioOf(measured), unit: "times", bound: mostTimes } as const;
        const each = { ...summaryOf(measured.base), unit: "microseconds" } as const;
        figures.push({ what: `${kind}: at ${sizes.small}`, ...each });
        figures.push({ what: `${kind}: at ${sizes.large} / at ${sizes.small}`, ...ratio });
      }
      for (const platform of [small, large]) platform.close();
      return figures;
    }),
};

/** Microseconds of CPU a create, on a copy: what wrote a world leaves SQLite work that is not the next create's. */
async function costIn(world: Platform, making: Making): Promise<number> {
  const { file } = world.fork(`${randomUUID()}.db`);
  const platform = openPlatform({ file, defaults: { ratePerMinute: null } });
  await makeSome(platform, making, "first");
  // What the copy left to collect is none of the next creates' either.
  collectGarbage();
  const before = process.cpuUsage();
  await makeSome(platform, making, "new");
  const { user, system } = process.cpuUsage(before);
  platform.close();
  rmSync(file);
  return (user + system) / createsPerRound;
}

async function makeSome(platform: Platform, making: Making, name: string): Promise<void> {
  for (let count = 0; count < createsPerRound; count++) {
    await make(platform, making, `${name}-${count}`);
  }
}
