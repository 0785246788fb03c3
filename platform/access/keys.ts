import type { SQLTagStore } from "node:sqlite";
import { z } from "zod";
import type { Scope } from "../../contract/endpoints.ts";
import { type JsonObject, Refusal } from "../http/answer.ts";
import type { TimeSource } from "../operator/clock.ts";
import { newId, randomId } from "../store/ids.ts";
import { sha256 } from "./hash.ts";

/** What a key may do under `/v1` (spec 5). */
export type Level = "Read" | "Write" | "Admin";

/** What a key may do under `/api/v1` (spec 5). */
export type KeyScope = Exclude<Scope, Level | "not shown"> | "*";

/** What a new key may do, and until when. */
export interface KeyOptions {
  readonly scopes: readonly KeyScope[];
  readonly level: Level;
  readonly expiresAt?: Date;
}

/** A new key. The value is shown this once: only its hash is kept (spec 2.11). */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

/** Who sent a request. */
export interface Caller {
  readonly keyId: string;
  /** The key that was made with the file. */
  readonly root: boolean;
  readonly scopes: readonly string[];
  readonly level: Level;
}

const Row = z.object({
  id: z.string(),
  scopes: z.string().transform((text) => (text === "" ? [] : text.split(" "))),
  level: z.enum(["Read", "Write", "Admin"]),
  expires_at: z.int().nullable(),
});

/** The keys of the world: its root key, which its file holds, and created ones. */
export class Keys {
  readonly #sql: SQLTagStore;
  readonly #clock: TimeSource;
  readonly #rootHash: string;

  constructor(sql: SQLTagStore, clock: TimeSource, rootKey: string) {
    this.#sql = sql;
    this.#clock = clock;
    this.#rootHash = sha256(rootKey);
  }

  create({ scopes, level, expiresAt }: KeyOptions): CreatedKey {
    const created = { id: newId(this.#sql, { kind: "apiKey" }), key: newKeyValue() };
    this.#sql.run`INSERT INTO keys (id, hash, scopes, level, expires_at) VALUES (${created.id},
      ${sha256(created.key)}, ${scopes.join(" ")}, ${level}, ${expiresAt?.getTime() ?? null})`;
    return created;
  }

  /** Every later request with the key is answered 401 (spec 5.4). False when there is none. */
  revoke(id: string): boolean {
    return Number(this.#sql.run`DELETE FROM keys WHERE id = ${id}`.changes) > 0;
  }

  /** The created keys as answers show them, without their values. */
  list(): JsonObject[] {
    const rows = this.#sql.all`SELECT id, scopes, level, expires_at FROM keys ORDER BY rowid`;
    return rows.map((row) => {
      const { expires_at, ...key } = Row.parse(row);
      return {
        ...key,
        expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
      };
    });
  }

  /** @throws Refusal 401 without a key that is known, not revoked and not expired (spec 5, 7.3). */
  authenticate(authorization = ""): Caller {
    const caller = this.identify(authorization);
    if (caller === undefined) {
      const why =
        bearerOf(authorization) === undefined
          ? "no bearer key was sent"
          : "it is unknown, revoked or expired";
      throw Refusal.json(401, `API key not accepted: ${why}`, { "www-authenticate": "Bearer" });
    }
    return caller;
  }

  /** Who has the key of the header; undefined without one that is accepted. */
  identify(authorization = ""): Caller | undefined {
    const key = bearerOf(authorization);
    return key === undefined ? undefined : this.#find(sha256(key));
  }

  #find(hash: string): Caller | undefined {
    if (hash === this.#rootHash)
      return { keyId: "root", root: true, scopes: ["*"], level: "Admin" };
    const found = this.#sql
      .get`SELECT id, scopes, level, expires_at FROM keys WHERE hash = ${hash}`;
    if (found === undefined) return undefined;
    const { id, scopes, level, expires_at } = Row.parse(found);
    if (expires_at !== null && expires_at <= this.#clock.now()) return undefined;
    return { keyId: id, root: false, scopes, level };
  }
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** A key's value with enough randomness that its plain hash cannot be searched. */
export function newKeyValue(): string {
  return randomId("hosting_local_", 40);
}
