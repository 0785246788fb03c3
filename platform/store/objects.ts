import type { Kind } from "../../contract/endpoints.ts";
import type { Sql } from "./database.ts";
import { newId } from "./ids.ts";
import type { Row } from "./row.ts";

/** Internal records of the platform, which its API never shows. */
type OwnKind = "dedicatedAddress" | "trafficBackend";

/** How the objects of a kind are kept. */
export interface RecordKind<T extends object> {
  readonly kind: Kind | OwnKind;
  /** Prefix of its ids, where the spec shows none. */
  readonly idPrefix?: string;
  readonly record: Shape<T>;
}

/** The contents of a record. Nothing checks it: the platform alone writes its file, in one format. */
export interface Shape<T> {
  readonly holds?: T;
}

export function shape<T extends object>(): Shape<T> {
  return {};
}

/** A record with what identifies it: its id within the kind, its serial number on the platform, its project. */
export type Stored<T extends object> = T & {
  readonly id: string;
  readonly serial: number;
  readonly project: string;
  /** When it is gone; null for one that was not deleted. */
  readonly gone_at: number | null;
};

/** Whose objects are seen, and whose new ones are. */
export interface Reach {
  /** The one project whose objects are seen; null: those of all projects. */
  readonly project: string | null;
  /** The project that new objects belong to. */
  readonly home: string;
}

/** When something is looked at, in milliseconds since the epoch. */
export interface Look {
  readonly now: number;
  /** The moment that lists show: earlier than now where they lag. */
  readonly listed: number;
}

/** The platform's objects of all kinds within a reach, in the order they were created. */
export class Objects {
  readonly reach: Reach;
  readonly #sql: Sql;
  readonly #look: Look;

  constructor(sql: Sql, reach: Reach, look: Look) {
    this.#sql = sql;
    this.reach = reach;
    this.#look = look;
  }

  /** The objects within another reach, or as another look sees them. */
  within(reach: Reach, look: Look = this.#look): Objects {
    return new Objects(this.#sql, reach, look);
  }

  /** The objects of one project, also for what is made inside of one of them. */
  of(project: string): Objects {
    return this.within({ project, home: project });
  }

  insert<T extends object>(of: RecordKind<T>, record: T, id = newId(this.#sql, of)): Stored<T> {
    const { kind } = of;
    const { home: project } = this.reach;
    const { now } = this.#look;
    this.#sql.run`DELETE FROM objects WHERE kind = ${kind} AND id = ${id} AND gone_at <= ${now}`;
    const { lastInsertRowid } = this.#sql.run`INSERT INTO objects (kind, id, project, body, since)
      VALUES (${kind}, ${id}, ${project}, ${JSON.stringify(record)}, ${now})`;
    return { ...record, id, serial: Number(lastInsertRowid), project, gone_at: null };
  }

  find<T extends object>({ kind }: RecordKind<T>, id: string): Stored<T> | undefined {
    const row = this.#sql.get`SELECT serial, id, project, body, gone_at FROM objects
      WHERE kind = ${kind} AND id = ${id} AND (gone_at IS NULL OR gone_at > ${this.#look.now})`;
    return row === undefined || !this.#reaches(row) ? undefined : stored<T>(row);
  }

  list<T extends object>({ kind }: RecordKind<T>): Stored<T>[] {
    const { project } = this.reach;
    // Two statements, so that each can use an index.
    const rows =
      project === null
        ? this.#sql.all`SELECT serial, id, project, body, since, gone_at FROM objects
            WHERE kind = ${kind} ORDER BY serial`
        : this.#sql.all`SELECT serial, id, project, body, since, gone_at FROM objects
            WHERE kind = ${kind} AND project = ${project} ORDER BY serial`;
    return rows.filter((row) => this.#lists(row)).map((row) => stored<T>(row));
  }

  /** The objects whose field has this value. */
  where<T extends object>(
    { kind }: RecordKind<T>,
    field: keyof T & string,
    value: string,
  ): Stored<T>[] {
    const rows = this.#rowsWhere(kind, field, value);
    return rows
      .filter((row) => this.#reaches(row) && this.#lists(row))
      .map((row) => stored<T>(row));
  }

  /** An index serves only the expression that it was made of, word for word. */
  #rowsWhere(kind: string, field: string, value: string): readonly Row[] {
    switch (field) {
      case "name":
        return this.#sql.all`SELECT serial, id, project, body, since, gone_at FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.name') = ${value} ORDER BY serial`;
      case "instance_id":
        return this.#sql.all`SELECT serial, id, project, body, since, gone_at FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.instance_id') = ${value} ORDER BY serial`;
      case "instance":
        return this.#sql.all`SELECT serial, id, project, body, since, gone_at FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.instance') = ${value} ORDER BY serial`;
      default:
        return this.#sql.all`SELECT serial, id, project, body, since, gone_at FROM objects
          WHERE kind = ${kind} AND json_extract(body, ${`$.${field}`}) = ${value} ORDER BY serial`;
    }
  }

  update<T extends object>(
    { kind }: RecordKind<T>,
    object: Stored<T>,
    changes: Partial<T>,
  ): Stored<T> {
    const changed = { ...object, ...changes };
    const { id, serial: _serial, project: _project, gone_at: _gone, ...record } = changed;
    this.#sql.run`UPDATE objects SET body = ${JSON.stringify(record)}
      WHERE kind = ${kind} AND id = ${id}`;
    return changed;
  }

  /** Deletes an object: it is gone that many seconds from now. Lists that lag show it as long as they do. */
  remove({ kind }: Pick<RecordKind<object>, "kind">, id: string, seconds = 0): void {
    const { now } = this.#look;
    const goneAt = now + Math.round(seconds * 1000);
    this.#sql.run`UPDATE objects SET gone_at = ${goneAt}
      WHERE kind = ${kind} AND id = ${id} AND gone_at IS NULL`;
    this.#sql.run`DELETE FROM objects WHERE kind = ${kind} AND id = ${id} AND gone_at <= ${now}
      AND NOT EXISTS (SELECT 1 FROM faults WHERE effect = 'lag')`;
  }

  #reaches({ project }: Row): boolean {
    return this.reach.project === null || this.reach.project === project;
  }

  /** The objects of the moment that lists show. */
  #lists({ since, gone_at }: Row): boolean {
    const { listed } = this.#look;
    return Number(since) <= listed && (gone_at === null || Number(gone_at) > listed);
  }
}

function stored<T extends object>({ serial, id, project, body, gone_at }: Row): Stored<T> {
  const record: T = JSON.parse(String(body));
  const own = {
    id: String(id),
    serial: Number(serial),
    project: String(project),
    gone_at: gone_at === null ? null : Number(gone_at),
  };
  return Object.assign(record, own);
}
