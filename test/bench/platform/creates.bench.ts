import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openPlatform, type Platform } from "../../../platform/index.ts";
import type { Bench } from "../figures.ts";
import { collectGarbage, compare, ratioOf, summaryOf } from "../measure.ts";
import { withDirectory } from "./server.ts";
import { type Making, make, makings, worldOf } from "./worlds.ts";

const rounds = 31;
const createsPerRound = 100;
const sizes = { small: 50, large: 5_000 };
const mostTimes = 1.5;

export const creates: Bench = {
  name: "creates",
  title: `CPU time of a create on a platform of ${sizes.small} objects, and of ${sizes.large}`,
  run: () =>
    withDirectory(async (directory) => {
      const small = join(directory, "small.db");
      const large = join(directory, "large.db");
      for (const [file, size] of [
        [small, sizes.small],
        [large, sizes.large],
      ] as const) {
        (await worldOf(file, size)).close();
      }
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
      return figures;
    }),
};

/**
 * Microseconds of CPU a create, on a copy: filling a platform leaves SQLite work that does not
 * belong to the next create.
 */
async function costIn(world: string, making: Making): Promise<number> {
  const file = `${world}.${randomUUID()}`;
  const database = new DatabaseSync(world);
  database.prepare("VACUUM INTO ?").run(file);
  database.close();
  const platform = openPlatform({ file, defaults: { ratePerMinute: null } });
  await makeSome(platform, making, "first");
  // The garbage of the copy does not belong to the next creates either.
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
