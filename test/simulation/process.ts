import { resolveAssumptions } from "../../contract/assumptions.ts";
import type { Prefix } from "../../contract/endpoints.ts";
import type { Clock } from "../../provider/clock.ts";
import { openJournal } from "../../provider/coordination/file/open-journal.ts";
import type { Journal } from "../../provider/coordination/journal.ts";
import type { Carry } from "../../provider/coordination/postgres/database.ts";
import type { Shared } from "../../provider/coordination/postgres/open-postgres.ts";
import { lineOf } from "../../provider/display.ts";
import { type AttemptRecord, createApi } from "../../provider/http/api.ts";
import { createRateLimiter } from "../../provider/http/rate-limit/rate-limiter.ts";
import {
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from "../../provider/http/transport/transport.ts";
import type { ApiKey } from "../../provider/http/wire/api-key.ts";
import { isBelow } from "../../provider/http/wire/target.ts";
import { endRun } from "../../provider/lifecycle/end-run.ts";
import { journalWorld } from "../../provider/lifecycle/identity/world.ts";
import { type Context, processServices } from "../../provider/lifecycle/operation/context.ts";
import { Shutdown } from "../../provider/shutdown.ts";
import { isCreate } from "./faults.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./time.ts";

/** The common part of every process of a simulation. */
export interface Machine {
  readonly time: VirtualTime;
  readonly network: Transport;
  readonly account: Account;
  readonly journalFile: string;
  /** Permits and creates that it shares with others; its own unless given. */
  readonly shared?: (process: SharingProcess) => Shared;
  /** How far its clock is ahead. */
  readonly aheadMs?: number;
  readonly requestsPerMinute: number;
  /** Shown to the user. */
  readonly say: (line: string) => void;
  readonly log: (attempt: AttemptRecord) => void;
  readonly trace: (line: string) => void;
  /** Called with each broken promise. */
  readonly violated: (what: string) => void;
}

/** A process, as what it shares with others sees it. */
export interface SharingProcess {
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  /** Statements of a dead process are not sent, and their answers nobody hears. */
  readonly carried: (carry: Carry) => Carry;
}

/** Who a process is to the platform. */
export interface Account {
  readonly apiKey: ApiKey;
  /** The platform id in states made with these settings. */
  readonly world: string;
}

/** How a process comes to its end, besides being done. */
export interface Fate {
  /** It is killed at this step: a send, an answer, a wake-up or either side of a journal write. */
  readonly killedAt: number;
  /** It gets a signal after this time. */
  readonly stoppedAfterMs: number;
  /** Its engine is gone after this time, and it goes on with what it has begun: a machine that nobody reaches. */
  readonly abandonedAfterMs?: number;
  /** The same befalls it so soon after its first create left. */
  readonly afterCreate?: { readonly how: "killed" | "abandoned"; readonly afterMs: number };
}

/** The user's environment for a run. */
export interface Wishes {
  readonly deletedByHand: readonly string[];
  readonly forgetUnresolved: readonly string[];
  /** Assumptions that are set in `hosting:assumptions`. */
  readonly assumptions?: Readonly<Record<string, string>>;
  /** The accepted platform id, which the user sets with the right settings only. */
  readonly acceptWorld?: string | undefined;
}

/** Thrown into what runs on in a dead process up to its next await; nobody hears of it. */
class Killed extends Error {}

const minuteMs = 60_000;

/** Runs follow each other: of those before, no process is there any more. */
const processes = { machine: "here", pid: 1, isRunning: () => false };

/** A provider process: everything it does passes through here, until it is dead. */
export class SimulatedProcess {
  readonly context: Context;
  /** Rejects when the process dies. */
  readonly death: Promise<never>;
  readonly #machine: Machine;
  readonly #fate: Fate;
  readonly #shutdown: Shutdown;
  readonly #file: ReturnType<typeof openJournal>;
  readonly #journal: Journal;
  readonly #die: (reason: Error) => void;
  readonly #sends: number[] = [];
  #steps = 0;
  #isDead = false;
  #isAbandoned = false;
  #hasCreated = false;

  constructor(machine: Machine, given: { fate: Fate; wishes: Wishes; random: Random }) {
    const { time, requestsPerMinute, log } = machine;
    const { apiKey, world } = machine.account;
    const { random } = given;
    this.#machine = machine;
    this.#fate = given.fate;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.death = promise;
    this.#die = reject;
    this.#shutdown = new Shutdown({
      after: (milliseconds, then) => void time.after(milliseconds, then),
      exit: () => this.kill("ends after a signal"),
    });
    const { journalFile: file } = machine;
    const warn = (text: string) => machine.say(lineOf({ kind: "warning", text }));
    const place = { file, world: journalWorld(world), directory: "/app", processes };
    this.#file = openJournal({ ...place, clock: time, warn });
    const { aheadMs = 0 } = machine;
    const now = () => time.now() + aheadMs;
    const clock: Clock = { now, sleep: (...given) => this.#sleep(...given) };
    const carried = (carry: Carry) => this.#carried(carry);
    const shared = machine.shared?.({ clock, stopping: this.#shutdown.signal, carried });
    this.#journal = shared?.journal({ world: place.world, stopped: this.#file }) ?? this.#file;
    const budget = { origin: world, key: apiKey.reveal() };
    const permitsOf = shared && ((prefix: Prefix) => shared.permits({ ...budget, prefix }));
    const pace = { clock, requestsPerMinute, random: () => random.next() };
    this.context = {
      api: createApi({
        transport: { send: (request) => this.#send(request), close: async () => undefined },
        apiKey,
        limiter: createRateLimiter({ ...pace, ...(permitsOf && { permitsOf }) }),
        clock,
        random: () => random.next(),
        stopping: this.#shutdown.signal,
        log,
      }),
      clock,
      ...processServices(clock),
      removableOwners: [],
      readSecret: () => ({ why: "the simulation has no secrets outside" }),
      assumedRoutes: "try",
      apiKeyId: undefined,
      missingKey: undefined,
      keyMark: (prefix) => apiKey.markOn(`${world} ${prefix}`),
      world,
      acceptWorld: undefined,
      ...given.wishes,
      assumptions: resolveAssumptions(given.wishes.assumptions ?? {}),
      journal: this.#watchedJournal(),
      probe: async () => ({ healthy: true }),
      stopping: this.#shutdown.signal,
      display: (message) => {
        if (!this.#isDead && !this.#isAbandoned) machine.say(lineOf(message));
      },
    };
    if (Number.isFinite(given.fate.stoppedAfterMs)) {
      time.after(given.fate.stoppedAfterMs, () => this.#stop());
    }
    const { abandonedAfterMs } = given.fate;
    if (abandonedAfterMs !== undefined) time.after(abandonedAfterMs, () => this.#abandon());
  }

  /** The result of an operation; rejects when the process dies in it. */
  run<T>(operation: () => Promise<T>): Promise<T> {
    return Promise.race([this.#shutdown.during(operation), this.death]);
  }

  kill(how: string): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#machine.trace(`the process ${how}`);
    this.#auditPace();
    this.#die(new Killed(how));
  }

  /** The engine has the outcome of everything. */
  async end(): Promise<void> {
    try {
      if (this.#isAbandoned) return;
      if (!this.#isDead && this.#shutdown.isIdle)
        await Promise.race([endRun(this.context), this.death]);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    this.kill("has done its work");
  }

  /** Closes the file, long after the process ended. */
  close(): void {
    this.#isDead = true;
    this.#file.close();
  }

  #stop(): void {
    if (this.#isDead) return;
    this.#machine.trace("the process gets a signal");
    this.#shutdown.begin();
  }

  #abandon(): void {
    if (this.#isDead) return;
    this.#machine.trace("the process is abandoned");
    this.#isAbandoned = true;
    this.#die(new Killed("is killed"));
  }

  #carried(carry: Carry): Carry {
    const never = new Promise<never>(() => undefined);
    return async (statement) => {
      if (!this.#isAlive()) return never;
      try {
        const rows = await carry(statement);
        return this.#isAlive() ? rows : never;
      } catch (error) {
        if (this.#isAlive()) throw error;
        return never;
      }
    };
  }

  /** Counts a step; false in a dead process. */
  #isAlive(): boolean {
    if (this.#isDead) return false;
    this.#steps += 1;
    if (this.#steps === this.#fate.killedAt) this.kill("is killed");
    return !this.#isDead;
  }

  #sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const callOff = this.#machine.time.after(milliseconds, () => {
        if (this.#isAlive()) resolve();
      });
      signal?.addEventListener("abort", () => {
        callOff();
        reject(signal.reason);
      });
    });
  }

  #send(request: WireRequest): Promise<WireResponse> {
    if (!this.#isAlive()) return new Promise(() => undefined);
    this.#audit(request);
    const { network, time } = this.#machine;
    const sentAt = time.now();
    const answer = network.send(request);
    if (isCreate(request)) this.#noteCreate();
    if (request.prefix === "/api/v1") this.#count(sentAt, answer);
    return new Promise((resolve, reject) => {
      answer.then(
        (response) => this.#isAlive() && resolve(response),
        (error: unknown) => this.#isAlive() && reject(error),
      );
    });
  }

  #noteCreate(): void {
    const { afterCreate: end } = this.#fate;
    if (this.#hasCreated || end === undefined) return;
    this.#hasCreated = true;
    this.#machine.time.after(end.afterMs, () =>
      end.how === "killed" ? this.kill("is killed") : this.#abandon(),
    );
  }

  /** A request that never left this machine does not count, and a refused one is sent again. */
  #count(sentAt: number, answer: Promise<WireResponse>): void {
    this.#sends.push(sentAt);
    const takeBack = () => this.#sends.splice(this.#sends.indexOf(sentAt), 1);
    answer.then(
      ({ status }) => status === 429 && takeBack(),
      (error: unknown) => {
        if (error instanceof TransportFailure && error.phase === "unsent") takeBack();
      },
    );
  }

  #audit({ method, prefix, target }: WireRequest): void {
    const { violated } = this.#machine;
    if (this.#shutdown.signal.aborted) violated(`I8: ${method} ${target} left after the signal`);
    if (!isBelow(prefix, target)) violated(`I5: ${method} ${target} is not below ${prefix}`);
  }

  /** spec 8: requests per key and minute. */
  #auditPace(): void {
    const { requestsPerMinute, violated } = this.#machine;
    this.#sends.forEach((time, at) => {
      const next = this.#sends[at + requestsPerMinute];
      if (next === undefined || next - time >= minuteMs) return;
      violated(`I3: more than ${requestsPerMinute} requests within ${(next - time) / 1000} s`);
    });
  }

  #watchedJournal(): Journal {
    const journal = this.#journal;
    const reading = <T>(read: () => T): T => {
      if (this.#isDead) throw new Killed("is killed");
      return read();
    };
    const step = () => {
      if (!this.#isAlive()) throw new Killed("is killed");
    };
    const writing = async (what: string, write: () => Promise<void>) => {
      step();
      this.#machine.trace(`journal: ${what}`);
      await write();
      step();
    };
    const stopping = (subject: string, write: () => void) => {
      step();
      this.#machine.trace(`journal: ${subject} is about to stop`);
      write();
      step();
    };
    return {
      find: (token, until) => reading(() => journal.find(token, until)),
      sent: (intent, until) =>
        writing(`${intent.subject} is sent`, () => journal.sent(intent, until)),
      made: (intent, id) => writing(`${intent.subject} is ${id}`, () => journal.made(intent, id)),
      aheadMs: () => journal.aheadMs(),
      drop: (token) => writing(`${token} is dropped`, () => journal.drop(token)),
      // Nearly always it finds nothing to write.
      endWithState: (object, token) => reading(() => journal.endWithState(object, token)),
      unsettled: (stack) => reading(() => journal.unsettled(stack)),
      endRun: () => writing("the run ends", () => journal.endRun()),
      stopping: (machine) => stopping(machine.subject, () => journal.stopping(machine)),
      isStopped: (object) => reading(() => journal.isStopped(object)),
      // Nearly always it finds nothing to write.
      endStop: (object) => reading(() => journal.endStop(object)),
    };
  }
}
