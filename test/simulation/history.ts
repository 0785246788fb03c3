import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../platform/index.ts";
import { ApiKey } from "../../provider/http/wire/api-key.ts";
import { lagMilliseconds } from "../../provider/lifecycle/memory/run-memory.ts";
import { Console } from "./console.ts";
import { SimulatedEngine } from "./engine.ts";
import { FaultPlan } from "./faults.ts";
import { checkSecrets, checkWorld, openCreates } from "./invariants.ts";
import { Network } from "./network.ts";
import { type Fate, type Machine, SimulatedProcess } from "./process.ts";
import { drawVersions, type Program } from "./program.ts";
import { Random } from "./random.ts";
import type { Stage } from "./stage.ts";
import { privateKeys } from "./templates.ts";
import { Standstill, VirtualTime } from "./time.ts";
import { SimulatedUser } from "./user.ts";

/** What a history ended with. */
export interface Outcome {
  readonly seed: number;
  /** What must never happen and did, with the invariant's number; empty when all is well. */
  readonly violations: readonly string[];
  /** Everything that happened, in order; empty unless it was asked for. */
  readonly trace: readonly string[];
  /** Runs of the engine, and requests. */
  readonly runs: number;
}

const immortal: Fate = {
  killedAt: Number.POSITIVE_INFINITY,
  stoppedAfterMs: Number.POSITIVE_INFINITY,
};

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
export async function play(stage: Stage, seed: number, isTraced = false): Promise<Outcome> {
  const history = new History(stage, seed, isTraced);
  try {
    return await history.play();
  } finally {
    history.close();
  }
}

class History {
  readonly #seed: number;
  readonly #random: Random;
  readonly #time = new VirtualTime();
  readonly #trace: string[] = [];
  readonly #isTraced: boolean;
  readonly #violations: string[] = [];
  readonly #lines: string[] = [];
  /** What is written elsewhere: errors, records of requests. */
  readonly #sinks: string[] = [];
  readonly #secrets: string[] = [...privateKeys];
  readonly #processes: SimulatedProcess[] = [];
  readonly #faults: FaultPlan;
  readonly #console: Console;
  readonly #routes: Settings["routes"];
  readonly #engine: SimulatedEngine;
  readonly #user: SimulatedUser;
  readonly #machine: Machine;

  constructor(stage: Stage, seed: number, isTraced: boolean) {
    this.#seed = seed;
    this.#isTraced = isTraced;
    this.#random = new Random(seed);
    const time = this.#time;
    const trace = (line: string) => this.#note(line);
    const worldRandom = this.#random.fork("world");
    const platform = stage.platform(worldRandom.pick(["unique", "unique", "shared"]), time);
    const settings = drawSettings(worldRandom);
    platform.configure(settings);
    this.#faults = new FaultPlan(this.#random.fork("faults"));
    this.#routes = settings.routes;
    this.#console = new Console(platform, time, this.#routes);
    const violated = (what: string) => {
      this.#note(`VIOLATED ${what}`);
      this.#violations.push(what);
    };
    const say = (line: string) => {
      this.#note(`says: ${line}`);
      this.#lines.push(line);
    };
    const exists = (type: string, id: string) => this.#console.has(type, id);
    this.#engine = new SimulatedEngine({ time, say, trace, violated, exists });
    const resources = () => this.#engine.resources;
    this.#user = new SimulatedUser({
      console: this.#console,
      resources,
      trace,
      say,
      waitFor: (time) => this.#waitFor(time),
    });
    this.#secrets.push(platform.rootKey);
    this.#machine = {
      time,
      network: new Network({
        platform,
        time,
        random: this.#random.fork("network"),
        faults: this.#faults,
        trace,
        onSecret: (secret) => void this.#secrets.push(secret),
      }),
      apiKey: new ApiKey(platform.rootKey, "the platform's file"),
      journalFile: join(stage.directory, `intents-${seed}.db`),
      requestsPerMinute: this.#random.fork("limit").pick([60, 8, 5]),
      say,
      log: (attempt) => void this.#sinks.push(JSON.stringify(attempt)),
      trace,
      violated,
    };
  }

  async play(): Promise<Outcome> {
    const versions = drawVersions(this.#random.fork("program"));
    try {
      for (const program of versions) await this.#live(program);
      await this.#converge(versions.at(-1) ?? []);
    } catch (error) {
      if (!(error instanceof Standstill)) throw error;
      this.#violations.push(`I6: ${error.message}`);
    }
    return {
      seed: this.#seed,
      violations: this.#violations,
      trace: this.#trace,
      runs: this.#processes.length,
    };
  }

  close(): void {
    for (const process of this.#processes) process.close();
    for (const end of ["", "-wal", "-shm"]) {
      rmSync(`${this.#machine.journalFile}${end}`, { force: true });
    }
  }

  /** A while with one version of the program, in which everything may go wrong. */
  async #live(program: Program): Promise<void> {
    const random = this.#random;
    this.#note(`program: ${program.map(({ name }) => name).join(", ")}`);
    const runs = random.between(1, 3);
    for (let run = 0; run < runs; run += 1) {
      const before = this.#lines.length;
      if (random.chance(0.2)) await this.#refresh(this.#drawFate());
      else await this.#up(program, this.#drawFate());
      await this.#time.pass(random.pick([1_000, 5_000, 60_000, 300_000]));
      await this.#user.follow(this.#lines.slice(before), program);
      if (random.chance(0.05)) await this.#interfere();
    }
  }

  /** Nothing goes wrong any more: the state and the world have to come together. */
  async #converge(program: Program): Promise<void> {
    this.#note("from now on nothing goes wrong");
    this.#faults.end();
    let isDone = false;
    let refreshes = true;
    for (let run = 0; run < finalRuns && !(isDone && run > 1); run += 1) {
      const before = this.#lines.length;
      const isRefreshed: boolean = !refreshes || (await this.#refresh(immortal));
      isDone = (await this.#up(program, immortal)) && isRefreshed;
      const isAskedFor = await this.#user.follow(this.#lines.slice(before), program);
      refreshes = isAskedFor || !isRefreshed;
      await this.#time.pass(breakMs);
    }
    await this.#time.pass(allArrivedMs);
    const { resources } = this.#engine;
    const { journalFile } = this.#machine;
    const objects = this.#console.objects();
    const end = { objects, resources, lines: this.#lines, open: openCreates(journalFile) };
    this.#violations.push(...checkWorld(end, { program, isDone }));
    const said = { sinks: [...this.#lines, ...this.#sinks], secrets: this.#secrets };
    this.#violations.push(...checkSecrets({ ...said, journalFile }));
  }

  async #up(program: Program, fate: Fate): Promise<boolean> {
    const edited = this.#user.edited(program);
    if (this.#random.chance(0.3)) {
      await this.#run("preview", immortal, (process) => this.#engine.preview(edited, process));
    }
    return this.#run("up", fate, (process) => this.#engine.up(edited, process));
  }

  #refresh(fate: Fate): Promise<boolean> {
    return this.#run("refresh", fate, (process) => this.#engine.refresh(process));
  }

  async #run<T>(what: string, fate: Fate, work: (process: SimulatedProcess) => Promise<T>) {
    this.#note(`===== ${what}`);
    const random = this.#random.fork(`process ${this.#processes.length}`);
    const process = new SimulatedProcess(this.#machine, {
      fate,
      wishes: this.#user.wishes,
      random,
    });
    this.#processes.push(process);
    const result = await this.#time.until(work(process));
    process.kill("has done its work");
    return result;
  }

  /** Somebody deletes something without us. */
  async #interfere(): Promise<void> {
    // What no documented route reads is not found out about.
    const found = this.#console.objects().filter(({ type }) => readable.has(type));
    const victim = this.#random.pickFrom(found);
    if (victim === undefined || this.#routes === "documented") return;
    this.#note(`somebody deletes ${victim.id}`);
    await this.#console.delete(victim);
    // A refresh before that may see it in a list that lags.
    await this.#time.pass(lagMilliseconds);
  }

  async #waitFor(time: string): Promise<void> {
    const today = new Date(this.#time.now()).toISOString().slice(0, 10);
    const wait = Date.parse(`${today}T${time}Z`) - this.#time.now();
    if (wait > 0) await this.#time.pass(wait);
  }

  #drawFate(): Fate {
    const random = this.#random;
    if (random.chance(0.4)) return { ...immortal, killedAt: random.between(1, 60) };
    if (random.chance(0.2)) return { ...immortal, stoppedAfterMs: random.between(0, 20_000) };
    return immortal;
  }

  #note(line: string): void {
    if (this.#isTraced) this.#trace.push(`${this.#time.seconds.toFixed(1).padStart(8)}  ${line}`);
  }
}

/** How this seed's platform is. */
function drawSettings(random: Random): Partial<Settings> & Pick<Settings, "routes"> {
  return {
    routes: random.chance(0.8) ? "all" : "documented",
    bootSeconds: random.pick([0, 1, 20]),
    stopSeconds: random.pick([0, 3]),
    volumeSeconds: random.pick([0, 5]),
    resizeSeconds: random.pick([0, 5]),
  };
}
