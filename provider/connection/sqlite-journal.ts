import type { Clock } from "../clock.ts";
import { HostingError } from "../errors.ts";
import type {
  Adoption,
  Intent,
  Journal,
  NameOfKind,
  ObjectOfType,
  RecordedAdoption,
  RecordedIntent,
} from "../lifecycle/memory/journal.ts";
import { adoptedMs, freedMs, JournalFile, rowOf, settlesAfterMs } from "./journal-file.ts";

/** Where the journal is and whose creates it notes. */
export interface JournalOptions {
  /** File in the state directory, or ":memory:". */
  readonly file: string;
  readonly world: string;
  /** The program's: stacks of one name in two of them, with a backend each, are two stacks. */
  readonly directory: string;
  /** Names the run of the engine, which may have several processes. */
  readonly run: string;
  /** The machine's, which processes share and anybody may set. */
  readonly clock: Pick<Clock, "now">;
  /** What this process waits by, where it is another one: it stands still while a laptop sleeps. */
  readonly ownClock?: Pick<Clock, "now">;
  readonly processes?: JournalFile["processes"];
}

/** Intents in one SQLite file, for any number of processes. */
export class SqliteJournal implements Journal {
  readonly #file: JournalFile;
  readonly #sql: JournalFile["sql"];
  readonly #world: string;
  readonly #directory: string;
  readonly #run: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #ownClock: Pick<Clock, "now">;
  /** Ids that wait for a sign of the engine; asked for at every operation. */
  readonly #made = new Set<string>();
  /** Ids whose adoption waits for one; the same. */
  readonly #adopted = new Set<string>();

  /** @throws Error when the file cannot be read or written. */
  constructor({ file, world, directory, run, clock, ownClock = clock, processes }: JournalOptions) {
    this.#file = new JournalFile(file, processes);
    this.#sql = this.#file.sql;
    this.#world = world;
    this.#directory = directory;
    this.#run = run;
    this.#clock = clock;
    this.#ownClock = ownClock;
    this.#file.atOnce(() => {
      this.#file.bringUpToDate();
      this.#file.forgetOld(clock.now());
      this.#loadOpen();
    });
  }

  #loadOpen(): void {
    const made = this.#sql
      .all`SELECT id FROM creates WHERE world = ${this.#world} AND id IS NOT NULL`;
    for (const { id } of made) this.#made.add(String(id));
    const adopted = this.#sql
      .all`SELECT id FROM adoptions WHERE world = ${this.#world} AND stored = 0`;
    for (const { id } of adopted) this.#adopted.add(String(id));
  }

  find(token: string): RecordedIntent | undefined {
    const row = this.#sql.get`SELECT * FROM creates WHERE token = ${token}`;
    return row === undefined ? undefined : this.#recorded(row);
  }

  others({ token, declaration }: Intent): readonly RecordedIntent[] {
    return this.#sql.all`SELECT * FROM creates WHERE declaration = ${declaration} AND handed = 0`
      .map((row) => this.#recorded(row))
      .filter((intent) => intent.token !== token && intent.elsewhere === undefined);
  }

  sent({ token, declaration, subject, stack, sentBy, type, mayBeTaken }: Intent): void {
    const noted = this.#sql
      .run`INSERT INTO creates (token, declaration, subject, world, owner, directory, at, stack, sent_by, type, may_be_taken)
      VALUES (${token}, ${declaration}, ${subject}, ${this.#world}, ${this.#file.owner}, ${this.#directory}, ${this.#clock.now()}, ${stack}, ${sentBy ?? null}, ${type ?? null}, ${Number(mayBeTaken ?? false)})
      ON CONFLICT (token) DO UPDATE SET at = excluded.at WHERE owner = ${this.#file.owner}`;
    if (Number(noted.changes) > 0) return;
    throw new HostingError(
      "unsent",
      `${subject} was not created: another run on this machine is creating it. Nothing was sent; run \`pulumi up\` again when that one has ended.`,
    );
  }

  made(intent: Intent, id: string): void {
    const { token, declaration, subject, stack, sentBy, type, isSameId } = intent;
    // What had the id before is gone, and with it what was noted of it before this create was sent.
    this.#sql.run`DELETE FROM adoptions WHERE world = ${this.#world} AND type = ${type ?? null}
      AND id = ${id} AND at < (SELECT at FROM creates WHERE token = ${token})`;
    this.#sql
      .run`INSERT INTO creates (token, declaration, subject, world, owner, directory, at, stack, sent_by, type, id, same_id, run)
      VALUES (${token}, ${declaration}, ${subject}, ${this.#world}, ${this.#file.owner}, ${this.#directory}, ${this.#clock.now()}, ${stack}, ${sentBy ?? null}, ${type ?? null}, ${id}, ${Number(isSameId ?? false)}, ${this.#run})
      ON CONFLICT (token) DO UPDATE SET id = excluded.id, directory = excluded.directory, same_id = excluded.same_id, run = excluded.run, told = 0`;
    this.#sql.run`DELETE FROM creates WHERE token <> ${token}
      AND world = ${this.#world} AND type = ${type ?? null} AND id = ${id}`;
    this.#made.add(id);
  }

  told({ type, id }: ObjectOfType): void {
    this.#sql.run`UPDATE creates SET told = 1, owner = ${this.#file.owner}
      WHERE world = ${this.#world} AND type = ${type} AND id = ${id}`;
  }

  leftOpen(stack: string): readonly RecordedIntent[] {
    return this.#sql.all`SELECT * FROM creates WHERE stack = ${stack} AND world = ${this.#world}
      AND handed = 0 AND owner <> ${this.#file.owner}`
      .filter((row) => this.#file.isLeftOpen(row, this.#clock.now()))
      .map((row) => this.#recorded(row))
      .filter(({ elsewhere }) => elsewhere === undefined);
  }

  madeForOthers({ declaration, stack, type }: Intent): readonly string[] {
    const made = this.#sql
      .all`SELECT id FROM creates WHERE stack = ${stack} AND world = ${this.#world}
      AND type = ${type ?? null} AND id IS NOT NULL AND handed = 0 AND declaration <> ${declaration}`;
    return made.map(({ id }) => String(id));
  }

  handedOver(): void {
    this.#file.atOnce(() => {
      this.#sql.run`UPDATE creates SET handed = 1 WHERE owner = ${this.#file.owner}`;
      this.#sql.run`UPDATE adoptions SET stored = 1 WHERE run = ${this.#run}`;
      this.#dropAdopted();
    });
  }

  drop(token: string): void {
    this.#sql.run`DELETE FROM creates WHERE token = ${token}`;
  }

  stored(token: string, id: string, mayBeOlder = false): void {
    if (!this.#made.has(id)) return;
    this.#sql.run`DELETE FROM creates WHERE token = ${token} AND id = ${id}
      AND (same_id = 0 OR handed = 1 OR ${Number(mayBeOlder)} = 0)`;
  }

  deletionBegan({ type, id }: ObjectOfType): void {
    this.#sql.run`INSERT OR REPLACE INTO deletions (world, type, id, at)
      VALUES (${this.#world}, ${type}, ${id}, ${this.#clock.now()})`;
  }

  deletionDone({ type, id }: ObjectOfType): void {
    this.#sql.run`UPDATE deletions SET done = 1
      WHERE world = ${this.#world} AND type = ${type} AND id = ${id}`;
  }

  dropDeletion({ type, id }: ObjectOfType): void {
    this.#sql.run`DELETE FROM deletions
      WHERE world = ${this.#world} AND type = ${type} AND id = ${id}`;
  }

  deletionOf({ type, id }: ObjectOfType): ReturnType<Journal["deletionOf"]> {
    const row = this.#sql.get`SELECT at, done FROM deletions
      WHERE world = ${this.#world} AND type = ${type} AND id = ${id}`;
    if (row === undefined) return undefined;
    const { at, done } = rowOf.deletion.parse(row);
    return { isDone: done !== 0, isRecent: at >= this.#clock.now() - freedMs };
  }

  adopted({ type, id, declaration, subject, stack, adoptedAt, isStored }: Adoption): void {
    this.#file.atOnce(() => {
      this.#sql
        .run`DELETE FROM adoptions WHERE world = ${this.#world} AND type = ${type} AND id = ${id}
        AND (stack IS NULL OR stack = ${stack ?? null})`;
      this.#sql
        .run`INSERT INTO adoptions (world, type, id, declaration, subject, stack, at, run, stored, adopted_at)
        VALUES (${this.#world}, ${type}, ${id}, ${declaration}, ${subject}, ${stack ?? null}, ${this.#clock.now()}, ${this.#run}, ${Number(isStored)}, ${adoptedAt ?? null})`;
    });
    this.#adopted.add(id);
  }

  adoptionStored({ type, id, declaration, adoptedAt }: Adoption): void {
    if (!this.#adopted.has(id)) return;
    const at = adoptedAt ?? null;
    // What a killed run adopted is what a state shows, if any; of this run's own an older state says nothing.
    this.#sql.run`UPDATE adoptions SET stored = 1, adopted_at = ${at}
      WHERE world = ${this.#world} AND type = ${type} AND id = ${id} AND declaration = ${declaration}
      AND stored = 0 AND (run IS NOT ${this.#run} OR adopted_at IS ${at})`;
    this.#dropAdopted();
  }

  /** What a killed run made for one declaration is no open question once a state has it for another. */
  #dropAdopted(): void {
    this.#sql.run`DELETE FROM creates WHERE handed = 0 AND (world, type, id) IN
      (SELECT world, type, id FROM adoptions WHERE stored = 1)`;
  }

  adoptersOf({ type, id }: ObjectOfType, stack: string): readonly RecordedAdoption[] {
    const rows = this.#sql
      .all`SELECT declaration, subject, stack, run, stored, adopted_at AS adoptedAt FROM adoptions
      WHERE world = ${this.#world} AND type = ${type} AND id = ${id}
      AND (at > ${this.#clock.now() - adoptedMs} OR stack <> ${stack})
      ORDER BY ifnull(adopted_at, 0) DESC, ifnull(stack, ${stack}) = ${stack}`;
    return rows.map((row) => {
      const { run, stored, ...adopter } = rowOf.adoption.parse(row);
      const isOfRun = run === this.#run;
      return { type, id, ...adopter, isOpen: stored === 0 && !isOfRun, isOfRun };
    });
  }

  makerElsewhere({ type, id }: ObjectOfType): ReturnType<Journal["makerElsewhere"]> {
    const row = this.#sql.get`SELECT declaration, subject FROM creates WHERE run = ${this.#run}
      AND owner <> ${this.#file.owner} AND world = ${this.#world} AND type = ${type} AND id = ${id}`;
    return rowOf.maker.optional().parse(row);
  }

  dropAdoption({ type, id }: ObjectOfType): void {
    this.#sql
      .run`DELETE FROM adoptions WHERE world = ${this.#world} AND type = ${type} AND id = ${id}`;
  }

  nameFreed({ kind, name }: NameOfKind, id: string): void {
    this.#sql.run`INSERT OR REPLACE INTO freed (world, kind, name, id, at)
      VALUES (${this.#world}, ${kind}, ${name}, ${id}, ${this.#clock.now()})`;
  }

  nameUsed({ kind, name }: NameOfKind): void {
    this.#sql.run`DELETE FROM freed
      WHERE world = ${this.#world} AND kind = ${kind} AND name = ${name}`;
  }

  freedFrom({ kind, name }: NameOfKind): readonly string[] {
    const rows = this.#sql.all`SELECT id FROM freed
      WHERE world = ${this.#world} AND kind = ${kind} AND name = ${name} AND at >= ${this.#clock.now() - freedMs}`;
    return rows.map(({ id }) => String(id));
  }

  close(): void {
    this.#file.close();
  }

  #recorded(row: unknown): RecordedIntent {
    const { at: notedAt, directory, handed, told, ...known } = rowOf.create.parse(row);
    const { sent_by: sentBy, may_be_taken: taken, ...intent } = known;
    // A clock that was set back since must not let anybody wait for longer than a request takes.
    const at = this.#ownClock.now() - Math.max(0, this.#clock.now() - notedAt);
    const elsewhere = directory === this.#directory ? undefined : directory;
    const settlesAt = at + settlesAfterMs;
    const says = { mayBeTaken: taken !== 0, isStored: handed * told !== 0 };
    return { ...intent, ...says, sentBy, elsewhere, at, notedAt, settlesAt };
  }
}
