import type { Scope } from "../../contract/endpoints.ts";
import { type JsonObject, Refusal } from "../http/answer.ts";
import type { TimeSource } from "../operator/clock.ts";
import { references } from "../references.ts";
import type { Rule } from "../rules/rule.ts";
import type { Database, Sql } from "../store/database.ts";
import { newId, randomId } from "../store/ids.ts";
import { kept } from "../store/kept.ts";
import type { Objects } from "../store/objects.ts";
import { type Row, textOrNull } from "../store/row.ts";
import { sha256 } from "./hash.ts";
import type { Projects } from "./projects.ts";
import type { Role } from "./roles.ts";

/** What a key may do under `/v1` (spec 5): its permission, as spec 2.11 calls it. */
export type Level = (typeof levels)[number];

/** Each allows what the ones before it do. */
export const levels = ["Read", "Write", "Admin"] as const;

/** What a key may do under `/api/v1` (spec 5). */
export type KeyScope = Exclude<Scope, Level | "not shown"> | "*";

/** What a new key may do, where, and until when (spec 2.11). */
export interface KeyOptions {
  /** Default: its id. */
  readonly name?: string;
  readonly scopes: readonly KeyScope[];
  readonly level: Level;
  /** The one project (`proj_…`) that it reaches. Default: the whole account. */
  readonly project?: string;
  /** Member (`usr_…`) whose role it acts with, in the member's project. Default: the account's owner. */
  readonly member?: string;
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
  readonly scopes: readonly string[];
  readonly level: Level;
  /** The one project that the key reaches; null: all of them. */
  readonly project: string | null;
  readonly role: Role;
}

/** A key as it is kept. */
interface KeptKey extends Omit<Caller, "keyId" | "role"> {
  readonly id: string;
  readonly name: string;
  /** The member whose role it acts with; null: the account's owner. */
  readonly member: string | null;
  readonly expiresAt: number | null;
}

/** What keys are looked up in besides their own table. */
interface Surroundings {
  readonly clock: TimeSource;
  /** The objects of all projects. */
  readonly account: Objects;
  readonly projects: Projects;
}

/** The keys of the account. */
export class Keys {
  readonly #sql: Sql;
  readonly #around: Surroundings;
  /** Keys that were sent, by the header that they came in. */
  readonly #sent: () => Map<string, KeptKey>;

  constructor(database: Database, around: Surroundings) {
    this.#sql = database.watched;
    this.#around = around;
    this.#sent = kept(database, () => new Map());
  }

  /** @throws Error when there is no such project, or no such member of it. */
  create(options: KeyOptions): CreatedKey {
    return this.add(options, { id: newId(this.#sql, { kind: "apiKey" }), key: newKeyValue() });
  }

  /** The same with an id and a value that are known already. */
  add(options: KeyOptions, created: CreatedKey): CreatedKey {
    const { name = created.id, scopes, level, member = null, expiresAt } = options;
    const project = this.#projectOf(options);
    this.#sql.run`INSERT INTO keys (id, hash, name, scopes, level, project, member, expires_at)
      VALUES (${created.id}, ${sha256(created.key)}, ${name}, ${scopes.join(" ")}, ${level},
      ${project}, ${member}, ${expiresAt?.getTime() ?? null})`;
    return created;
  }

  /** Every later request with the key is answered 401 (spec 5.4). False when there is none. */
  revoke(id: string): boolean {
    return Number(this.#sql.run`DELETE FROM keys WHERE id = ${id}`.changes) > 0;
  }

  /** The project of the key with this id, null of an account-wide one; undefined when there is none. */
  projectOf(id: string): string | null | undefined {
    const row = this.#sql.get`SELECT * FROM keys WHERE id = ${id}`;
    return row === undefined ? undefined : keptKey(row).project;
  }

  /** The keys as answers show them, without their values: all, or those of a project. */
  list(project: string | null = null): JsonObject[] {
    const rows = this.#sql.all`SELECT * FROM keys
      WHERE ${project} IS NULL OR project = ${project} ORDER BY rowid`;
    return rows.map((row) => viewKey(keptKey(row)));
  }

  /** @throws Refusal 401 without a key that is known, not revoked and not expired (spec 5, 7.3). */
  authenticate(authorization = ""): Caller {
    const caller = this.identify(authorization);
    if (caller === undefined) {
      const why =
        bearerOf(authorization) === undefined
          ? "no bearer key was sent"
          : "it is unknown, revoked or expired";
      throw Refusal.json(401, `API key not accepted: ${why}`, {
        by: this.#ruleAgainst(authorization),
        headers: { "www-authenticate": "Bearer" },
      });
    }
    return caller;
  }

  /** Who has the key of the header; undefined without one that is accepted. */
  identify(authorization = ""): Caller | undefined {
    const found = this.#sent().get(authorization) ?? this.#find(authorization);
    if (found === undefined) return undefined;
    const { id, scopes, level, project, member, expiresAt } = found;
    if (expiresAt !== null && expiresAt <= this.#around.clock.now()) return undefined;
    const role = this.#roleOf(member);
    return role === undefined ? undefined : { keyId: id, scopes, level, project, role };
  }

  /** What decides that the header is not accepted; who sent it is told less. */
  #ruleAgainst(authorization: string): Rule {
    if (bearerOf(authorization) === undefined) {
      return "5.1: Every request carries the header Authorization: Bearer <API_KEY>.";
    }
    const { expiresAt = null, member = null } = this.#find(authorization) ?? {};
    if (expiresAt !== null && expiresAt <= this.#around.clock.now()) {
      return "5.3: A key can have an expiry date";
    }
    return member === null
      ? "7.3: Request with a revoked key: 401 Unauthorized."
      : "4.2: removes the member";
  }

  #find(authorization: string): KeptKey | undefined {
    const value = bearerOf(authorization);
    if (value === undefined) return undefined;
    const found = this.#sql.get`SELECT * FROM keys WHERE hash = ${sha256(value)}`;
    if (found === undefined) return undefined;
    const key = keptKey(found);
    this.#sent().set(authorization, key);
    return key;
  }

  /** Undefined for a member who was removed: nobody is left to act for. */
  #roleOf(member: string | null): Role | undefined {
    if (member === null) return "owner";
    return this.#around.account.find(references.projectMember, member)?.role;
  }

  #projectOf({ project, member }: KeyOptions): string | null {
    const { account, projects } = this.#around;
    if (project !== undefined && !projects.has(project)) {
      throw new Error(`The key was not created: there is no project "${project}".`);
    }
    if (member === undefined) return project ?? null;
    const found = account.find(references.projectMember, member);
    if (found === undefined || !found.accepted) {
      throw new Error(`The key was not created: there is no member "${member}" who has accepted.`);
    }
    if (project !== undefined && project !== found.project) {
      throw new Error(`The key was not created: "${member}" is no member of "${project}".`);
    }
    return found.project;
  }
}

function keptKey(row: Row): KeptKey {
  const { id, name, scopes, level, project, member, expires_at } = row;
  return {
    id: String(id),
    name: String(name),
    scopes: scopes === "" ? [] : String(scopes).split(" "),
    level: levels.find((known) => known === level) ?? "Read",
    project: textOrNull(project),
    member: textOrNull(member),
    expiresAt: expires_at === null ? null : Number(expires_at),
  };
}

/** The fields of spec 2.11, and what a key may do under the other prefix. */
function viewKey({ level, project, member, expiresAt, ...key }: KeptKey): JsonObject {
  return {
    id: key.id,
    name: key.name,
    scope: project === null ? "account-wide" : "project-scoped",
    project_id: project,
    member_id: member,
    permission: level,
    scopes: [...key.scopes],
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** A key's value with enough randomness that its plain hash cannot be searched. */
export function newKeyValue(): string {
  return randomId("hosting_local_", 40);
}
