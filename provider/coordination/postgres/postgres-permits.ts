import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { type Ending, outMs, type Permit, type Permits, type Taken } from "../permits.ts";
import { Away, type Database } from "./database.ts";

/** A process that shares permits and creates. */
export interface Run {
  readonly id: string;
  /** The machine in words. */
  readonly machine: string;
}

interface PermitsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly run: Run;
  /** Names the limit by what it is for; shows neither host nor key. */
  readonly budget: string;
}

/** How soon a database that is away is asked again. */
const againMs = 1_000;
/** How long ends of requests wait for others, so that they are stored together. */
const endsMs = 50;

const Granted = z.object({ granted: z.array(z.string()).nullable(), next_in_ms: z.number() });

/** Permits of all machines with one key, in the order in which the database gives them. */
export class PostgresPermits implements Permits {
  readonly #options: PermitsOptions;
  /** Ends that are not stored yet; they only ever come late, which lets less be sent. */
  #ends: { readonly id: string; readonly outMs: number }[] = [];
  /** Permits that were asked for, and perhaps granted, without an answer. */
  #asked: readonly string[] = [];
  #isStoring = false;

  constructor(options: PermitsOptions) {
    this.#options = options;
  }

  async take(limit: number, wanted: number): Promise<Taken> {
    const { database, clock, run, budget } = this.#options;
    const ids = this.#asked.length > 0 ? this.#asked : Array.from({ length: wanted }, randomUUID);
    this.#asked = ids;
    const rows = await database.rowsNow({
      text: "SELECT granted, next_in_ms FROM pulumi_hosting.take_permits($1, $2, $3, $4, $5)",
      values: [budget, run.id, run.machine, ids, limit],
    });
    if (rows instanceof Away)
      return { permits: [], nextAt: clock.now() + againMs, trouble: rows.why };
    this.#asked = [];
    const { granted, next_in_ms: nextInMs } = Granted.parse(rows[0]);
    const permits = (granted ?? []).map((id) => this.#permit(id));
    return { permits, nextAt: clock.now() + Math.ceil(nextInMs) };
  }

  pause(milliseconds: number): void {
    const { database, budget } = this.#options;
    const text = `INSERT INTO pulumi_hosting.budgets AS it (budget, resumes_at)
      VALUES ($1, clock_timestamp() + $2 * interval '1 ms') ON CONFLICT (budget) DO UPDATE
      SET resumes_at = greatest(it.resumes_at, excluded.resumes_at)`;
    // This process pauses by itself; others are refused as well if they are not told.
    database.rowsNow({ text, values: [budget, milliseconds] }).catch(() => undefined);
  }

  #permit(id: string): Permit {
    return {
      end: (how: Ending) => {
        this.#ends.push({ id, outMs: outMs[how] });
        void this.#storeEnds();
      },
    };
  }

  async #storeEnds(): Promise<void> {
    if (this.#isStoring) return;
    this.#isStoring = true;
    const { database, clock } = this.#options;
    await clock.sleep(endsMs);
    const ends = this.#ends.splice(0);
    const text = `UPDATE pulumi_hosting.permits AS permit
      SET is_under_way = false, expires_at = clock_timestamp() + ended.out_ms * interval '1 ms'
      FROM unnest($1::uuid[], $2::integer[]) AS ended (id, out_ms) WHERE permit.id = ended.id`;
    const values = [ends.map(({ id }) => id), ends.map(({ outMs: ms }) => ms)];
    // Without it they last as long as those of lost requests.
    await database.rowsNow({ text, values }).catch(() => undefined);
    this.#isStoring = false;
    if (this.#ends.length > 0) void this.#storeEnds();
  }
}
