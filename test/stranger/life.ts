import { tmpdir } from "node:os";
import { join } from "node:path";
import { SimulatedEngine } from "../simulation/engine.ts";
import type { Resource } from "../simulation/engine-state.ts";
import type { Program } from "../simulation/program.ts";
import { Random } from "../simulation/random.ts";
import { VirtualTime } from "../simulation/time.ts";
import { Person } from "./person.ts";
import {
  type Choices,
  openStranger,
  type Stranger,
  type StrangerObject,
} from "./platform/index.ts";
import { programFor } from "./program.ts";
import { Runs, type Work } from "./runs.ts";
import { has, objectOf, strays } from "./traces.ts";

/** What came of a stack's life on a platform nobody here has written. */
export interface Outcome {
  readonly seed: number;
  /** What must never happen and did; empty when all is well. */
  readonly violations: readonly string[];
  /** Everything that was said and sent, in order. */
  readonly trace: readonly string[];
}

/** Makes, repeats, refreshes, changes and destroys a stack of every class; `seed` draws the platform. */
export async function live(seed: number, choices: Partial<Choices> = {}): Promise<Outcome> {
  const life = new Life(seed, choices);
  try {
    await life.play();
  } finally {
    life.close();
  }
  return { seed, violations: life.violations, trace: life.trace };
}

class Life {
  readonly violations: string[] = [];
  readonly trace: string[] = [];
  readonly #time = new VirtualTime();
  readonly #random: Random;
  readonly #stranger: Stranger;
  readonly #engine: SimulatedEngine;
  readonly #runs: Runs;
  readonly #person: Person;
  /** What the latest run said. */
  #said: string[] = [];

  constructor(seed: number, choices: Partial<Choices>) {
    this.#random = new Random(seed);
    this.#stranger = openStranger({
      seed,
      // The payload of a policy is not shown (spec 4 note 2): who refuses ours has to be given `raw`.
      // A path that takes ids where the spec shows names, and says yes to whatever it does not know, deceives anybody.
      choices: { firewallReading: "lenient", ids: { storage_volume: "none" }, ...choices },
      now: () => this.#time.now(),
    });
    this.#person = new Person(this.#stranger, () => this.#engine.resources);
    this.#runs = new Runs({
      time: this.#time,
      stranger: this.#stranger,
      random: this.#random,
      journalFile: join(tmpdir(), `stranger-${process.pid}-${seed}.db`),
      say: (line) => this.#say(line),
      trace: (line) => this.#note(line),
      violated: (what) => this.#violated(what),
    });
    this.#engine = new SimulatedEngine({
      time: this.#time,
      say: (line) => this.#say(line),
      trace: (line) => this.#note(line),
      violated: (what) => this.#violated(what),
      isSame: (_type, id, other) => id === other,
      exists: (type, id) => has(this.#stranger, type, id),
      took: (call, milliseconds) => this.#checkTime(call, milliseconds),
    });
  }

  async play(): Promise<void> {
    const hasOwnNames = this.#random.chance(0.5);
    const before = programFor(this.#stranger, { isChanged: false, hasOwnNames });
    const after = programFor(this.#stranger, { isChanged: true, hasOwnNames });
    await this.#settle("the first up", before);
    this.#acceptInvitations();
    await this.#expectQuiet("the second up", () => this.#up(before));
    await this.#expectQuiet("a refresh", () => this.#refresh());
    await this.#expectQuiet("the up after a refresh", () => this.#up(before));
    await this.#useOtherKey(before);
    await this.#changeByHand(before);
    await this.#deleteOneByHand(before);
    await this.#settle("the change", after);
    await this.#expectQuiet("the up after the change", () => this.#up(after));
    await this.#settle("the destruction", []);
    for (const left of strays(this.#stranger, [])) this.#violated(`${left} is left`);
  }

  close(): void {
    this.#runs.close();
  }

  /** Brings the stack where a program wants it, in as many runs as messages ask for. */
  async #settle(what: string, program: Program): Promise<void> {
    this.#person.begin();
    for (let run = 1; run <= mostRuns; run += 1) {
      const isDone = await this.#up(program);
      this.#checkWhole(what);
      if (isDone) return;
      this.#person.follow(this.#said);
    }
    this.#violated(`${what} does not end: ${this.#said.at(-1)}`);
  }

  /** To the key of another organization nothing of the stack is there, and nothing may come of that. */
  async #useOtherKey(program: Program): Promise<void> {
    const { otherOrganization } = this.#stranger.keys;
    const ids = idsOf(this.#engine.resources);
    const sent = this.#stranger.log.length;
    await this.#run((process) => this.#engine.refresh(process), otherOrganization);
    if (idsOf(this.#engine.resources) !== ids)
      this.#violated("another key's refresh changes what the stack has");
    for (const { method, path } of this.#stranger.log.slice(sent)) {
      this.#violated(`another key's refresh sends ${method} ${path}`);
    }
    await this.#expectQuiet("the up with the right key", () => this.#up(program));
  }

  /** A rule that somebody changed in the console is as the program says after a refresh, where it is seen. */
  async #changeByHand(program: Program): Promise<void> {
    const threshold = () => this.#objectOf("alarm")?.fields["threshold"];
    this.#stranger.console.change("alert", this.#objectOf("alarm")?.id ?? "", { threshold: 85 });
    if (!(await this.#refresh()))
      this.#violated(`a refresh after a change by hand fails: ${this.#said.at(-1)}`);
    const isSeen = this.#find("alarm")?.outputs["threshold"] === 85;
    await this.#settle("the up after a change by hand", program);
    if (isSeen && threshold() !== 90) this.#violated("a rule stays as it was changed by hand");
    this.#note(`a rule that was changed by hand is ${isSeen ? "seen" : "not seen"}`);
  }

  /** A network that somebody deleted in the console is made again after a refresh, where it is missed. */
  async #deleteOneByHand(program: Program): Promise<void> {
    this.#stranger.console.remove("network", this.#objectOf("back")?.id ?? "");
    if (!(await this.#refresh()))
      this.#violated(`a refresh after a deletion by hand fails: ${this.#said.at(-1)}`);
    const isMissed = this.#find("back") === undefined;
    await this.#settle("the up after a deletion by hand", program);
    if (isMissed && this.#objectOf("back") === undefined)
      this.#violated("a network that was deleted by hand is not made again");
    this.#note(`a network that was deleted by hand is ${isMissed ? "missed" : "not missed"}`);
  }

  #find(name: string): Resource | undefined {
    return this.#engine.resources.find((known) => known.name === name);
  }

  #objectOf(name: string): StrangerObject | undefined {
    const { type = "", id = "" } = this.#find(name) ?? {};
    return objectOf(this.#stranger, type, id);
  }

  /** Members take part before their invitations expire (spec 3). */
  #acceptInvitations(): void {
    const members = this.#stranger.objects().filter(({ kind }) => kind === "member");
    for (const { id } of members) this.#stranger.console.change("member", id, { accepted: true });
  }

  async #up(program: Program): Promise<boolean> {
    const wanted = this.#person.edited(program);
    const work: Work = async (process) => (await this.#engine.up(wanted, process)).isDone;
    return this.#run(work);
  }

  async #refresh(): Promise<boolean> {
    return this.#run((process) => this.#engine.refresh(process));
  }

  /** What changes nothing in the program changes nothing on the platform. */
  async #expectQuiet(what: string, run: () => Promise<boolean>): Promise<void> {
    const sent = this.#stranger.log.length;
    const ids = idsOf(this.#engine.resources);
    const isDone = await run();
    if (!isDone) this.#violated(`${what} fails: ${this.#said.at(-1)}`);
    for (const { method, path } of this.#stranger.log.slice(sent)) {
      this.#violated(`${what} sends ${method} ${path}`);
    }
    if (idsOf(this.#engine.resources) !== ids) this.#violated(`${what} changes what the stack has`);
    this.#checkWhole(what);
  }

  /** Nothing lost, nothing doubled. */
  #checkWhole(what: string): void {
    const resources = this.#engine.resources.filter(({ isPending }) => !isPending);
    for (const stray of strays(this.#stranger, resources))
      this.#violated(`${stray} is in no state after ${what}`);
  }

  /** Nothing waits for more than the platform is known to take, and a minute. */
  #checkTime(call: string, milliseconds: number): void {
    const { bootMs, stopMs, deleteMs, importMs, attachMs, listLagMs } = this.#stranger.choices;
    const usual = bootMs + 2 * (stopMs + deleteMs + attachMs + listLagMs) + importMs;
    if (milliseconds > usual + 60_000) this.#violated(`${call} takes ${milliseconds / 1000} s`);
  }

  #run(work: Work, key = this.#stranger.keys.admin): Promise<boolean> {
    this.#said = [];
    return this.#runs.run(work, { key, ...this.#person.wishes });
  }

  #say(line: string): void {
    this.#said.push(line);
    this.#note(`says: ${line}`);
  }

  #note(line: string): void {
    this.trace.push(`${this.#time.seconds.toFixed(1)} ${line}`);
  }

  #violated(what: string): void {
    this.#note(`VIOLATED ${what}`);
    this.violations.push(what);
  }
}

/** A stack that needs more runs than this does not come to rest. */
const mostRuns = 30;

/** A member's own id is learned in time. */
function idsOf(resources: readonly Resource[]): string {
  const lasting = resources.filter(({ type }) => type !== "access:ProjectMember");
  return lasting
    .map(({ name, id }) => `${name} ${id}`)
    .sort()
    .join();
}
