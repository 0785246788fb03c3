import { repaired, troubled } from "./journal-trouble.ts";
import { type Fate, type Machine, SimulatedProcess } from "./process.ts";
import type { Program } from "./program.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Refreshing } from "./steps.ts";

const immortal: Fate = {
  killedAt: Number.POSITIVE_INFINITY,
  stoppedAfterMs: Number.POSITIVE_INFINITY,
};

/** Runs of the engine, each with another provider process. */
export class Runs {
  readonly #scene: Scene;
  readonly #random: Random;
  readonly #processes: SimulatedProcess[] = [];
  /** True once a mistaken `up` has put a part of the stack elsewhere: its key is the stack's from then on (rule 4). */
  #isDivided = false;

  constructor(scene: Scene, random: Random) {
    this.#scene = scene;
    this.#random = random;
  }

  /** How many there were. */
  get count(): number {
    return this.#processes.length;
  }

  close(): void {
    for (const process of this.#processes) process.close();
  }

  /** `pulumi up`, some with their preview. */
  async up(program: Program, fate = immortal): Promise<{ isDone: boolean; changes: number }> {
    const { engine, user } = this.#scene;
    const edited = user.edited(program);
    const refreshing = this.#drawRefreshing(program);
    if (this.#random.chance(0.3)) {
      const preview = { what: named("preview", refreshing), fate: immortal };
      await this.#run(preview, (process) => engine.preview(edited, process, { refreshing }));
    }
    const replaced = this.#drawReplaced(program);
    const given = { what: named("up", refreshing), fate: this.#longer(fate, refreshing) };
    const up = (process: SimulatedProcess) => engine.up(edited, process, { replaced, refreshing });
    const { isDone, changes } = await this.#run(given, up);
    return { isDone, changes };
  }

  /** `pulumi refresh`; false when anything failed. */
  refresh(fate = immortal): Promise<boolean> {
    const { engine } = this.#scene;
    return this.#run({ what: "refresh", fate }, (process) => engine.refresh(process));
  }

  /** Now and then a run with settings that lead elsewhere: whoever sees what it says takes the right ones again. */
  async mistake(program: Program): Promise<void> {
    const random = this.#random.fork(`mistake ${this.count}`);
    const { mistaken: machine, engine, user } = this.#scene;
    if (machine === undefined || !random.chance(0.4) || this.#isDivided) return;
    await this.#scene.settleNamesakes();
    const what = random.pick(["refresh", "up", "destroy"]);
    const given = { what: `${what} by mistake`, fate: immortal, machine };
    if (what === "refresh") await this.#run(given, (process) => engine.refresh(process));
    else await this.#mistakenUp(what === "up" ? user.edited(program) : [], given);
  }

  /**
   * Whoever has made nothing of it yet would make all of it there, and an `up` whose preview fails does
   * nothing. An adoption takes the user's word that the key is the right one.
   */
  async #mistakenUp(program: Program, given: { what: string; fate: Fate; machine: Machine }) {
    const { engine } = this.#scene;
    const known = engine.resources.map(({ name }) => name);
    const isBegun = program.length === 0 || program.some(({ name }) => known.includes(name));
    const adopts = program.some(({ inputs }) => inputs["adopt"] !== undefined);
    if (known.length === 0 || !isBegun || adopts) return;
    const refreshing = this.#drawRefreshing(program);
    const what = named("preview by mistake", refreshing);
    const preview = (process: SimulatedProcess) => engine.preview(program, process, { refreshing });
    if (await this.#run({ ...given, what }, preview)) {
      const up = (process: SimulatedProcess) => engine.up(program, process, { refreshing });
      const { changes } = await this.#run({ ...given, what: named(given.what, refreshing) }, up);
      this.#isDivided = changes > 0 && program.length > 0;
    }
  }

  drawFate(): Fate {
    const random = this.#random;
    // Only a file knows the operation that a process was killed in, and it may not be read again.
    if (this.#scene.journalTrouble !== undefined || this.#scene.faults.emptiesLists)
      return immortal;
    if (random.chance(0.4)) return { ...immortal, killedAt: random.between(1, 60) };
    if (random.chance(0.2)) return { ...immortal, stoppedAfterMs: random.between(0, 20_000) };
    return immortal;
  }

  async #run<T>(
    { what, fate, machine: mistaken }: { what: string; fate: Fate; machine?: Machine },
    work: (process: SimulatedProcess) => Promise<T>,
  ): Promise<T> {
    const { time, user } = this.#scene;
    this.#scene.note(`===== ${what}`);
    const random = this.#random.fork(`process ${this.count}`);
    const { acceptWorld, ...others } = user.wishes;
    const machine = mistaken ?? this.#colleague();
    const wishes = mistaken === undefined ? { ...others, acceptWorld } : others;
    const given = { fate, wishes, random };
    const served = this.#withJournal(machine);
    const process = new SimulatedProcess(served, given);
    this.#processes.push(process);
    const result = await time.until(work(process));
    await time.until(process.end());
    if (served !== machine) repaired(machine.journalFile);
    return result;
  }

  /** Whoever begins this run. */
  #colleague(): Machine {
    const { team, machine } = this.#scene;
    const whose = this.#random.fork(`colleague ${this.count}`).between(0, team.length - 1);
    if (team.length > 1) this.#scene.note(`by colleague ${whose}`);
    return team[whose] ?? machine;
  }

  /** A separate stream, like everything that only some variants draw: the seeds of other variants stay as they are. */
  #drawRefreshing(program: Program): Refreshing | undefined {
    const random = this.#random.fork(`refreshing ${this.count}`);
    const habit = this.#scene.worlds.find(({ refreshing }) => refreshing !== undefined)?.refreshing;
    if (habit === undefined || !random.chance(habit.chance)) return undefined;
    // A destroy registers nothing: it refreshes first in any case.
    return program.length === 0 ? "first" : habit.how;
  }

  /** The steps of the refresh come before those of the run, which are to be hit as often. */
  #longer(fate: Fate, refreshing: Refreshing | undefined): Fate {
    if (refreshing === undefined) return fate;
    const random = this.#random.fork(`fate ${this.count}`);
    return { ...fate, killedAt: fate.killedAt + random.between(0, 40) };
  }

  #drawReplaced(program: Program): readonly string[] {
    const random = this.#random.fork(`replaced ${this.count}`);
    const isForced = this.#scene.worlds.some((traits) => traits.forcedReplacements);
    const victim = isForced && random.chance(0.4) ? random.pickFrom(program) : undefined;
    if (victim === undefined || this.#scene.faults.isOver) return [];
    this.#scene.note(`--replace ${victim.name}`);
    return [victim.name];
  }

  #withJournal(machine: Machine): Machine {
    const { journalTrouble: trouble, faults } = this.#scene;
    const random = this.#random.fork(`journal ${this.count}`);
    if (trouble === undefined || faults.isOver || !random.chance(0.6)) return machine;
    this.#scene.note(`the journal ${trouble}`);
    return { ...machine, journalFile: troubled(machine.journalFile, trouble) };
  }
}

function named(what: string, refreshing: Refreshing | undefined): string {
  if (refreshing === undefined) return what;
  return `${what} --refresh${refreshing === "registered" ? " --run-program" : ""}`;
}
