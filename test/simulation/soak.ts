import { parseArgs } from "node:util";
import { play } from "./history.ts";
import { Stage } from "./stage.ts";
import { worlds } from "./worlds/_all.ts";

const help = `Plays seeded histories of the request engine against a platform with faults, until one
breaks a promise (test/simulation/README.md). It writes nothing.

  npm run soak                          100,000 seeds
  npm run soak -- --seeds 500           fewer
  npm run soak -- --from 2000           from this seed on
  npm run soak -- --seed 123            one seed, with everything that happens in it
  npm run soak -- --worlds pages,twins  every seed in these worlds and no others ("" for none)
  npm run soak -- --count               goes on after a broken promise and counts

Worlds: ${Object.keys(worlds).join(", ")}.`;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100000" },
    from: { type: "string", default: "0" },
    seed: { type: "string" },
    worlds: { type: "string" },
    count: { type: "boolean" },
    help: { type: "boolean" },
  },
});

const progressEvery = 1_000;
const asked = values.worlds?.split(",").filter((name) => name !== "");
const unknown = asked?.find((name) => !(name in worlds));

if (values.help) console.log(help);
else if (unknown !== undefined) fail(`there is no world "${unknown}"; see --help`);
else if (values.seed !== undefined) await reported(replay(Number(values.seed)));
else await reported(soak(Number(values.from), Number(values.seeds)));

async function soak(from: number, count: number): Promise<void> {
  using stage = new Stage();
  const startedAt = performance.now();
  let broken = 0;
  for (let done = 0; done < count; done += 1) {
    const seed = from + done;
    const violations = await violationsOf(stage, seed);
    if (violations.length > 0 && !values.count) return replay(seed);
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

async function violationsOf(stage: Stage, seed: number): Promise<readonly string[]> {
  try {
    return (await play(stage, seed, { worlds: asked })).violations;
  } catch (error) {
    console.error(`seed ${seed} came to no end`);
    throw error;
  }
}

/** Shows a history; the exit code says whether it kept all promises. */
async function replay(seed: number): Promise<void> {
  using stage = new Stage();
  const { trace, violations } = await play(stage, seed, { isTraced: true, worlds: asked });
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
