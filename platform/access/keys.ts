import type { Scope } from "../../contract/endpoints.ts";
import {
  type JsonObject,
  newId,
  type Objects,
  type Row,
  randomId,
  type Sql,
  sha256,
  textOrNull,
} from "../store/index.ts";
import { type Member, members } from "./members.ts";
import type { Projects } from "./projects.ts";

/** The rights of a key under `/v1` (spec 5): its permission, as spec 2.11 calls it. */
export type Level = (typeof levels)[number];

/** Each allows what the ones before it do. */
export const levels = ["Read", "Write", "Admin"] as const;

/** The rights of a key under `/api/v1` (spec 5). */
export type KeyScope = Exclude<Scope, Level | "not shown"> | "*";

/** The rights of a new key, where, and until when (spec 2.11). */
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
  readonly role: Member["role"];
}

/** Why a request is not accepted, and the rule that decides it. */
export interface Denial {
  readonly why: string;
  readonly rule: string;
}

/** A key as it is kept. */
interface KeptKey extends Omit<Caller, "keyId" | "role"> {
  readonly id: string;
  readonly name: string;
  /** The member whose role it acts with; null: the account's owner. */
  readonly member: string | null;
  readonly expiresAt: number | null;
}

/** Tables in which keys are looked up besides their own. */
interface Surroundings {
  readonly now: number;
  /** The objects of all projects. */
  readonly account: Objects;
}

/** The keys of the account. */
export class Keys {
  readonly #sql: Sql;
  readonly #projects: Projects;

  constructor(sql: Sql, projects: Projects) {
    this.#sql = sql;
    this.#projects = projects;
  }

  /** @throws Error when there is no such project, or no such member of it. */
  create(options: KeyOptions, account: Objects): CreatedKey {
    const project = this.#projectOf(options, account);
    const created = { id: newId(this.#sql, { kind: "apiKey" }), key: newKeyValue() };
    return this.add({ ...options, ...(project !== null && { project }) }, created);
  }

  /** Adds a key whose id and value are known already. */
  add(options: KeyOptions, created: CreatedKey): CreatedKey {
    const { name = created.id, scopes, level, project = null, member = null, expiresAt } = options;
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

  /** Who has the key of the header; it must be known, and neither revoked nor expired (spec 5, 7.3). */
  identify(authorization: string, { now, account }: Surroundings): Caller | Denial {
    const value = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (value === undefined) {
      return { why: "no bearer key was sent", rule: "5.1: every request carries a bearer key" };
    }
    const why = "it is unknown, revoked or expired";
    const row = this.#sql.get`SELECT * FROM keys WHERE hash = ${sha256(value)}`;
    if (row === undefined) return { why, rule: "7.3: a revoked or unknown key opens nothing" };
    const { id, scopes, level, project, member, expiresAt } = keptKey(row);
    if (expiresAt !== null && expiresAt <= now) return { why, rule: "5.3: the key has expired" };
    const role = member === null ? "owner" : account.find(members, member)?.role;
    // Nobody is left to act for.
    if (role === undefined) return { why, rule: "4.2: the member of the key was removed" };
    return { keyId: id, scopes, level, project, role };
  }

  #projectOf({ project, member }: KeyOptions, account: Objects): string | null {
    const refused = "The key was not created";
    if (project !== undefined && !this.#projects.has(project)) {
      throw new Error(`${refused}: there is no project "${project}".`);
    }
    if (member === undefined) return project ?? null;
    const found = account.find(members, member);
    if (found === undefined || !found.accepted) {
      throw new Error(`${refused}: there is no member "${member}" who has accepted.`);
    }
    if (project !== undefined && project !== found.project) {
      throw new Error(`${refused}: "${member}" is no member of "${project}".`);
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

/** A key's value with enough randomness that its plain hash cannot be searched. */
export function newKeyValue(): string {
  return randomId("hosting_local_", 40);
}
