import type { Console, ShownObject } from "../console.ts";
import { SimulatedEngine } from "../engine.ts";
import { checkWorld } from "../invariants.ts";
import { type Fate, type Machine, SimulatedProcess } from "../process.ts";
import { drawVersions, type Program } from "../program.ts";
import type { Random } from "../random.ts";
import type { VirtualTime } from "../time.ts";
import { SimulatedUser } from "../user.ts";

const immortal: Fate = {
  killedAt: Number.POSITIVE_INFINITY,
  stoppedAfterMs: Number.POSITIVE_INFINITY,
};

/** A machine that nobody reaches has ended after so many seconds at the latest. */
const longestAbandonedSeconds = 180;
/** A convergence that needs more runs than this is none. */
const finalRuns = 5;
/** Between two runs in which nothing goes wrong: a run that was killed has ended for others by then. */
const breakMs = 61_000;

interface Parts {
  readonly name: string;
  readonly random: Random;
  readonly time: VirtualTime;
  readonly console: Console;
  /** A machine that has never been there, for one run. */
  readonly newMachine: () => Machine;
  /** Its runs end soon after they sent a create, and the next one begins soon. */
  readonly isHurried: boolean;
  readonly trace: (line: string) => void;
  readonly violated: (what: string) => void;
}

/** A stack of one account among several: each of its runs is on another machine. */
export class Stack {
  readonly #parts: Parts;
  readonly #engine: SimulatedEngine;
  readonly #user: SimulatedUser;
  readonly #lines: string[] = [];
  readonly #program: Program;
  readonly #processes: SimulatedProcess[] = [];
  #isDone = false;

  constructor(parts: Parts) {
    const { console, random, time, violated } = parts;
    this.#parts = parts;
    const trace = (line: string) => parts.trace(`${parts.name}: ${line}`);
    const say = (line: string) => {
      trace(`says: ${line}`);
      this.#lines.push(line);
    };
    this.#engine = new SimulatedEngine({
      ...{ time, say, trace, violated },
      exists: (type, id) => console.has(type, id),
      isSame: (type, ...ids) => console.isOne(type, ids),
    });
    const resources = () => this.#engine.resources;
    this.#user = new SimulatedUser({
      ...{ resources, trace, say },
      console: {
        has: (type, id) => console.has(type, id),
        unmanaged: (known) => this.#own(console.unmanaged(known)),
        delete: (object) => console.delete(object),
        stop: (object) => console.stop(object),
      },
      helped: () => undefined,
      waitFor: (moment) => this.#waitFor(moment),
    });
    this.#program = ofStack(drawVersions(random.fork("program"))[0] ?? [], parts.name);
  }

  close(): void {
    for (const process of this.#processes) process.close();
  }

  /** A while in which everything may go wrong. */
  async live(): Promise<void> {
    const { isHurried, random } = this.#parts;
    await this.#pass(random.between(0, 20_000));
    const runs = isHurried ? random.between(2, 5) : random.between(1, 2);
    for (let run = 0; run < runs; run += 1) {
      await this.#up(this.#drawFate());
      // A run that was killed is over for others a minute later.
      const breaks = isHurried
        ? ([1_000, 5_000, 61_000, 65_000] as const)
        : ([1_000, 30_000, 65_000, 120_000] as const);
      await this.#pass(random.pick(breaks));
    }
  }

  /** Nothing goes wrong any more. */
  async converge(): Promise<void> {
    for (let run = 0; run < finalRuns && !this.#isDone; run += 1) {
      await this.#pass(breakMs);
      this.#isDone = await this.#up(immortal);
    }
  }

  /** Broken promises, with what the shared journal has of its creates. */
  violations(open: readonly { subject: string; id: string }[]): readonly string[] {
    const { console, name } = this.#parts;
    const { resources } = this.#engine;
    const end = { objects: this.#own(console.objects()), resources, lines: this.#lines, open };
    const found = checkWorld(end, { program: this.#program, isDone: this.#isDone });
    return found.map((what) => `${what} (${name})`);
  }

  async #up(fate: Fate): Promise<boolean> {
    const { random, time } = this.#parts;
    const machine = this.#parts.newMachine();
    const before = this.#lines.length;
    const process = new SimulatedProcess(machine, {
      ...{ fate, wishes: this.#user.wishes },
      random: random.fork(`process ${this.#processes.length}`),
    });
    this.#processes.push(process);
    const { isDone } = await time.until(this.#engine.up(this.#user.edited(this.#program), process));
    await time.until(process.end());
    const aliveMs = random.between(1, longestAbandonedSeconds) * 1_000;
    time.after(aliveMs, () => process.kill("is gone"));
    await this.#user.follow(this.#lines.slice(before), this.#program);
    return isDone;
  }

  #drawFate(): Fate {
    const { isHurried, random } = this.#parts;
    if (isHurried && random.chance(0.7)) {
      const how = random.pick<"killed" | "abandoned">(["killed", "abandoned"]);
      return { ...immortal, afterCreate: { how, afterMs: random.between(0, 5_000) } };
    }
    if (random.chance(0.4)) return { ...immortal, killedAt: random.between(1, 60) };
    if (random.chance(0.2)) return { ...immortal, stoppedAfterMs: random.between(0, 20_000) };
    if (random.chance(0.3)) return { ...immortal, abandonedAfterMs: random.between(100, 20_000) };
    return immortal;
  }

  #pass(milliseconds: number): Promise<void> {
    return this.#parts.time.pass(milliseconds);
  }

  /** A port, a link and an assignment are known by the object that they are of. */
  #own(objects: readonly ShownObject[]): readonly ShownObject[] {
    const ending = new RegExp(`-${this.#parts.name}(?!\\w)`);
    const isNamed = ({ called }: ShownObject) => ending.test(called);
    const ids = new Set(
      this.#parts.console
        .objects()
        .filter(isNamed)
        .map(({ id }) => id),
    );
    return objects.filter((object) => isNamed(object) || ids.has(object.id.split("/")[0] ?? ""));
  }

  async #waitFor(moment: string): Promise<void> {
    const { time } = this.#parts;
    const today = new Date(time.now()).toISOString().slice(0, 10);
    const wait = Date.parse(`${today}T${moment}Z`) - time.now();
    if (wait > 0) await time.pass(wait);
  }
}

/** No two stacks have objects of one name. */
function ofStack(program: Program, stack: string): Program {
  return program.map(({ inputs, links, name, ...rest }) => {
    const own = (value: unknown) =>
      typeof value === "string" ? value.replace(name, `${name}-${stack}`) : value;
    return {
      ...{ ...rest, stack, name: `${name}-${stack}` },
      inputs: Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, own(value)])),
      links: Object.fromEntries(
        Object.entries(links).map(([input, { to, value }]) => [
          input,
          { to: `${to}-${stack}`, value },
        ]),
      ),
    };
  });
}
