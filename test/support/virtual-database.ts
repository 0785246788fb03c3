/** A real PostgreSQL whose clock is a test's. */
import { Client, type QueryResultRow } from "pg";
import type { Carry } from "../../provider/coordination/postgres/database.ts";
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

  readonly carry: Carry = ({ text, values }) => {
    this.statements += 1;
    this.#busy += 1;
    const answer = this.#last.then(async () => {
      const now = this.#now() / 1000;
      // A function reads the time when it runs; what has it as it is needs one way less.
      const isOfFunction = text.includes("take_permits");
      if (isOfFunction) await this.#client.query(`SET test.now = '${now}'`);
      const { rows } = await this.#client.query(
        text.replaceAll("clock_timestamp()", isOfFunction ? virtualNow : `to_timestamp(${now})`),
        values === undefined ? undefined : [...values],
      );
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

const virtualNow = "to_timestamp(current_setting('test.now')::float8)";

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
