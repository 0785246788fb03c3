import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../provider/clock.ts";
import { DatabaseUrl } from "../../../provider/coordination/database-url.ts";
import { openJournal } from "../../../provider/coordination/file/open-journal.ts";
import { SqliteJournal } from "../../../provider/coordination/file/sqlite-journal.ts";
import type { Intent } from "../../../provider/coordination/journal.ts";
import { openPostgres as openShared } from "../../../provider/coordination/postgres/open-postgres.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { pgbouncer } from "../../support/debian-package.ts";
import { openPgBouncer } from "../../support/pgbouncer.ts";
import { openPostgres, type PostgresServer } from "../../support/postgres.ts";
import { errorOf } from "../../support/session.ts";
import { postgres, titleOn } from "../../support/shared-backend.ts";

const docs = join(import.meta.dirname, "../../../docs");
const busy = 60_000;
const world = "api:one";
const budget = {
  ...{ origin: "https://a.example", key: "hk_0123456789abcdefWX" },
  prefix: "/api/v1",
} as const;
const intent: Intent = {
  ...{ token: "t1", declaration: "d1", subject: 'floating IP "front"', stack: "s1" },
  ...{ type: "floatingIp", sentBy: "the key", isNamed: false },
};

/** A run of a machine, over connections as programs have them. */
function runAt(address: string, ownJournal = "/none") {
  const shared = openShared({
    ...{ url: new DatabaseUrl(address), clock: systemClock, ownJournal },
    stopping: new AbortController().signal,
  });
  const stopped = openJournal({
    ...{ file: ":memory:", world, directory: "/app", clock: systemClock },
    warn: (line) => expect.unreachable(line),
  });
  return { shared, permits: shared.permits(budget), journal: shared.journal({ world, stopped }) };
}

const soon = () => systemClock.now() + 30_000;

/** All that a run does. */
async function useAll({ shared, permits, journal }: ReturnType<typeof runAt>): Promise<void> {
  const taken = await permits.take(60, 3);
  expect(taken).toMatchObject({ permits: [{}, {}, {}] });
  for (const permit of taken.permits) permit.end("answered");
  permits.pause(1);
  expect(await journal.find("t1", soon())).toBeUndefined();
  await journal.sent(intent, soon());
  await journal.made(intent, "fip_1");
  expect(await journal.find("t1", soon())).toMatchObject({ id: "fip_1" });
  journal.endWithState({ type: "floatingIp", id: "fip_1" });
  expect(await journal.unsettled("s1")).toEqual([]);
  await journal.drop("t1");
  expect(await shared.overview(budget, soon())).toMatchObject({ creates: [] });
  await journal.endRun();
}

async function byHand(address: string, text: string) {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query(text);
    return rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(postgres.missing !== undefined)(`a database ${titleOn(postgres)}`, () => {
  const { certificate, privateKey } = makeCertificate({
    commonName: "127.0.0.1",
    domains: ["127.0.0.1"],
    isAuthority: true,
  });
  let server: PostgresServer;
  let directory: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "real-server-"));
    writeFileSync(join(directory, "root.pem"), certificate);
    writeFileSync(join(directory, "other.pem"), makeCertificate({ isAuthority: true }).certificate);
    const files = { "server.crt": certificate, "server.key": privateKey };
    const ssl = { ssl: "on", ssl_cert_file: "../server.crt", ssl_key_file: "../server.key" };
    server = await openPostgres(ssl, files);
  }, busy);
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  /** Two ways to a new one: without parameters, and unencrypted as its owner. */
  function newDatabase() {
    const { PULUMI_BACKEND_URL: owner = "" } = server.newPlace();
    return { owner, bare: owner.replace(/\?.*/, "") };
  }

  test.each([
    ["no mode", "", true],
    ["disable", "?sslmode=disable", false],
    ["require", "?sslmode=require", true],
    ["verify-full", "?sslmode=verify-full&sslrootcert=DIRECTORY/root.pem", true],
  ])("with %s is used, encrypted: %3$s", async (_mode, parameters, isEncrypted) => {
    const { owner, bare } = newDatabase();
    await useAll(runAt(`${bare}${parameters.replace("DIRECTORY", directory)}`));
    const [row] = await byHand(
      owner,
      `SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    expect(row).toEqual({ ssl: isEncrypted });
  });

  test.each([
    ["of an authority that the setting does not name", "sslrootcert=DIRECTORY/other.pem", ""],
    ["of an authority that nobody knows", "", ""],
    ["for another name", "sslrootcert=DIRECTORY/root.pem", "localhost"],
  ])("with a certificate %s is not used, in one line", async (_which, parameter, host) => {
    const { bare } = newDatabase();
    const address = host === "" ? bare : bare.replace("127.0.0.1", host);
    const root = parameter.replace("DIRECTORY", directory);
    const { permits } = runAt(`${address}?sslmode=verify-full${root === "" ? "" : `&${root}`}`);
    const { message } = await errorOf(() => permits.take(60, 1));
    expect(message).toMatch(/^Nothing was sent: the database .* cannot be used \(.*\)\. Correct/);
    expect(message).not.toContain("\n");
  });

  describe("whose user may make nothing", () => {
    /** Addresses of a database and of its user with few rights; a role is the whole server's. */
    async function newUser() {
      const { owner } = newDatabase();
      await byHand(
        owner,
        `DO $$ BEGIN CREATE ROLE hosting LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
      );
      return { owner, user: owner.replace("//pulumi@", "//hosting@") };
    }

    test("is not used, in one line that names the page with the statements", async () => {
      const { user } = await newUser();
      const { message } = await errorOf(() => runAt(user).permits.take(60, 1));
      expect(message).toMatch(/lacks a right .*docs\/guides\/teams-and-ci\.md/);
      expect(message).not.toContain("\n");
    });

    test("is used once its owner has run what the page says", async () => {
      const { owner, user } = await newUser();
      const guide = readFileSync(join(docs, "guides/teams-and-ci.md"), "utf8");
      const grants = guide.match(/^GRANT .* pulumi_hosting TO hosting;$/gm) ?? [];
      expect(grants).toHaveLength(2);
      await byHand(owner, readFileSync(join(docs, "coordination.sql"), "utf8"));
      await byHand(owner, grants.join("\n"));
      await useAll(runAt(user));
    });
  });

  const noPooler = pgbouncer.missing();
  const pooled = `behind PgBouncer in transaction mode${noPooler === undefined ? "" : ` (skipped: ${noPooler})`}`;
  test.skipIf(noPooler !== undefined)(
    `${pooled} is the same, for more machines than it has sessions`,
    async () => {
      const sessions = 3;
      await using pooler = await openPgBouncer(server.port, sessions);
      const { owner } = newDatabase();
      const address = owner.replace(`:${server.port}/`, `:${pooler.port}/`);
      await useAll(runAt(address));
      const runs = Array.from({ length: 20 }, () => runAt(address));
      const taken = await Promise.all(runs.map(({ permits }) => permits.take(60, 4)));
      // The three that have been used are out.
      expect(taken.flatMap(({ permits }) => permits)).toHaveLength(57);
      const [row] = await byHand(
        owner,
        `SELECT count(*)::int FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      expect(row).toEqual({ count: sessions });
    },
    busy,
  );

  test(
    "whose streamed standby takes over is the same: permits, creates, and whose they are",
    async () => {
      const { owner } = newDatabase();
      const [run, other] = [runAt(owner), runAt(owner)];
      expect((await run.permits.take(60, 40)).permits).toHaveLength(40);
      const failOver = await server.replicate();
      await run.journal.sent(intent, soon());
      failOver();
      // Its connections are broken, of which the first statement hears.
      await run.journal.made(intent, "fip_1");
      expect(await other.journal.find("t1", soon())).toMatchObject({
        id: "fip_1",
        isUnderWay: true,
      });
      expect((await other.permits.take(60, 60)).permits).toHaveLength(20);
      await run.journal.endRun();
    },
    busy,
  );

  describe("that is set for the first time", () => {
    /** This machine's own journal, as runs that were killed left it. */
    async function ownJournal(): Promise<string> {
      const own = mkdtempSync(join(tmpdir(), "own-journal-"));
      onTestFinished(() => rmSync(own, { recursive: true }));
      const file = join(own, "intents.db");
      const { pid } = spawnSync(execPath, ["--version"]);
      const processes = { machine: hostname(), pid, isRunning: () => false };
      const place = { file, world, directory: "/app", clock: { now: Date.now } };
      const journal = new SqliteJournal({ ...place, processes });
      await journal.sent(intent);
      await journal.made({ ...intent, token: "t2" }, "fip_2");
      journal.close();
      return file;
    }

    test("takes over what this machine's own journal has open, once", async () => {
      const { owner } = newDatabase();
      const file = await ownJournal();
      const { journal } = runAt(owner, file);
      expect(await journal.find("t1", soon())).toMatchObject({
        ...{ subject: intent.subject, sentBy: "the key", id: undefined, isUnderWay: false },
      });
      expect(await journal.find("t2", soon())).toMatchObject({ id: "fip_2" });
      await journal.drop("t1");
      // Nothing of it is left that a second run on this machine would bring back.
      expect(await runAt(owner, file).journal.find("t1", soon())).toBeUndefined();
    });

    test("keeps its own line of a create that the journal has as well", async () => {
      const { owner } = newDatabase();
      const other = runAt(owner);
      await other.journal.sent(intent, soon());
      const { journal } = runAt(owner, await ownJournal());
      expect(await journal.find("t1", soon())).toMatchObject({ isUnderWay: true });
      await other.journal.endRun();
    });
  });
});
