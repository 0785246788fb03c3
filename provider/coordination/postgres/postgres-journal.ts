import type { QueryResultRow } from "pg";
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { HostingError } from "../../errors.ts";
import {
  type Intent,
  type Journal,
  type ObjectOfType,
  type PendingCreate,
  type StoppedMachines,
  underWay,
} from "../journal.ts";
import type { Database, Statement } from "./database.ts";
import type { Run } from "./postgres-permits.ts";

interface JournalOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly run: Run;
  readonly world: string;
  /** Machines that were stopped for a deletion are noted where they were stopped. */
  readonly stopped: StoppedMachines;
}

/** How often a run that creates says that it is there; after a minute without that it has ended. */
const renewMs = 15_000;
/** How long a note about an answer, and the end of a run, may hold up what comes next. */
const noteMs = 5_000;
/** Longest time for which a request may be under way after its line was written, whose own answer may take a while. */
const settlesAfterMs = 100_000;

/** Creates of all machines. Its times are the database's. */
export class PostgresJournal implements Journal {
  readonly #options: JournalOptions;
  /** Creates whose end could not be stored, by their tokens. */
  readonly #late = new Map<string, Statement>();
  /** Objects that a state was seen to have; to compare a state needs no connection. */
  readonly #inStates = new Map<string, ObjectOfType & { readonly token: string | undefined }>();
  /** Versions of lines that this run wrote or looked for, by their tokens. */
  readonly #versions = new Map<string, string>();
  /** Tokens of what this process made without a name. */
  readonly #unnamed = new Set<string>();
  /** Ends the renewals; there is one once this run created something. */
  #renewing: AbortController | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  async find(token: string, until: number): Promise<PendingCreate | undefined> {
    await this.#store(until);
    const [line] = await this.#pending("creates.token = $3", [token], until);
    if (line !== undefined) this.#see(line);
    return line;
  }

  async sent(intent: Intent, until: number): Promise<void> {
    this.#renew();
    const { database } = this.#options;
    const text = `WITH ${renewal}, noted AS (
        INSERT INTO pulumi_hosting.creates AS it
          (token, declaration, subject, stack, world, type, sent_by, run, machine, noted_at)
        VALUES ($3, $4, $5, $6, $7, $8, $9, $1, $2, clock_timestamp()) ON CONFLICT (token)
        DO UPDATE SET noted_at = excluded.noted_at WHERE it.run = excluded.run RETURNING it.xmin::text AS line_version
      ) SELECT line_version FROM noted`;
    const [row] = await database.rows({ text, values: this.#valuesOf(intent) }, until);
    if (row !== undefined) {
      this.#versions.set(intent.token, Version.parse(row).line_version);
      return;
    }
    const [other] = await this.#pending("creates.token = $3", [intent.token], until);
    throw underWay(intent.subject, other);
  }

  async made(intent: Intent, id: string): Promise<void> {
    if (!intent.isNamed) this.#unnamed.add(intent.token);
    const text = `WITH ended AS (
        DELETE FROM pulumi_hosting.creates WHERE world = $7 AND type = $8 AND id = $10 AND token <> $3
      ) INSERT INTO pulumi_hosting.creates
        (token, declaration, subject, stack, world, type, sent_by, run, machine, noted_at, id)
      VALUES ($3, $4, $5, $6, $7, $8, $9, $1, $2, clock_timestamp(), $10) ON CONFLICT (token)
      DO UPDATE SET id = excluded.id, run = excluded.run, machine = excluded.machine, has_run_ended = false`;
    await this.#note(intent.token, { text, values: [...this.#valuesOf(intent), id] });
    this.#options.stopped.endStop({ type: intent.type, id });
  }

  async drop(token: string): Promise<void> {
    const version = this.#versions.get(token);
    if (version === undefined) return;
    // It may be carried out late: this run, or another one that looked for it, may have sent the create again by then.
    const text = "DELETE FROM pulumi_hosting.creates WHERE token = $1 AND xmin::text = $2";
    await this.#note(token, { text, values: [token, version] });
  }

  aheadMs(): Promise<number> {
    return this.#options.database.aheadMs();
  }

  endWithState({ type, id }: ObjectOfType, token?: string): void {
    this.#inStates.set(JSON.stringify([type, id, token]), { type, id, token });
  }

  async unsettled(stack: string): Promise<readonly PendingCreate[]> {
    const { clock, database, run, world } = this.#options;
    if (!database.isReady) return [];
    const until = clock.now() + noteMs;
    const values = [stack, world, run.id];
    const where = "stack = $3 AND world = $4 AND creates.run <> $5";
    // It is for the run's last word only: without it the next run looks for all of it.
    const open = await this.#store(until)
      .then(() => this.#pending(where, values, until))
      .catch(noneKnown);
    for (const line of open) this.#see(line);
    return open.filter(({ isUnderWay }) => !isUnderWay);
  }

  async endRun(): Promise<void> {
    const { clock, database, run } = this.#options;
    this.#renewing?.abort();
    this.#renewing = undefined;
    if (!database.isReady) return;
    const until = clock.now() + noteMs;
    const text = `WITH dropped AS (
        DELETE FROM pulumi_hosting.creates WHERE run = $1 AND NOT token = ANY ($2::text[])
      ), stays AS (
        UPDATE pulumi_hosting.creates SET has_run_ended = true WHERE run = $1 AND token = ANY ($2::text[])
      ) DELETE FROM pulumi_hosting.runs WHERE run = $1`;
    // Without it the next run finds all of it in the state, or looks for it.
    await this.#store(until)
      .then(() => database.rows({ text, values: [run.id, [...this.#unnamed]] }, until))
      .catch(() => undefined);
  }

  stopping: StoppedMachines["stopping"] = (machine) => this.#options.stopped.stopping(machine);
  isStopped: StoppedMachines["isStopped"] = (object) => this.#options.stopped.isStopped(object);
  endStop: StoppedMachines["endStop"] = (object) => this.#options.stopped.endStop(object);

  /** A line that another run may still write is not this one's to end. */
  #see({ token, version, isUnderWay }: Line): void {
    if (isUnderWay) this.#versions.delete(token);
    else this.#versions.set(token, version);
  }

  /** Stores an end; what cannot be stored soon is stored before anything else is asked. */
  async #note(token: string, statement: Statement): Promise<void> {
    const { clock, database } = this.#options;
    this.#late.set(token, statement);
    try {
      await database.rows(statement, clock.now() + noteMs);
      if (this.#late.get(token) === statement) this.#late.delete(token);
    } catch (error) {
      // An answer that came must not be lost for a note about it: a later run looks for the object.
      if (!HostingError.isInstance(error)) throw error;
    }
  }

  /** Stores what was not stored yet. */
  async #store(until: number): Promise<void> {
    const { database, world } = this.#options;
    for (const [token, statement] of this.#late) {
      await database.rows(statement, until);
      if (this.#late.get(token) === statement) this.#late.delete(token);
    }
    if (this.#inStates.size === 0) return;
    const objects = [...this.#inStates];
    const text = `DELETE FROM pulumi_hosting.creates AS it
      USING unnest($2::text[], $3::text[], $4::text[]) AS stored (type, id, token)
      WHERE it.world = $1 AND it.type = stored.type AND it.id = stored.id AND it.token = coalesce(stored.token, it.token)`;
    const column = (
      of: (object: ObjectOfType & { token: string | undefined }) => string | undefined,
    ) => objects.map(([, object]) => of(object) ?? null);
    const values = [
      world,
      column(({ type }) => type),
      column(({ id }) => id),
      column(({ token }) => token),
    ];
    await database.rows({ text, values }, until);
    for (const [key] of objects) this.#inStates.delete(key);
  }

  async #pending(
    where: string,
    values: readonly unknown[],
    until: number,
  ): Promise<readonly Line[]> {
    const { database, run } = this.#options;
    const text = `SELECT creates.*, xmin::text AS line_version, extract(epoch FROM noted_at) * 1000 AS noted_ms,
        extract(epoch FROM clock_timestamp() - noted_at) * 1000 AS age_ms,
        creates.run <> $1 AND NOT has_run_ended AND EXISTS (
          SELECT FROM pulumi_hosting.runs WHERE runs.run = creates.run AND ${isAlive}
        ) AS is_under_way, $2::text AS of_machine
      FROM pulumi_hosting.creates WHERE ${where} ORDER BY noted_at`;
    const rows = await database.rows({ text, values: [run.id, run.machine, ...values] }, until);
    return rows.map((row) => this.#read(row));
  }

  #read(row: QueryResultRow): Line {
    const {
      noted_ms,
      age_ms,
      line_version: version,
      sent_by: sentBy,
      is_under_way: isUnderWay,
      has_run_ended: hasRunEnded,
      ...known
    } = CreateRow.parse(row);
    const notedAt = Math.floor(noted_ms);
    const settlesAt = this.#options.clock.now() - age_ms + settlesAfterMs;
    return { ...known, version, notedAt, settlesAt, sentBy, isUnderWay, hasRunEnded };
  }

  #valuesOf({ token, declaration, subject, stack, type, sentBy }: Intent): readonly unknown[] {
    const { run, world } = this.#options;
    return [run.id, run.machine, token, declaration, subject, stack, world, type, sentBy ?? null];
  }

  /** Says that this run is there, until it ends. */
  #renew(): void {
    if (this.#renewing !== undefined) return;
    const { clock, database, run } = this.#options;
    const ending = new AbortController();
    this.#renewing = ending;
    const again = async () => {
      for (;;) {
        await clock.sleep(renewMs, ending.signal);
        const text = `WITH ${renewal} SELECT $2::text`;
        await database.rowsNow({ text, values: [run.id, run.machine] }).catch(() => undefined);
      }
    };
    again().catch(() => undefined);
  }
}

function noneKnown(error: unknown): [] {
  if (!HostingError.isInstance(error)) throw error;
  return [];
}

/** A create as its line has it; every change of the line gives it another version. */
interface Line extends PendingCreate {
  readonly version: string;
}

/** A run that has renewed its row within a minute. */
const isAlive = "runs.renewed_at > clock_timestamp() - interval '60 s'";

const renewal = `renewal AS (
        INSERT INTO pulumi_hosting.runs (run, renewed_at) VALUES ($1, clock_timestamp())
        ON CONFLICT (run) DO UPDATE SET renewed_at = excluded.renewed_at
      )`;

const optional = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);

const Version = z.object({ line_version: z.string() });

const CreateRow = Version.extend({
  token: z.string(),
  declaration: z.string(),
  subject: z.string(),
  id: optional,
  sent_by: optional,
  type: z.string(),
  machine: z.string(),
  has_run_ended: z.boolean(),
  is_under_way: z.boolean(),
  noted_ms: z.coerce.number(),
  age_ms: z.coerce.number(),
});
