import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { SimulatedEngine } from "../simulation/engine.ts";
import type { Resource } from "../simulation/engine-state.ts";
import type { Program } from "../simulation/program.ts";
import type { Random } from "../simulation/random.ts";
import { place } from "../simulation/stage.ts";
import { VirtualTime } from "../simulation/time.ts";
import { flawsIn } from "../support/message-form.ts";
import { Person } from "./person.ts";
import {
  type Choices,
  openThirdParty,
  type ThirdParty,
  type ThirdPartyObject,
} from "./platform/index.ts";
import { Runs, type Work } from "./runs.ts";
import { has, objectOf, strays } from "./traces.ts";
import { Trouble } from "./trouble.ts";

/** A stack on a third-party platform, with the person who runs it and those who watch. */
export class Stack {
  readonly violations: string[] = [];
  readonly trace: string[] = [];
  readonly thirdParty: ThirdParty;
  readonly person: Person;
  readonly trouble: Trouble;
  readonly #time = new VirtualTime();
  readonly #engine: SimulatedEngine;
  readonly #runs: Runs;
  readonly #troubleMs: number;
  /** The error of an attachment that cannot be read says which one to set. */
  readonly #assumptions: Readonly<Record<string, string>>;
  /** Resources that are not in the state until they are adopted. */
  readonly #released: Resource[] = [];
  /** The messages of the latest run. */
  #said: string[] = [];

  constructor({ seed, random, choices, assumptions = {}, hasTrouble }: Conditions) {
    const watch = {
      time: this.#time,
      say: (line: string) => this.#say(line),
      trace: (line: string) => this.note(line),
      violated: (what: string) => this.violated(what),
    };
    this.trouble = new Trouble(random.fork("trouble"));
    this.#troubleMs = hasTrouble ? troubleMs : 0;
    this.thirdParty = openThirdParty({
      seed,
      // The payload of a policy is not shown (spec 4 note 2): who refuses ours has to be given `raw`.
      // A path that takes ids where the spec shows names, and says yes to whatever it does not know, deceives anybody.
      // Without a free address no server can have a dedicated one (spec 7.6).
      choices: {
        ...{ firewallReading: "lenient", ids: { storage_volume: "none" } },
        ...{ dedicatedAllowance: 1, dedicatedFree: 10 },
        ...choices,
      },
      now: () => this.#time.now(),
    });
    const { attachmentKey } = this.thirdParty.choices;
    this.#assumptions = { "fields.instanceId": attachmentKey, ...assumptions };
    this.person = new Person({
      thirdParty: this.thirdParty,
      resources: () => this.resources,
      note: watch.trace,
      waitFor: (moment) => this.#waitFor(moment),
    });
    // A pipeline may begin each run on a new machine; what killed runs leave is on the old one.
    const isNewMachine = !hasTrouble && random.fork("machine").chance(0.5);
    this.#runs = new Runs({
      ...watch,
      thirdParty: this.thirdParty,
      random,
      trouble: this.trouble,
      journalFile: isNewMachine
        ? ":memory:"
        : join(mkdtempSync(join(place, "thirdparty-")), "creates.db"),
    });
    this.#engine = new SimulatedEngine({
      ...watch,
      isSame: (_type, id, other) => id === other,
      exists: (type, id) => has(this.thirdParty, type, id),
      took: (call, milliseconds) => this.#checkTime(call, milliseconds),
    });
  }

  close(): void {
    this.#runs.close();
  }

  get resources(): readonly Resource[] {
    return this.#engine.resources;
  }

  find(name: string): Resource | undefined {
    return this.resources.find((known) => known.name === name);
  }

  objectOf(name: string): ThirdPartyObject | undefined {
    const { type = "", id = "" } = this.find(name) ?? {};
    return objectOf(this.thirdParty, type, id);
  }

  /** The last messages of the latest run. */
  get lastLine(): string | undefined {
    return this.#said.at(-1);
  }

  /** Errors of the latest run. */
  get errors(): readonly string[] {
    return this.#said.filter((line) => line.startsWith("error: "));
  }

  /** How many resources an up creates, updates or deletes; more than any where it fails. */
  async changesOf(program: Program): Promise<number> {
    let count = Number.POSITIVE_INFINITY;
    await this.#run(async (process) => {
      const { isDone, changes } = await this.#engine.up(program, process);
      if (isDone) count = changes;
      return isDone;
    });
    return count;
  }

  async up(program: Program): Promise<boolean> {
    const wanted = this.person.edited(program);
    return this.#run(async (process) => (await this.#engine.up(wanted, process)).isDone);
  }

  /** Does something else with a provider process than the engine does. */
  async use<T>(work: (context: Context) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    await this.#run(async ({ context }) => {
      await work(context).then(resolve, reject);
      return true;
    });
    return promise;
  }

  /** Lets time pass between two things that a person does. */
  pass(milliseconds: number): Promise<void> {
    return this.#time.pass(milliseconds);
  }

  async refresh(key?: string): Promise<boolean> {
    return this.#run((process) => this.#engine.refresh(process), key);
  }

  /** The state loses a resource, as by `pulumi state delete`, and the program adopts it. */
  readopt(resource: Resource): void {
    this.note(`the state loses ${resource.name} (${resource.id})`);
    this.#engine.release(resource);
    this.#released.push(resource);
    this.person.adopt(resource);
  }

  /** Brings the stack where a program wants it, in as many runs as messages ask for. */
  async settle(what: string, program: Program): Promise<void> {
    if (this.#troubleMs > 0 && (await this.trouble.during(() => this.#struggle(program)))) return;
    for (let run = 1; run <= mostRuns; run += 1) {
      const isDone = await this.up(program);
      await this.person.follow(this.#said, program);
      if (isDone) this.#released.length = 0;
      // The object of a killed create is in no state until the next run has found it.
      if (isDone || this.#troubleMs === 0) this.checkWhole(what);
      if (isDone) return;
    }
    this.violated(`${what} does not end: ${this.lastLine}`);
  }

  /** A run without a change in the program changes nothing on the platform. */
  async expectQuiet(what: string, run: () => Promise<boolean>): Promise<void> {
    const ids = idsOf(this.resources);
    const isDone = await this.expectNoWrite(what, run);
    if (!isDone) this.violated(`${what} fails: ${this.lastLine}`);
    if (idsOf(this.resources) !== ids) this.violated(`${what} changes what the stack has`);
    this.checkWhole(what);
  }

  /** What `run` comes to. */
  async expectNoWrite<T>(what: string, run: () => Promise<T>): Promise<T> {
    const sent = this.thirdParty.log.length;
    const result = await run();
    for (const { method, path } of this.thirdParty.log.slice(sent)) {
      this.violated(`${what} sends ${method} ${path}`);
    }
    return result;
  }

  /** Nothing lost, nothing doubled. */
  checkWhole(what: string): void {
    const resources = this.resources.filter(({ isPending }) => !isPending);
    for (const stray of strays(this.thirdParty, [...resources, ...this.#released]))
      this.violated(`${stray} is in no state after ${what}`);
  }

  note(line: string): void {
    this.trace.push(`${this.#time.seconds.toFixed(1)} ${line}`);
  }

  violated(what: string): void {
    this.note(`VIOLATED ${what}`);
    this.violations.push(what);
  }

  /** A few runs in which anything may go wrong. */
  async #struggle(program: Program): Promise<boolean> {
    for (let run = this.trouble.drawRuns(); run > 0; run -= 1) {
      await this.up(program);
      await this.person.follow(this.#said, program);
    }
    return false;
  }

  /** Nothing waits for more than the platform is known to take, and a minute; longer for what got lost. */
  #checkTime(call: string, milliseconds: number): void {
    const { bootMs, stopMs, deleteMs, importMs, attachMs, listLagMs } = this.thirdParty.choices;
    const usual = bootMs + 2 * (stopMs + deleteMs + attachMs + listLagMs) + importMs;
    if (milliseconds > usual + minuteMs + this.#troubleMs)
      this.violated(`${call} takes ${milliseconds / 1000} s`);
  }

  #run(work: Work, key = this.thirdParty.keys.admin): Promise<boolean> {
    this.#said = [];
    const { wishes } = this.person;
    const assumptions = { ...this.#assumptions, ...wishes.assumptions };
    return this.#runs.run(work, { key, ...wishes, assumptions });
  }

  #say(line: string): void {
    this.#said.push(line);
    this.note(`says: ${line}`);
    const [, message] = /^(?:error: [\w-]+|warning): (?!is killed$)(.*)$/s.exec(line) ?? [];
    const flaws = message === undefined ? [] : flawsIn(message);
    if (flaws.length > 0) this.violated(`a message has the flaws ${flaws.join()}: ${message}`);
  }

  async #waitFor(moment: string): Promise<void> {
    const today = new Date(this.#time.now()).toISOString().slice(0, 10);
    const wait = Date.parse(`${today}T${moment}Z`) - this.#time.now();
    if (wait > 0) await this.#time.pass(wait);
  }
}

/** The source of a life's random draws. */
interface Conditions {
  readonly seed: number;
  readonly random: Random;
  readonly choices: Partial<Choices>;
  /** Those that are set from the first run on. */
  readonly assumptions?: Readonly<Record<string, string>>;
  readonly hasTrouble: boolean;
}

/** A stack that needs more runs than this does not come to rest. */
const mostRuns = 30;

const minuteMs = 60_000;

/** A lost create is looked for until its request can no longer arrive and every list would show it. */
const troubleMs = 150_000;

/** A member's own id is learned in time. */
function idsOf(resources: readonly Resource[]): string {
  const lasting = resources.filter(({ type }) => type !== "access:ProjectMember");
  return lasting
    .map(({ name, id }) => `${name} ${id}`)
    .sort()
    .join();
}
