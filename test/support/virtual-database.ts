/** A real PostgreSQL whose clock is a test's. */
import { hash } from "node:crypto";
import { Client, type QueryConfig, type QueryResultRow } from "pg";
import type { Carry, Statement } from "../../provider/coordination/postgres/database.ts";
import { statements } from "../../provider/coordination/postgres/schema.ts";
import { openPostgres, type PostgresServer } from "./postgres.ts";

/** Statements of all machines of a test over one connection, so that they come one after the other. */
export class VirtualDatabase {
  readonly #client: Client;
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #busy = 0;
  statements = 0;

  constructor(client: Client, now: () => number) {
    this.#client = client;
    this.#now = now;
  }

  /** True while a statement is under way, in real time. */
  get isBusy(): boolean {
    return this.#busy > 0;
  }

  readonly carry: Carry = (statement) => {
    this.statements += 1;
    this.#busy += 1;
    const answer = this.#last.then(async () => {
      const { rows } = await this.#client.query(timed(statement, this.#now() / 1000));
      return rows ?? [];
    });
    this.#last = answer.catch(() => undefined);
    return answer.finally(() => {
      this.#busy -= 1;
    });
  };

  /** Whatever somebody does to it by hand. */
  async byHand(text: string): Promise<readonly QueryResultRow[]> {
    return this.carry({ text });
  }
}

/** A statement at a time: without values it may be several, with them the server keeps its plan. */
function timed({ text, values }: Statement, now: number): string | QueryConfig {
  if (values === undefined) {
    // The function reads the time when it runs.
    const then = text.includes("FUNCTION") ? "current_setting('test.now')::float8" : String(now);
    return text.replaceAll("clock_timestamp()", `to_timestamp(${then})`);
  }
  const place = `$${values.length + 1}`;
  const asked = text
    .replaceAll("clock_timestamp()", `to_timestamp(${place})`)
    // Arguments are evaluated before the function runs.
    .replace(
      "take_permits($1",
      `take_permits(left(set_config('test.now', ${place}, false), 0) || $1`,
    );
  const name = hash("sha256", asked).slice(0, 20);
  return { name, text: asked, values: asked === text ? [...values] : [...values, now] };
}

const emptied = ["budgets", "permits", "waiters", "runs", "creates"]
  .map((table) => `DELETE FROM pulumi_hosting.${table}`)
  .join(";");

/** A server with one database, for the tests of a file. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly server: PostgresServer;
  /** The database as it is before anybody used it, by the clock of a test. */
  newDatabase(now: () => number): Promise<VirtualDatabase>;
  /** The same with its tables, which is much faster where they are there. */
  emptyDatabase(now: () => number): Promise<VirtualDatabase>;
}

export async function openTestServer(): Promise<TestServer> {
  const server = await openPostgres();
  const { PULUMI_BACKEND_URL: url = "" } = server.newPlace();
  const client = new Client({ connectionString: url });
  await client.connect();
  client.on("error", () => undefined);
  return {
    url,
    server,
    async newDatabase(now) {
      await client.query(
        "SET client_min_messages = warning; DROP SCHEMA IF EXISTS pulumi_hosting CASCADE",
      );
      return new VirtualDatabase(client, now);
    },
    async emptyDatabase(now) {
      const database = new VirtualDatabase(client, now);
      await client.query(emptied).catch(() => database.byHand(statements));
      return database;
    },
    async [Symbol.asyncDispose]() {
      await client.end().catch(() => undefined);
      await server[Symbol.asyncDispose]();
    },
  };
}
