import { Pool, type PoolConfig, type QueryResultRow } from "pg";
import { type Clock, within } from "../../clock.ts";
import { plainText, shortened } from "../../display.ts";
import { HostingError } from "../../errors.ts";
import type { DatabaseUrl } from "../database-url.ts";
import { schemaVersion, statements } from "./schema.ts";

/** A statement with its values; done twice, it comes to the same. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Milliseconds for which a connection, and an answer, are waited for. */
const patienceMs = 10_000;
/** How soon a database is asked again that cannot be reached. */
const againMs = 1_000;

/** How statements get there, so that tests can lose them. */
export type Carry = (statement: Statement) => Promise<readonly QueryResultRow[]>;

interface DatabaseOptions {
  readonly url: DatabaseUrl;
  readonly clock: Clock;
  /** Aborted once the process is to end: then nothing is waited for. */
  readonly stopping: AbortSignal;
  /** Done before anything else, once the database was reached. */
  readonly first?: (carry: Carry) => Promise<void>;
  readonly carry?: Carry;
}

/**
 * The database that machines share. Each statement is a transaction that may run on any connection. One whose answer is
 * lost is sent again, whether it was carried out or not.
 */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #carry: Carry;
  #ready: Promise<void> | undefined;
  #isReady = false;
  #aheadMs = 0;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#carry = options.carry ?? carryTo(options.url);
  }

  /** True once it was reached: from then on it is waited for when it is away. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * The rows of a statement; while the database is away they are waited for until that time of the clock.
   *
   * @throws HostingError `unsent` when it stays away, and at once when it was never reached or refuses the statement.
   */
  async rows(statement: Statement, until: number): Promise<readonly QueryResultRow[]> {
    return this.#patiently(() => this.#carryOpened(statement), until);
  }

  /** The rows of a statement, tried once: for callers that ask again later. */
  async rowsNow(statement: Statement): Promise<readonly QueryResultRow[] | Away> {
    try {
      return await this.#carryOpened(statement);
    } catch (error) {
      if (!isAway(error)) throw this.#failure(error);
      return new Away(this.#failure(error).message);
    }
  }

  /** How far its clock is ahead of this process's. */
  async aheadMs(): Promise<number> {
    await this.#open().catch((error: unknown) => {
      throw this.#failure(error);
    });
    return this.#aheadMs;
  }

  async #carryOpened(statement: Statement): Promise<readonly QueryResultRow[]> {
    await this.#open();
    return this.#carry(statement);
  }

  /** Reaches it and makes its schema, once. */
  async #open(): Promise<void> {
    this.#ready ??= this.#prepare();
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw isThere(error) ? error : this.#failure(error);
    }
  }

  async #prepare(): Promise<void> {
    const version = await this.#version().catch((error: unknown) => {
      if (!lacksSchema(error)) throw error;
      return undefined;
    });
    if (version === undefined) await this.#carry({ text: `${lock}\n${statements}` });
    else if (version > schemaVersion) throw new NewerSchema();
    const [now] = await this.#carry({
      text: "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms",
    });
    this.#aheadMs = Math.round(Number(now?.["now_ms"])) - this.#options.clock.now();
    this.#isReady = true;
    await this.#options.first?.(this.#carry);
  }

  async #version(): Promise<number | undefined> {
    const [row] = await this.#carry({
      text: "SELECT max(version) AS version FROM pulumi_hosting.schema_version",
    });
    const version: unknown = row?.["version"];
    return typeof version === "number" ? version : undefined;
  }

  async #patiently<T>(work: () => Promise<T>, until: number): Promise<T> {
    const { clock, stopping } = this.#options;
    const late = () => this.#failure(new Error("it did not answer in time"));
    const limit = { deadline: until, late };
    for (;;) {
      try {
        return await within(clock, limit, work());
      } catch (error) {
        const isOver = stopping.aborted || clock.now() + againMs >= until;
        if (!isAway(error) || isOver) throw this.#failure(error);
        await clock.sleep(againMs, stopping).catch(() => undefined);
      }
    }
  }

  #failure(error: unknown): HostingError {
    if (HostingError.isInstance(error)) return error;
    const { url } = this.#options;
    const which = `the database of hosting:coordination (HOSTING_COORDINATION) at ${url.place}`;
    const reason = reasonIn(error, url);
    const [problem, way] = explained(error, which, reason);
    return new HostingError("unsent", `Nothing was sent: ${problem}. ${way}.`);
  }
}

/** A database that could not be reached, after it was reached before. */
export class Away {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

class NewerSchema extends Error {}

/** Two that make the schema at once would be in each other's way. It ends with the transaction. */
const lock = "SELECT pg_advisory_xact_lock(hashtext('pulumi_hosting'));";

function explained(error: unknown, which: string, reason: string): readonly [string, string] {
  const code = codeOf(error);
  if (error instanceof NewerSchema)
    return [`${which} was made by a newer version of pulumi-hosting`, "Update the package"];
  if (code.startsWith("28"))
    return [`${which} refused the user or the password (${reason})`, "Correct the setting"];
  if (code === "3D000")
    return [`${which} is not there (${reason})`, "Make it, or correct the setting"];
  if (code === "42501")
    return [
      `the user of ${which} lacks a right (${reason})`,
      "Have its owner run the statements of docs/guides/teams-and-ci.md, or grant the right",
    ];
  if (isAway(error))
    return [
      `${which} cannot be reached (${reason})`,
      "Start it, or correct the setting, and run the command again",
    ];
  return [`${which} cannot be used (${reason})`, "Correct the setting, or the database"];
}

/** The server's words never have the password; those of others may. */
function reasonIn(error: unknown, url: DatabaseUrl): string {
  const text =
    error instanceof Error ? (error.message === "" ? codeOf(error) : error.message) : String(error);
  const [, password = ""] = /^\w+:\/\/[^:@/]*:([^@/]*)@/.exec(url.reveal()) ?? [];
  const [, parameter = ""] = /[?&]password=([^&#]*)/.exec(url.reveal()) ?? [];
  const secrets = [password, parameter]
    .flatMap((secret) => [secret, unescaped(secret)])
    .filter((secret) => secret !== "");
  const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
  return shortened(plainText(clean).replace(/[.\s]+$/, ""), 120);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function lacksSchema(error: unknown): boolean {
  return ["42P01", "3F000"].includes(codeOf(error));
}

/** States of a server that is stopping, starting, failing over to another one, or full; and two transactions in each other's way. */
const passing = /^(08...|57P0[1-3]|53300|25006|40001|40P01)$/;
const sqlState = /^[0-9A-Z]{5}$/;

/** True where the database may be there again a moment later, and for an answer that is lost. */
function isAway(error: unknown): boolean {
  if (HostingError.isInstance(error) || error instanceof NewerSchema) return false;
  const code = codeOf(error);
  if (sqlState.test(code) && code !== "EPIPE") return passing.test(code);
  return !/^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_|SELF_|UNABLE_|ENOENT|ERR_INVALID)/.test(code);
}

/** A server that has no connection left for now, or is starting, was reached: it is waited for. */
function isThere(error: unknown): boolean {
  return ["53300", "57P03"].includes(codeOf(error));
}

/** Statements over a few connections, which are closed soon so that a team's runs do not use them up. */
function carryTo(url: DatabaseUrl): Carry {
  let pool = newPool(url.reveal());
  const send: Carry = async ({ text, values }) => {
    // Without values it may be several statements, one transaction in all.
    const result = await pool.query(text, values === undefined ? undefined : [...values]);
    return result.rows ?? [];
  };
  return async (statement) => {
    try {
      return await send(statement);
    } catch (error) {
      const isPlain = error instanceof Error && error.message.includes("does not support SSL");
      if (!isPlain || !["allow", "prefer"].includes(modeOf(url.reveal()))) throw error;
      pool = newPool(withParameter(url.reveal(), "sslmode=disable"));
      return send(statement);
    }
  };
}

function newPool(address: string): Pool {
  const config: PoolConfig = {
    connectionString: withParameter(address, `sslmode=${modeOf(address)}&uselibpqcompat=true`),
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    idleTimeoutMillis: patienceMs,
    max: 2,
    allowExitOnIdle: true,
  };
  const pool = new Pool(config);
  // A connection that breaks while nobody uses it is replaced by the next statement.
  pool.on("error", () => undefined);
  return pool;
}

/** `sslmode` as libpq has it: where nothing is set, encrypted if the server can. */
function modeOf(address: string): string {
  const [last] = [...address.matchAll(/[?&]sslmode=([^&]*)/g)].slice(-1);
  return last?.[1] ?? process.env["PGSSLMODE"] ?? "prefer";
}

function withParameter(address: string, parameter: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}${parameter}`;
}
