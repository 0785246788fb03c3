import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Kind } from "../../contract/endpoints.ts";
import { newId } from "./ids.ts";

/** How the objects of a kind are kept. */
export interface RecordKind<T extends object> {
  readonly kind: Kind;
  /** Prefix of its ids, where the spec shows none. */
  readonly idPrefix?: string;
  /** What a record holds; it is checked when it is read, too. */
  readonly record: z.ZodType<T>;
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

const Row = z.object({ serial: z.int(), id: z.string(), project: z.string(), body: z.string() });

/** The platform's objects of all kinds within a reach, in the order they were created. */
export class Objects {
  readonly reach: Reach;
  readonly #sql: SQLTagStore;

  constructor(sql: SQLTagStore, reach: Reach) {
    this.#sql = sql;
    this.reach = reach;
  }

  /** The objects within another reach. */
  within(reach: Reach): Objects {
    return new Objects(this.#sql, reach);
  }

  /** The objects of one project, also for what is made inside of one of them. */
  of(project: string): Objects {
    return this.within({ project, home: project });
  }

  insert<T extends object>(of: RecordKind<T>, record: T, id = newId(of)): Stored<T> {
    const { kind } = of;
    const { home: project } = this.reach;
    const { lastInsertRowid } = this.#sql.run`INSERT INTO objects (kind, id, project, body)
      VALUES (${kind}, ${id}, ${project}, ${JSON.stringify(record)})`;
    return { ...record, id, serial: Number(lastInsertRowid), project };
  }

  find<T extends object>(kind: RecordKind<T>, id: string): Stored<T> | undefined {
    const row = this.#sql.get`SELECT serial, id, project, body FROM objects
      WHERE kind = ${kind.kind} AND id = ${id}`;
    return row === undefined || !this.#reaches(row) ? undefined : stored(kind, row);
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
    return rows.map((row) => stored(kind, row));
  }

  /** The objects whose field has this value. */
  where<T extends object>(
    kind: RecordKind<T>,
    field: keyof T & string,
    value: string,
  ): Stored<T>[] {
    const rows = this.#sql.all`SELECT serial, id, project, body FROM objects
      WHERE kind = ${kind.kind} AND json_extract(body, ${`$.${field}`}) = ${value} ORDER BY serial`;
    return rows.filter((row) => this.#reaches(row)).map((row) => stored(kind, row));
  }

  update<T extends object>(
    { kind, record }: RecordKind<T>,
    object: Stored<T>,
    changes: Partial<T>,
  ): Stored<T> {
    const { id, serial, project } = object;
    const changed = record.parse({ ...object, ...changes });
    this.#sql.run`UPDATE objects SET body = ${JSON.stringify(changed)}
      WHERE kind = ${kind} AND id = ${id}`;
    return { ...changed, id, serial, project };
  }

  remove({ kind }: Pick<RecordKind<object>, "kind">, id: string): void {
    this.#sql.run`DELETE FROM objects WHERE kind = ${kind} AND id = ${id}`;
  }

  #reaches({ project }: Readonly<Record<string, unknown>>): boolean {
    return this.reach.project === null || this.reach.project === project;
  }
}

function stored<T extends object>({ record }: RecordKind<T>, row: unknown): Stored<T> {
  const { serial, id, project, body } = Row.parse(row);
  return { ...record.parse(JSON.parse(body)), id, serial, project };
}
