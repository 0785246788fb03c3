import type { Kind } from "../../contract/endpoints.ts";
import type { TimeSource } from "../operator/clock.ts";
import type { Sql } from "./database.ts";
import { newId } from "./ids.ts";
import { endPeriod } from "./periods.ts";
import type { Row } from "./row.ts";

/** What the platform keeps of its own, which its API never shows. */
type OwnKind =
  | "alertCheck"
  | "alertDelivery"
  | "dedicatedAddress"
  | "trafficBackend"
  | "volumeSnapshot";

/** How the objects of a kind are kept. */
export interface RecordKind<T extends object> {
  readonly kind: Kind | OwnKind;
  /** Prefix of its ids, where the spec shows none. */
  readonly idPrefix?: string;
  readonly record: Shape<T>;
}

/** What a record holds. Nothing checks it: the platform alone writes its file, in one format. */
export interface Shape<T> {
  readonly holds?: T;
}

export function shape<T extends object>(): Shape<T> {
  return {};
}

/** A record with what identifies it: its id within the kind, its serial number in the world, its project. */
export type Stored<T extends object> = T & {
  readonly id: string;
  readonly serial: number;
  readonly project: string;
};

/** Whose objects are seen, and whose new ones are. */
export interface Reach {
  /** The one project whose objects are seen; null: those of all projects. */
  readonly project: string | null;
  /** The project that new objects belong to. */
  readonly home: string;
}

/** The platform's objects of all kinds within a reach, in the order they were created. */
export class Objects {
  readonly reach: Reach;
  readonly #sql: Sql;
  readonly #clock: TimeSource;

  constructor(sql: Sql, reach: Reach, clock: TimeSource) {
    this.#sql = sql;
    this.reach = reach;
    this.#clock = clock;
  }

  /** The objects within another reach. */
  within(reach: Reach): Objects {
    return new Objects(this.#sql, reach, this.#clock);
  }

  /** The objects of one project, also for what is made inside of one of them. */
  of(project: string): Objects {
    return this.within({ project, home: project });
  }

  insert<T extends object>(of: RecordKind<T>, record: T, id = newId(this.#sql, of)): Stored<T> {
    const { kind } = of;
    const { home: project } = this.reach;
    const { lastInsertRowid } = this.#sql.run`INSERT INTO objects (kind, id, project, body, since)
      VALUES (${kind}, ${id}, ${project}, ${JSON.stringify(record)}, ${this.#clock.now()})`;
    return { ...record, id, serial: Number(lastInsertRowid), project };
  }

  find<T extends object>(kind: RecordKind<T>, id: string): Stored<T> | undefined {
    const row = this.#sql.get`SELECT serial, id, project, body FROM objects
      WHERE kind = ${kind.kind} AND id = ${id}`;
    return row === undefined || !this.reaches(row) ? undefined : stored<T>(row);
  }

  list<T extends object>(kind: RecordKind<T>): Stored<T>[] {
    const { project } = this.reach;
    // Two statements, so that each can use an index.
    const rows =
      project === null
        ? this.#sql.all`SELECT serial, id, project, body FROM objects
            WHERE kind = ${kind.kind} ORDER BY serial`
        : this.#sql.all`SELECT serial, id, project, body FROM objects
            WHERE kind = ${kind.kind} AND project = ${project} ORDER BY serial`;
    return rows.map((row) => stored<T>(row));
  }

  /** The objects whose field has this value. */
  where<T extends object>(
    kind: RecordKind<T>,
    field: keyof T & string,
    value: string,
  ): Stored<T>[] {
    const rows = this.#rowsWhere(kind.kind, field, value);
    return rows.filter((row) => this.reaches(row)).map((row) => stored<T>(row));
  }

  /** An index serves only the expression that it was made of, word for word. */
  #rowsWhere(kind: string, field: string, value: string): readonly Row[] {
    switch (field) {
      case "name":
        return this.#sql.all`SELECT serial, id, project, body FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.name') = ${value} ORDER BY serial`;
      case "instance_id":
        return this.#sql.all`SELECT serial, id, project, body FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.instance_id') = ${value} ORDER BY serial`;
      case "instance":
        return this.#sql.all`SELECT serial, id, project, body FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.instance') = ${value} ORDER BY serial`;
      default:
        return this.#sql.all`SELECT serial, id, project, body FROM objects
          WHERE kind = ${kind} AND json_extract(body, ${`$.${field}`}) = ${value} ORDER BY serial`;
    }
  }

  /** What they were at a moment, at the earliest when a fault began to keep that; only to be read. */
  at(time: number): Objects {
    return new PastObjects(this.#sql, this.reach, { now: () => time });
  }

  update<T extends object>(
    { kind }: RecordKind<T>,
    object: Stored<T>,
    changes: Partial<T>,
  ): Stored<T> {
    const changed = { ...object, ...changes };
    const { id, serial: _serial, project: _project, ...record } = changed;
    const now = this.#clock.now();
    endPeriod(this.#sql, { kind, id, now });
    this.#sql.run`UPDATE objects SET body = ${JSON.stringify(record)}, since = ${now}
      WHERE kind = ${kind} AND id = ${id}`;
    return changed;
  }

  remove({ kind }: Pick<RecordKind<object>, "kind">, id: string): void {
    endPeriod(this.#sql, { kind, id, now: this.#clock.now() });
    this.#sql.run`DELETE FROM objects WHERE kind = ${kind} AND id = ${id}`;
  }

  /** Removes the oldest of a kind, in all projects, where there are more than `most`. */
  trim({ kind }: Pick<RecordKind<object>, "kind">, most: number): void {
    this.#sql.run`DELETE FROM objects WHERE kind = ${kind} AND serial <= (
      SELECT serial FROM objects WHERE kind = ${kind} ORDER BY serial DESC LIMIT 1 OFFSET ${most})`;
  }

  protected reaches({ project }: Row): boolean {
    return this.reach.project === null || this.reach.project === project;
  }
}

/** The objects as they were at a moment, at the earliest when the recording began; only read. */
class PastObjects extends Objects {
  readonly #sql: Sql;
  readonly #time: TimeSource;

  constructor(sql: Sql, reach: Reach, time: TimeSource) {
    super(sql, reach, time);
    this.#sql = sql;
    this.#time = time;
  }

  override within(reach: Reach): Objects {
    return new PastObjects(this.#sql, reach, this.#time);
  }

  override list<T extends object>(kind: RecordKind<T>): Stored<T>[] {
    const rows = this.#sql
      .all`SELECT serial, id, project, body FROM past AS seen WHERE kind = ${kind.kind}
      AND body IS NOT NULL AND version = (SELECT max(version) FROM past
        WHERE kind = seen.kind AND id = seen.id AND at <= ${this.#time.now()})
      ORDER BY serial`;
    return rows.filter((row) => this.reaches(row)).map((row) => stored<T>(row));
  }

  override find<T extends object>(kind: RecordKind<T>, id: string): Stored<T> | undefined {
    return this.list(kind).find((object) => object.id === id);
  }

  override where<T extends object>(
    kind: RecordKind<T>,
    field: keyof T & string,
    value: string,
  ): Stored<T>[] {
    return this.list(kind).filter((object) => object[field] === value);
  }
}

function stored<T extends object>({ serial, id, project, body }: Row): Stored<T> {
  const record: T = JSON.parse(String(body));
  const own = { id: String(id), serial: Number(serial), project: String(project) };
  return Object.assign(record, own);
}
