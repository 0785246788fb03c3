import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Kind } from "../../contract/endpoints.ts";
import { newId } from "./ids.ts";

/** What the platform keeps of its own, which its API never shows. */
type OwnKind = "alertCheck" | "alertDelivery" | "dedicatedAddress";

/** How the objects of a kind are kept. */
export interface RecordKind<T extends object> {
  readonly kind: Kind | OwnKind;
  /** Prefix of its ids, where the spec shows none. */
  readonly idPrefix?: string;
  /** What a record holds; it is checked when it is read, too. */
  readonly record: z.ZodType<T>;
}

/** A record with what identifies it: its id within the kind, its serial number in the world. */
export type Stored<T extends object> = T & { readonly id: string; readonly serial: number };

const Row = z.object({ serial: z.int(), id: z.string(), body: z.string() });

/** The platform's objects of all kinds, in the order they were created. */
export class Objects {
  readonly #sql: SQLTagStore;

  constructor(sql: SQLTagStore) {
    this.#sql = sql;
  }

  insert<T extends object>(of: RecordKind<T>, record: T, id = newId(this.#sql, of)): Stored<T> {
    const { kind } = of;
    const { lastInsertRowid } = this.#sql.run`INSERT INTO objects (kind, id, body)
      VALUES (${kind}, ${id}, ${JSON.stringify(record)})`;
    return { ...record, id, serial: Number(lastInsertRowid) };
  }

  find<T extends object>(kind: RecordKind<T>, id: string): Stored<T> | undefined {
    const row = this.#sql.get`SELECT serial, id, body FROM objects
      WHERE kind = ${kind.kind} AND id = ${id}`;
    return row === undefined ? undefined : stored(kind, row);
  }

  list<T extends object>(kind: RecordKind<T>): Stored<T>[] {
    const rows = this.#sql.all`SELECT serial, id, body FROM objects
      WHERE kind = ${kind.kind} ORDER BY serial`;
    return rows.map((row) => stored(kind, row));
  }

  /** The objects whose field has this value. */
  where<T extends object>(
    kind: RecordKind<T>,
    field: keyof T & string,
    value: string,
  ): Stored<T>[] {
    return this.#rowsWhere(kind.kind, field, value).map((row) => stored(kind, row));
  }

  /** An index serves only the expression that it was made of, word for word. */
  #rowsWhere(kind: string, field: string, value: string): readonly unknown[] {
    switch (field) {
      case "name":
        return this.#sql.all`SELECT serial, id, body FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.name') = ${value} ORDER BY serial`;
      case "instance_id":
        return this.#sql.all`SELECT serial, id, body FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.instance_id') = ${value} ORDER BY serial`;
      case "instance":
        return this.#sql.all`SELECT serial, id, body FROM objects
          WHERE kind = ${kind} AND json_extract(body, '$.instance') = ${value} ORDER BY serial`;
      default:
        return this.#sql.all`SELECT serial, id, body FROM objects
          WHERE kind = ${kind} AND json_extract(body, ${`$.${field}`}) = ${value} ORDER BY serial`;
    }
  }

  /** What they were at a moment, at the earliest when a fault began to keep that; only to be read. */
  at(time: number): Objects {
    return new PastObjects(this.#sql, time);
  }

  update<T extends object>(
    { kind, record }: RecordKind<T>,
    object: Stored<T>,
    changes: Partial<T>,
  ): Stored<T> {
    const { id, serial } = object;
    const changed = record.parse({ ...object, ...changes });
    this.#sql.run`UPDATE objects SET body = ${JSON.stringify(changed)}
      WHERE kind = ${kind} AND id = ${id}`;
    return { ...changed, id, serial };
  }

  remove({ kind }: Pick<RecordKind<object>, "kind">, id: string): void {
    this.#sql.run`DELETE FROM objects WHERE kind = ${kind} AND id = ${id}`;
  }
}

/** The objects as they were at a moment, at the earliest when the recording began; only read. */
class PastObjects extends Objects {
  readonly #sql: SQLTagStore;
  readonly #time: number;

  constructor(sql: SQLTagStore, time: number) {
    super(sql);
    this.#sql = sql;
    this.#time = time;
  }

  override list<T extends object>(kind: RecordKind<T>): Stored<T>[] {
    const rows = this.#sql.all`SELECT serial, id, body FROM past AS seen WHERE kind = ${kind.kind}
      AND body IS NOT NULL AND version = (SELECT max(version) FROM past
        WHERE kind = seen.kind AND id = seen.id AND at <= ${this.#time})
      ORDER BY serial`;
    return rows.map((row) => stored(kind, row));
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

function stored<T extends object>({ record }: RecordKind<T>, row: unknown): Stored<T> {
  const { serial, id, body } = Row.parse(row);
  return { ...record.parse(JSON.parse(body)), id, serial };
}
