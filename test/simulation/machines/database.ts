import type { QueryResultRow } from "pg";
import type { Carry, Statement } from "../../../provider/coordination/postgres/database.ts";
import type { TestServer, VirtualDatabase } from "../../support/virtual-database.ts";
import type { Random } from "../random.ts";
import type { VirtualTime } from "../time.ts";

/** A while in which nothing reaches the database. */
interface Gap {
  readonly from: number;
  readonly until: number;
}

/** What happens to a statement, and to its answer. */
type Fate = "answered" | "not carried out" | "deadlock" | "answer lost" | "late";

/** As long as a client waits for an answer. */
const patienceMs = 10_000;
/** A connection may bring a statement after nobody waits for it any more. */
const latestMs = 60_000;

/** A real database, which machines reach over a bad network. Each statement begins and ends as an event of the virtual time. */
export class SimulatedDatabase {
  readonly #database: VirtualDatabase;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #trace: (line: string) => void;
  readonly #rate: number;
  readonly #gaps: readonly Gap[];
  #isOver = false;

  private constructor(
    database: VirtualDatabase,
    { time, random, trace }: { time: VirtualTime; random: Random; trace: (line: string) => void },
  ) {
    this.#database = database;
    this.#time = time;
    this.#random = random;
    this.#trace = trace;
    this.#rate = random.pick([0, 0.02, 0.08]);
    this.#gaps = random.chance(0.4) ? [this.drawGap(600)] : [];
    if (random.chance(0.3)) time.after(random.between(10_000, 300_000), () => this.#lose());
  }

  /** One in which nobody has been, or whose rows are all gone. */
  static async open(
    server: TestServer,
    given: { time: VirtualTime; random: Random; trace: (line: string) => void },
  ): Promise<SimulatedDatabase> {
    const isNew = given.random.chance(0.1);
    const now = () => given.time.now();
    const database = await (isNew ? server.newDatabase(now) : server.emptyDatabase(now));
    return new SimulatedDatabase(database, given);
  }

  /** From now on nothing goes wrong any more. */
  end(): void {
    this.#isOver = true;
  }

  /** Some of the next so many seconds. */
  drawGap(seconds: number): Gap {
    const from = this.#time.now() + this.#random.between(0, seconds * 1_000);
    return { from, until: from + this.#random.pick([3_000, 20_000, 90_000, 300_000]) };
  }

  /** The way of a machine to it, with gaps of its own. */
  wayOf(machine: string, gaps: readonly Gap[]): Carry {
    return async (statement) => {
      const trace = (what: string) =>
        this.#trace(`${machine}: ${what}: ${statement.text.replace(/\s+/g, " ").slice(0, 90)}`);
      await this.#pass(this.#random.chance(0.05) ? this.#random.between(100, 3_000) : 1);
      if (this.#isAway(gaps)) throw lost("connect ECONNREFUSED");
      const fate = this.#draw();
      trace(fate);
      if (fate === "deadlock") throw coded("40P01", "deadlock detected");
      if (fate === "not carried out") throw lost("read ECONNRESET");
      if (fate === "late") {
        const delayMs = this.#random.between(0, latestMs);
        this.#time.after(delayMs, () => void this.#carryOut(statement).catch(() => undefined));
        await this.#pass(patienceMs);
        throw new Error("Query read timeout");
      }
      const rows = await this.#carryOut(statement);
      await this.#pass(1);
      if (fate === "answer lost" || this.#isAway(gaps)) throw lost("read ECONNRESET");
      return rows;
    };
  }

  /** What it has, whoever asks. */
  byHand(text: string): Promise<readonly QueryResultRow[]> {
    return this.#time.until(this.#time.during(this.#database.byHand(text)));
  }

  #carryOut(statement: Statement): Promise<readonly QueryResultRow[]> {
    return this.#time.during(this.#database.carry(statement));
  }

  #draw(): Fate {
    if (this.#isOver || !this.#random.chance(this.#rate)) return "answered";
    return this.#random.pick(["not carried out", "deadlock", "answer lost", "late"]);
  }

  #isAway(gaps: readonly Gap[]): boolean {
    const now = this.#time.now();
    return (
      !this.#isOver &&
      [...this.#gaps, ...gaps].some(({ from, until }) => from <= now && now < until)
    );
  }

  /** Somebody deletes rows without which machines have to get along. */
  #lose(): void {
    const table = this.#random.pick(["runs", "waiters", "budgets"]);
    this.#trace(`somebody deletes all ${table}`);
    // It is not made before the first machine has come.
    const text = `DELETE FROM pulumi_hosting.${table}`;
    void this.#carryOut({ text }).catch(() => undefined);
  }

  #pass(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#time.after(milliseconds, resolve);
    return promise;
  }
}

function lost(message: string): Error {
  return coded("ECONNRESET", message);
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
