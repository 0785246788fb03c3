import { rmSync } from "node:fs";
import { lagMilliseconds } from "../../provider/lifecycle/run/recent-writes.ts";
import {
  checkDestroyed,
  checkSecrets,
  checkShownOnce,
  checkWorld,
  openCreates,
} from "./invariants.ts";
import { drawVersions, type Program } from "./program.ts";
import { Random } from "./random.ts";
import { Runs } from "./runs.ts";
import { Scene } from "./scene.ts";
import type { Stage } from "./stage.ts";
import { Standstill } from "./time.ts";
import { drawWorlds } from "./worlds/_all.ts";
import { changedNamesakes, robbed } from "./worlds/settlers.ts";
import type { Traits } from "./worlds/world.ts";

/** The end of a history. */
export interface Outcome {
  readonly seed: number;
  /** Broken promises, with the invariant's number; empty when all is well. */
  readonly violations: readonly string[];
  /** Everything that happened, in order; empty unless it was asked for. */
  readonly trace: readonly string[];
  /** Runs of the engine, and requests. */
  readonly runs: number;
}

/** The options of a history besides its seed. */
interface Options {
  readonly isTraced?: boolean;
  /** The worlds it has, whatever the seed says. */
  readonly worlds?: readonly string[] | undefined;
}

/** Types that a documented route reads. */
const readable: ReadonlySet<string> = new Set([
  "compute:Container",
  "compute:Instance",
  "compute:PortForward",
  "monitoring:AlertRule",
  "network:Firewall",
  "network:Network",
  "storage:Bucket",
]);

/** A convergence that needs more runs than this is none. */
const finalRuns = 4;
/** Between two runs in which nothing goes wrong: longer than lists lag. */
const breakMs = 40_000;
/** Until then every request that was ever sent has arrived. */
const allArrivedMs = 100_000;

/** Plays the history of a seed on an emptied platform. */
export async function play(stage: Stage, seed: number, options: Options = {}): Promise<Outcome> {
  const history = new History(stage, seed, options);
  try {
    return await history.play();
  } finally {
    history.close();
  }
}

class History {
  readonly #seed: number;
  readonly #random: Random;
  readonly #worlds: readonly Traits[];
  readonly #scene: Scene;
  readonly #runs: Runs;

  constructor(stage: Stage, seed: number, { isTraced = false, worlds }: Options) {
    this.#seed = seed;
    this.#random = new Random(seed);
    const drawn = drawWorlds(this.#random.fork("worlds"), worlds);
    this.#worlds = Object.values(drawn);
    this.#scene = new Scene(stage, this.#random, { worlds: this.#worlds, isTraced, seed });
    this.#runs = new Runs(this.#scene, this.#random);
    this.#scene.note(`worlds: ${JSON.stringify(drawn)}`);
  }

  async play(): Promise<Outcome> {
    const versions = this.#worlds.reduce(
      (known, { versions: change }) => change?.(known) ?? known,
      drawVersions(this.#random.fork("program")),
    );
    const { violations, trace } = this.#scene;
    try {
      await this.#scene.settle();
      for (const program of versions) await this.#live(program);
      await this.#converge(versions.at(-1) ?? []);
    } catch (error) {
      if (!(error instanceof Standstill)) throw error;
      violations.push(`I6: ${error.message}`);
    }
    return { seed: this.#seed, violations, trace, runs: this.#runs.count };
  }

  close(): void {
    this.#runs.close();
    for (const end of ["", "-wal", "-shm", "-blocked"]) {
      rmSync(`${this.#scene.machine.journalFile}${end}`, { force: true });
    }
  }

  /** A while with one version of the program, in which everything may go wrong. */
  async #live(program: Program): Promise<void> {
    const random = this.#random;
    const { lines, time, user } = this.#scene;
    // Whoever writes another program takes longer than lists lag.
    await time.pass(lagMilliseconds);
    this.#scene.note(`program: ${program.map(({ name }) => name).join(", ")}`);
    const runs = random.between(1, 3);
    for (let run = 0; run < runs; run += 1) {
      const before = lines.length;
      if (random.chance(0.2)) await this.#runs.refresh(this.#runs.drawFate());
      else await this.#runs.up(program, this.#runs.drawFate());
      await time.pass(random.pick([1_000, 5_000, 60_000, 300_000]));
      await user.follow(lines.slice(before), program);
      if (random.chance(0.05)) await this.#interfere();
      await this.#runs.mistake(program);
    }
  }

  /** Nothing goes wrong any more: the state and the world have to come together. */
  async #converge(program: Program): Promise<void> {
    const { lines, time, user, faults } = this.#scene;
    this.#scene.note("from now on nothing goes wrong");
    faults.end();
    // A refresh right after a run that was killed in a deletion may see the object in a list that lags.
    await time.pass(lagMilliseconds);
    let isDone = false;
    let refreshes = true;
    const from = lines.length;
    const most = () => finalRuns + leftToConsole(lines.slice(from));
    for (let run = 0; run < most() && !(isDone && run > 1); run += 1) {
      const before = lines.length;
      const isRefreshed: boolean = !refreshes || (await this.#runs.refresh());
      isDone = (await this.#runs.up(program)).isDone && isRefreshed;
      const isAskedFor = await user.follow(lines.slice(before), program);
      refreshes = isAskedFor || !isRefreshed;
      await time.pass(breakMs);
    }
    await time.pass(allArrivedMs);
    const { engine, violations, secrets } = this.#scene;
    violations.push(...checkWorld(this.#end, { program, isDone }));
    violations.push(...checkShownOnce(engine.resources, secrets));
    // It doubles the runs of a history, so half of them do without.
    if (isDone && this.#random.fork("end").chance(0.5)) await this.#tearDown(program);
    this.#judge();
  }

  /** A stack at rest stays as it is, and is deleted when asked. */
  async #tearDown(program: Program): Promise<void> {
    const { lines, time, user, violations } = this.#scene;
    const { changes } = await this.#runs.up(program);
    if (changes > 0) violations.push(`I2: the last \`up\` still changes ${changes} resources`);
    let isDone = false;
    const attempts = finalRuns + this.#scene.engine.resources.length;
    for (let run = 0; run < attempts && !isDone; run += 1) {
      const from = lines.length;
      isDone = (await this.#runs.up([])).isDone;
      await user.follow(lines.slice(from), program);
      await time.pass(breakMs);
    }
    // A message named each create in the journal, unless no run called the provider.
    const open = program.length > 0 ? [] : this.#end.open;
    violations.push(...checkDestroyed({ ...this.#end, open }, isDone));
  }

  get #end() {
    const { console, engine, lines, machine } = this.#scene;
    const open = openCreates(machine.journalFile);
    return { objects: console.objects(), resources: engine.resources, lines, open };
  }

  #judge(): void {
    const { lines, machine, platform, elsewhere, secrets, sinks, violations } = this.#scene;
    const { journalFile } = machine;
    if (this.#worlds.some(({ neighbours }) => neighbours)) violations.push(...robbed(platform));
    if (this.#worlds.some(({ mistake }) => mistake)) {
      violations.push(...robbed(elsewhere));
      violations.push(...changedNamesakes(elsewhere, this.#scene.namesakes));
    }
    const said = { sinks: [...lines, ...sinks], secrets };
    violations.push(...checkSecrets({ ...said, journalFile }));
  }

  /** Somebody deletes something without us. */
  async #interfere(): Promise<void> {
    const { console, routes, time } = this.#scene;
    // Nothing notices an object that no documented route reads.
    const found = console.objects().filter(({ type }) => readable.has(type));
    const victim = this.#random.pickFrom(found);
    if (victim === undefined || routes === "documented") return;
    this.#scene.note(`somebody deletes ${victim.id}`);
    await console.delete(victim);
    this.#scene.noteLoss(victim);
    // A refresh before that may see it in a list that lags.
    await time.pass(lagMilliseconds);
  }
}

/** Where no route deletes anything, each run ends with one more deletion that is left to the console. */
function leftToConsole(lines: readonly string[]): number {
  const isLeft = (line: string) =>
    /was not deleted: .* in the console|may be there or gone: /.test(line);
  return new Set(lines.filter(isLeft)).size;
}
