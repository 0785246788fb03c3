import { parseArgs } from "node:util";
import { postgresql } from "../support/debian-package.ts";
import { openTestServer } from "../support/virtual-database.ts";
import { type Outcome, play } from "./history.ts";
import { playMachines } from "./machines/history.ts";
import { Stage } from "./stage.ts";
import { worlds } from "./worlds/_all.ts";

const help = `Plays seeded histories of the request engine against a platform with faults, until one
breaks a promise (test/simulation/README.md). It writes nothing.

  npm run soak                          100,000 seeds
  npm run soak -- --seeds 500           fewer
  npm run soak -- --from 2000           from this seed on
  npm run soak -- --seed 123            one seed, with everything that happens in it
  npm run soak -- --worlds pages,twins  every seed in these worlds and no others ("" for none)
  npm run soak -- --machines            several machines with one key and one PostgreSQL; has no worlds
  npm run soak -- --count               goes on after a broken promise and counts

Worlds: ${Object.keys(worlds).join(", ")}.`;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100000" },
    from: { type: "string", default: "0" },
    seed: { type: "string" },
    worlds: { type: "string" },
    machines: { type: "boolean" },
    count: { type: "boolean" },
    help: { type: "boolean" },
  },
});

const progressEvery = 1_000;
const asked = values.worlds?.split(",").filter((name) => name !== "");
const unknown = asked?.find((name) => !(name in worlds));

if (values.help) console.log(help);
else if (unknown !== undefined) fail(`there is no world "${unknown}"; see --help`);
else await reported(played(values.seed === undefined ? soak : replay));

/** Plays the history of a seed. */
type Play = (
  seed: number,
  options?: { isTraced: boolean },
) => Promise<Pick<Outcome, "violations" | "trace">>;

async function played(work: (play: Play) => Promise<void>): Promise<void> {
  using stage = new Stage();
  if (!values.machines) {
    await work((seed, options) => play(stage, seed, { ...options, worlds: asked }));
    return;
  }
  postgresql.prepare();
  await using server = await openTestServer();
  await work((seed, options) => playMachines({ stage, server }, seed, options));
}

async function soak(play: Play): Promise<void> {
  const [from, count] = [Number(values.from), Number(values.seeds)];
  const startedAt = performance.now();
  let broken = 0;
  for (let done = 0; done < count; done += 1) {
    const seed = from + done;
    const violations = await violationsOf(play, seed);
    if (violations.length > 0 && !values.count) return replay(play, seed);
    if (violations.length > 0) broken += 1;
    for (const violation of violations) console.log(`seed ${seed}: ${violation}`);
    if ((done + 1) % progressEvery === 0 || done + 1 === count) {
      const perSecond = (done + 1) / ((performance.now() - startedAt) / 1000);
      console.log(
        `${done + 1} of ${count} seeds, ${perSecond.toFixed(1)} a second, ${broken} with broken promises`,
      );
    }
  }
  if (broken > 0) process.exitCode = 1;
}

async function violationsOf(play: Play, seed: number): Promise<readonly string[]> {
  try {
    return (await play(seed)).violations;
  } catch (error) {
    console.error(`seed ${seed} came to no end`);
    throw error;
  }
}

/** Shows a history; the exit code says whether it kept all promises. */
async function replay(play: Play, seed = Number(values.seed)): Promise<void> {
  const { trace, violations } = await play(seed, { isTraced: true });
  console.log(trace.join("\n"));
  console.log(`seed ${seed}: ${violations.length === 0 ? "no promise broken" : "broken promises"}`);
  for (const violation of violations) console.log(`  ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}

/** Node shows a SuppressedError, as `using` throws it, without the two errors that it is made of. */
async function reported(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Error && "suppressed" in error && "error" in error)) throw error;
    console.error("while the stage was closed:", error.error);
    throw error.suppressed;
  }
}

function fail(why: string): void {
  console.error(why);
  process.exitCode = 1;
}
