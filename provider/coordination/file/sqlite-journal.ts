import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { hostname } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { openSqlite, Statements } from "../../../sqlite/database.ts";
import type { Clock } from "../../clock.ts";
import {
  type Intent,
  type Journal,
  type ObjectOfType,
  type PendingCreate,
  type StoppedMachine,
  underWay,
} from "../journal.ts";

/** How long another process may have the file; longer would hold up every operation of this one. */
const busyMs = 2_000;

/** Longest time a request without an answer may be under way. */
const settlesAfterMs = 90_000;
/** A younger row may be under way in another process, unless that is known to have ended. */
const underWayMs = settlesAfterMs + 30_000;
/**
 * An older row is of no use any more: its stack is gone, or was looked after by hand. So long that a clock
 * which is wrong by months costs no run its rows.
 */
const keptMs = 365 * 24 * 60 * 60_000;

/**
 * The table as version 0.1.0 has it (format 7), which may open the file as well: no number
 * is written into it, so that version adds the tables that it needs besides. That version alone fills
 * in `handed` (it ended in good order), `same_id`, `run` and `may_be_taken`; `told` is 1 once the run has ended in
 * good order and so has told the engine. Versions up to 0.2.0 leave `stops` alone.
 */
const schema = `
CREATE TABLE IF NOT EXISTS creates (
  token TEXT PRIMARY KEY, declaration TEXT NOT NULL, subject TEXT NOT NULL, world TEXT NOT NULL,
  owner TEXT NOT NULL, directory TEXT NOT NULL, at INTEGER NOT NULL, id TEXT,
  stack TEXT, handed INTEGER NOT NULL DEFAULT 0, sent_by TEXT, same_id INTEGER NOT NULL DEFAULT 0,
  type TEXT, run TEXT, told INTEGER NOT NULL DEFAULT 0,
  may_be_taken INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE IF NOT EXISTS stops (
  world TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, subject TEXT NOT NULL, stack TEXT NOT NULL,
  directory TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (world, type, id)
) STRICT;
`;

/** Formats before that of 0.1.0 were never given to anybody. */
const firstFormat = 7;

/** Where the journal is and whose creates it notes. */
export interface JournalOptions {
  /** File in the state directory, or ":memory:". */
  readonly file: string;
  readonly world: string;
  /** The program's, by which people find it. */
  readonly directory: string;
  /** The machine's clock, which processes share and anybody may set. */
  readonly clock: Pick<Clock, "now">;
  /** The clock for waits, where it is another one: it stops while a laptop sleeps. */
  readonly ownClock?: Pick<Clock, "now">;
  readonly processes?: Processes;
}

/** The processes that may share a journal. */
export interface Processes {
  /** This machine, or the container on it: in another one a number is another process's. */
  readonly machine: string;
  readonly pid: number;
  isRunning(pid: number): boolean;
}

const processesHere: Processes = { machine: hostname(), pid: process.pid, isRunning };

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // The file is for its user alone: a process of somebody else has the number of one that ended.
    return false;
  }
}

/** Creates in one SQLite file, readable by its owner alone, for any number of processes. */
export class SqliteJournal implements Journal {
  readonly #sql: Statements;
  readonly #database: DatabaseSync;
  readonly #options: JournalOptions;
  readonly #ownClock: Pick<Clock, "now">;
  readonly #processes: Processes;
  /** Names this process in the rows that it writes. */
  readonly #owner: string;
  /** Tokens of what this process made without a name. */
  readonly #unnamed = new Set<string>();

  /** @throws Error when the file cannot be read or written, or is of a format that nobody was given. */
  constructor(options: JournalOptions) {
    const { file, clock, ownClock = clock, processes = processesHere } = options;
    this.#options = options;
    this.#ownClock = ownClock;
    this.#processes = processes;
    this.#owner = `${randomUUID()} ${processes.pid} ${processes.machine}`;
    if (file !== ":memory:") closeSync(openSync(file, "a", 0o600));
    this.#database = openSqlite(file, { timeout: busyMs });
    // synchronous = FULL: a request must not leave before its line is on disk.
    this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    this.#sql = new Statements(this.#database);
    const format = Number(this.#sql.get`PRAGMA user_version`?.["user_version"]);
    if (format !== 0 && format < firstFormat) throw new OlderFormat();
    this.#database.exec(schema);
    this.#sql.run`DELETE FROM creates WHERE at < ${clock.now() - keptMs}`;
    this.#sql.run`DELETE FROM stops WHERE at < ${clock.now() - keptMs}`;
  }

  async find(token: string): Promise<PendingCreate | undefined> {
    // Of rows with handed = 1 a state had the outcome when 0.1.0 ended in good order.
    const row = this.#sql.get`SELECT * FROM creates WHERE token = ${token} AND handed = 0`;
    return row === undefined ? undefined : this.#pending(row);
  }

  async sent({ token, declaration, subject, stack, sentBy, type }: Intent): Promise<void> {
    const { clock, directory, world } = this.#options;
    this.#sql.run`DELETE FROM creates WHERE token = ${token} AND handed = 1`;
    const noted = this.#sql
      .run`INSERT INTO creates (token, declaration, subject, world, owner, directory, at, stack, sent_by, type)
      VALUES (${token}, ${declaration}, ${subject}, ${world}, ${this.#owner}, ${directory}, ${clock.now()}, ${stack}, ${sentBy ?? null}, ${type})
      ON CONFLICT (token) DO UPDATE SET at = excluded.at WHERE owner = ${this.#owner}`;
    if (Number(noted.changes) > 0) return;
    throw underWay(subject, undefined);
  }

  async made(intent: Intent, id: string): Promise<void> {
    const { token, declaration, subject, stack, sentBy, type, isNamed } = intent;
    const { clock, directory, world } = this.#options;
    this.#sql
      .run`INSERT INTO creates (token, declaration, subject, world, owner, directory, at, stack, sent_by, type, id)
      VALUES (${token}, ${declaration}, ${subject}, ${world}, ${this.#owner}, ${directory}, ${clock.now()}, ${stack}, ${sentBy ?? null}, ${type}, ${id})
      ON CONFLICT (token) DO UPDATE SET id = excluded.id, owner = excluded.owner, told = 0`;
    // An older create of a name that came again is over.
    this.#sql
      .run`DELETE FROM creates WHERE world = ${world} AND type = ${type} AND id = ${id} AND token <> ${token}`;
    this.endStop({ type, id });
    if (!isNamed) this.#unnamed.add(token);
  }

  async drop(token: string): Promise<void> {
    const open = await this.find(token);
    // A run that was refused because of another's create does not end it.
    if (open?.isUnderWay !== true) this.#drop(token);
  }

  async aheadMs(): Promise<number> {
    return 0;
  }

  endWithState({ type, id }: ObjectOfType, token?: string): void {
    // Read first: every operation asks, and a write would wait for whoever else writes.
    const ended = this.#sql.all`SELECT token FROM creates WHERE world = ${this.#options.world}
      AND type = ${type} AND id = ${id} AND token = coalesce(${token ?? null}, token)`;
    for (const row of ended) this.#drop(String(row["token"]));
  }

  async unsettled(stack: string): Promise<readonly PendingCreate[]> {
    return this.#sql.all`SELECT * FROM creates WHERE stack = ${stack}
      AND world = ${this.#options.world} AND handed = 0 AND owner <> ${this.#owner} ORDER BY at`
      .map((row) => this.#pending(row))
      .filter(({ isUnderWay }) => !isUnderWay);
  }

  async endRun(): Promise<void> {
    const rows = this.#sql.all`SELECT token FROM creates WHERE owner = ${this.#owner}`;
    for (const { token } of rows) {
      if (!this.#unnamed.has(String(token))) this.#drop(String(token));
      else this.#sql.run`UPDATE creates SET told = 1 WHERE token = ${String(token)}`;
    }
  }

  stopping({ type, id, subject, stack }: StoppedMachine): void {
    const { clock, directory, world } = this.#options;
    this.#sql.run`INSERT OR REPLACE INTO stops (world, type, id, subject, stack, directory, at)
      VALUES (${world}, ${type}, ${id}, ${subject}, ${stack}, ${directory}, ${clock.now()})`;
  }

  isStopped({ type, id }: ObjectOfType): boolean {
    const { world } = this.#options;
    const row = this.#sql
      .get`SELECT at FROM stops WHERE world = ${world} AND type = ${type} AND id = ${id}`;
    return row !== undefined;
  }

  endStop(machine: ObjectOfType): void {
    // Read first, as above.
    if (!this.isStopped(machine)) return;
    const { type, id } = machine;
    this.#sql
      .run`DELETE FROM stops WHERE world = ${this.#options.world} AND type = ${type} AND id = ${id}`;
  }

  /** Open creates that ended runs of this machine left on any platform, for a journal that takes them over. */
  left(): readonly LeftCreate[] {
    return this.#sql.all`SELECT * FROM creates WHERE handed = 0 AND stack IS NOT NULL ORDER BY at`
      .map((row) => ({ ...this.#pending(row), ...LeftRow.parse(row) }))
      .filter(({ isUnderWay }) => !isUnderWay);
  }

  close(): void {
    this.#database.close();
  }

  #drop(token: string): void {
    this.#sql.run`DELETE FROM creates WHERE token = ${token}`;
  }

  #pending(row: unknown): PendingCreate {
    const { at: notedAt, owner, sent_by: sentBy, told, ...known } = CreateRow.parse(row);
    const { clock } = this.#options;
    // A clock that was set back since must not let anybody wait for longer than a request takes.
    const sentAt = this.#ownClock.now() - Math.max(0, clock.now() - notedAt);
    const hasRunEnded = told === 1;
    const isUnderWay =
      owner !== this.#owner &&
      !hasRunEnded &&
      isOpenElsewhere({ owner, at: notedAt }, clock.now(), this.#processes);
    const times = { notedAt, settlesAt: sentAt + settlesAfterMs };
    return { ...known, ...times, sentBy, isUnderWay, hasRunEnded };
  }
}

const optional = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);

const CreateRow = z.object({
  token: z.string(),
  declaration: z.string(),
  subject: z.string(),
  owner: z.string(),
  at: z.int(),
  id: optional,
  sent_by: optional,
  type: z.string(),
  told: z.int(),
});

const LeftRow = z.object({ stack: z.string(), world: z.string() });

/** A create with its stack and platform. */
export type LeftCreate = PendingCreate & z.infer<typeof LeftRow>;

/**
 * True for a create that another process may have under way: it is young, and the process has not ended. A time that is
 * still to come is of a clock that was ahead, and may be long past.
 */
export function isOpenElsewhere(
  { owner, at }: { owner: string; at: number },
  now: number,
  processes: Processes = processesHere,
): boolean {
  if (Math.abs(now - at) > underWayMs) return false;
  const [, pid, ...machine] = owner.split(" ");
  return machine.join(" ") !== processes.machine || processes.isRunning(Number(pid));
}

/** The file is of a format that no release wrote. */
export class OlderFormat extends Error {}
