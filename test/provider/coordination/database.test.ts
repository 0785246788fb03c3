import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../provider/clock.ts";
import type { Budget } from "../../../provider/coordination/budget.ts";
import { DatabaseUrl } from "../../../provider/coordination/database-url.ts";
import { openJournal } from "../../../provider/coordination/file/open-journal.ts";
import type { Intent } from "../../../provider/coordination/journal.ts";
import type { Carry, Statement } from "../../../provider/coordination/postgres/database.ts";
import {
  openPostgres,
  type Shared,
} from "../../../provider/coordination/postgres/open-postgres.ts";
import { postgresql } from "../../support/debian-package.ts";
import { freePort } from "../../support/free-port.ts";
import { errorOf } from "../../support/session.ts";
import { openTestServer, type TestServer } from "../../support/virtual-database.ts";
import { FakeClock } from "../http/fake-clock.ts";

const password = "p%40ss-word%2Fsecret";
const url = new DatabaseUrl(`postgres://team:${password}@127.0.0.1:5432/hosting`);
const budget: Budget = {
  origin: "https://a.example",
  prefix: "/api/v1",
  key: "hk_0123456789abcdefWX",
};
const intent: Intent = {
  ...{ token: "t1", declaration: "d1", subject: 'floating IP "front"', stack: "s1" },
  ...{ type: "floatingIp", sentBy: "the key", isNamed: false },
};
const world = "api:one";

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** A run by a database that answers as the test says. */
function runOn(carry: Carry, clock = new FakeClock(), at = url) {
  const shared = openPostgres({
    ...{ url: at, clock, carry, stopping: new AbortController().signal, ownJournal: "/none" },
  });
  return { clock, ...partsOf(shared) };
}

function partsOf(shared: Shared) {
  const stopped = openJournal({
    ...{ file: ":memory:", world, directory: "/app", clock: systemClock },
    warn: (line) => expect.unreachable(line),
  });
  return { permits: shared.permits(budget), journal: shared.journal({ world, stopped }) };
}

describe("an address", () => {
  test.each([
    ["postgres://team:secret@db.example:6432/hosting?sslmode=require", "db.example:6432"],
    ["postgresql://db.example", "db.example:5432"],
    ["postgres://team@[::1]/hosting", "[::1]:5432"],
    ["postgres:///hosting?host=/run/postgresql", "localhost:5432"],
  ])("%s is one: %s", (text, place) => {
    expect(DatabaseUrl.isOne(text)).toBe(true);
    expect(new DatabaseUrl(text).place).toBe(place);
  });

  test.each([
    "mysql://db.example/hosting",
    "postgres://team:12/34@db.example/hosting",
    "postgres://team:a b@db.example/hosting",
    "host=db.example password=secret",
  ])("%s is none", (text) => {
    expect(DatabaseUrl.isOne(text)).toBe(false);
  });

  test("prints, logs and serialises without its password", () => {
    for (const text of [
      `${url}`,
      JSON.stringify({ url }),
      inspect({ url }, { showHidden: true }),
    ]) {
      expect(text).toContain("127.0.0.1:5432");
      expect(text).not.toMatch(/secret|team/);
    }
  });
});

describe("a database that refuses", () => {
  test.each([
    [
      "28P01",
      'password authentication failed for user "team"',
      /refused the user or the password .*Correct/,
    ],
    ["3D000", 'database "hosting" does not exist', /is not there .*Make it/],
    ["42501", "permission denied for database hosting", /lacks a right .*statements of docs/],
    ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432", /cannot be reached .*Start it/],
    [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "self-signed certificate",
      /cannot be used .*Correct the setting/,
    ],
    ["XX000", `it quotes ${password} and p@ss-word/secret`, /cannot be used \(it quotes … and …\)/],
  ])(
    "at the start, by %s: nothing is sent, and one line without the password says what to do",
    async (code, said, way) => {
      const { permits, journal } = runOn(async () => {
        throw coded(code, said);
      });
      for (const work of [() => permits.take(60, 1), () => journal.find("t1", 0)]) {
        const error = await errorOf(work);
        expect(error.code).toBe("unsent");
        expect(error.message).toMatch(/^Nothing was sent: .*127\.0\.0\.1:5432/);
        expect(error.message).toMatch(way);
        expect(error.message).not.toMatch(/secret|\n/);
      }
    },
  );

  test("without the password, also where it is a parameter of the address", async () => {
    const { journal } = runOn(
      async () => {
        throw coded("28P01", "hunter 2pw was refused");
      },
      new FakeClock(),
      new DatabaseUrl("postgres://team@127.0.0.1:5432/hosting?password=hunter%202pw"),
    );
    expect((await errorOf(() => journal.find("t1", 0))).message).not.toContain("hunter");
  });

  test("because a newer version made its schema is not used", async () => {
    const { journal } = runOn(async () => [{ version: 99 }]);
    expect((await errorOf(() => journal.find("t1", 0))).message).toMatch(/newer version.*Update/);
  });
});

describe("a database that answers at the start that it", () => {
  test.each([
    ["has no connection left", "53300", "sorry, too many clients already"],
    ["is starting", "57P03", "the database system is starting up"],
  ])("%s is waited for", async (_what, code, said) => {
    const clock = new FakeClock();
    const readyAt = clock.now() + 5_000;
    const carry: Carry = async () => {
      if (clock.now() < readyAt) throw coded(code, said);
      return [{ version: 1, line_version: "1" }];
    };
    const { permits, journal } = runOn(carry, clock);
    expect((await permits.take(60, 1)).trouble).toContain(said);
    const sent = journal.sent(intent, readyAt + 60_000);
    await clock.runUntil(readyAt + 2_000);
    await sent;
    await journal.endRun();
  });
});

test("an answer is waited for until the time of whoever asks is over", async () => {
  const { clock, journal } = runOn(() => new Promise(() => undefined));
  const failing = errorOf(() => journal.find("t1", clock.now() + 3_000));
  await clock.runUntil(clock.now() + 3_000);
  expect((await failing).message).toMatch(/^Nothing was sent: .*it did not answer in time/);
});

describe("a comparison", () => {
  test("notes what states have, and reaches nothing", async () => {
    const { journal } = runOn(() => expect.unreachable("it was reached"));
    journal.endWithState({ type: "volume", id: "vol_1" });
    expect(journal.isStopped({ type: "volume", id: "vol_1" })).toBe(false);
    expect(await journal.unsettled("s1")).toEqual([]);
    await journal.endRun();
  });
});

describe.skipIf(postgresql.missing() !== undefined)("on a real server", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** Runs with the clock of a test; statements and answers can be lost. */
  async function newRuns() {
    const clock: FakeClock = new FakeClock(() => database.isBusy);
    const database = await server.newDatabase(() => clock.now());
    let trouble: "none" | "unsent" | "answer lost" | "late" = "none";
    const late: Statement[] = [];
    const carry: Carry = async (statement) => {
      if (trouble === "late") late.push(statement);
      if (trouble === "late" || trouble === "unsent") throw coded("ECONNRESET", "read ECONNRESET");
      const rows = await database.carry(statement);
      if (trouble === "answer lost") throw coded("ECONNRESET", "read ECONNRESET");
      return rows;
    };
    return {
      ...{ clock, database },
      run: () => runOn(carry, clock),
      /** The server carries out what its connections still bring. */
      arrive: async () => {
        for (const statement of late.splice(0)) await database.carry(statement);
      },
      during: async <T>(how: typeof trouble, work: () => Promise<T>) => {
        trouble = how;
        return work().finally(() => {
          trouble = "none";
        });
      },
    };
  }

  test("permits whose answer was lost are not taken twice", async () => {
    const { clock, database, during, run } = await newRuns();
    const { permits } = run();
    await permits.take(60, 1);
    const lost = await during("answer lost", () => permits.take(60, 8));
    expect(lost).toEqual({
      permits: [],
      nextAt: clock.now() + 1000,
      trouble: expect.stringContaining("cannot be reached"),
    });
    expect((await permits.take(60, 8)).permits).toHaveLength(8);
    const [row] = await database.byHand(
      "SELECT count(*)::int AS count FROM pulumi_hosting.permits",
    );
    expect(row).toEqual({ count: 9 });
  });

  test.each(["unsent", "answer lost"] as const)(
    "a create is noted once the database is back: %s",
    async (how) => {
      const { clock, during, run } = await newRuns();
      const { journal } = run();
      await journal.find("t1", Infinity);
      const noted = during(how, async () => {
        const sent = journal.sent(intent, clock.now() + 60_000);
        await clock.runUntil(clock.now() + 5_500);
        return { sent };
      });
      const { sent } = await noted;
      await clock.runUntil(clock.now() + 2_000);
      await sent;
      expect(await run().journal.find("t1", Infinity)).toMatchObject({ isUnderWay: true });
    },
  );

  test("a create that cannot be noted in its time is not sent", async () => {
    const { clock, during, run } = await newRuns();
    const { journal } = run();
    await journal.find("t1", Infinity);
    const error = await during("unsent", async () => {
      const failing = errorOf(() => journal.sent(intent, clock.now() + 30_000));
      await clock.runUntil(clock.now() + 30_000);
      return failing;
    });
    expect(error).toMatchObject({ code: "unsent" });
    expect(error.message).toMatch(/^Nothing was sent: .*cannot be reached/);
    await journal.endRun();
  });

  test("an id that could not be noted is noted with the next thing that is asked", async () => {
    const { clock, during, run } = await newRuns();
    const { journal } = run();
    await journal.sent(intent, Infinity);
    await during("unsent", async () => {
      const noting = journal.made(intent, "fip_1");
      await clock.runUntil(clock.now() + 9_000);
      return noting;
    });
    await journal.find("t9", Infinity);
    expect(await run().journal.find("t1", Infinity)).toMatchObject({ id: "fip_1" });
    await journal.endRun();
  });

  test.each([
    ["when the next thing is asked", "unsent"],
    ["late", "late"],
  ] as const)(
    "the end of a create that is stored %s does not end a later send of it",
    async (_when, how) => {
      const { arrive, clock, during, run } = await newRuns();
      const { journal } = run();
      await journal.sent(intent, Infinity);
      await during(how, async () => {
        const dropping = journal.drop("t1");
        await clock.runUntil(clock.now() + 9_000);
        return dropping;
      });
      await journal.sent(intent, Infinity);
      await arrive();
      await journal.find("t9", Infinity);
      expect(await run().journal.find("t1", Infinity)).toMatchObject({ isUnderWay: true });
      await journal.endRun();
    },
  );

  test("the end of a create that another run sent again since changes nothing", async () => {
    const { clock, database, run } = await newRuns();
    const [paused, other] = [run().journal, run().journal];
    await paused.sent(intent, Infinity);
    await database.byHand("DELETE FROM pulumi_hosting.runs");
    expect(await other.find("t1", Infinity)).toMatchObject({ isUnderWay: false });
    // Its machine goes on after a while in which nobody heard of it.
    await paused.made(intent, "fip_1");
    await other.drop("t1");
    expect(await run().journal.find("t1", Infinity)).toMatchObject({ id: "fip_1" });
    await clock.runUntil(clock.now() + 1);
    await paused.endRun();
  });

  test("the end of a run has nothing to tell where the database is away, and is no error", async () => {
    const { clock, during, run } = await newRuns();
    const { journal } = run();
    await journal.find("t1", Infinity);
    const ended = await during("unsent", async () => {
      const ending = journal.endRun().then(() => journal.unsettled("s1"));
      await clock.runUntil(clock.now() + 20_000);
      return ending;
    });
    expect(ended).toEqual([]);
  });

  test("a run is over a minute after its last renewal, whatever the clocks of machines say", async () => {
    const { clock, database, run } = await newRuns();
    const { journal } = run();
    const renewing = clock.now();
    await journal.sent(intent, Infinity);
    await clock.runUntil(renewing + 300_000);
    const other = run().journal;
    expect(await other.find("t1", Infinity)).toMatchObject({ isUnderWay: true });
    await database.byHand(
      "UPDATE pulumi_hosting.runs SET renewed_at = renewed_at - interval '61 s'",
    );
    expect(await other.find("t1", Infinity)).toMatchObject({ isUnderWay: false });
    await journal.endRun();
  });

  test("of two runs that looked for a lost create, one sends it again", async () => {
    const { database, run } = await newRuns();
    await run().journal.sent(intent, Infinity);
    await database.byHand("DELETE FROM pulumi_hosting.runs");
    const [one, other] = [run().journal, run().journal];
    expect(await one.find("t1", Infinity)).toMatchObject({ isUnderWay: false });
    expect(await other.find("t1", Infinity)).toMatchObject({ isUnderWay: false });
    await one.drop("t1");
    await one.sent(intent, Infinity);
    await other.drop("t1");
    const error = await errorOf(() => other.sent(intent, Infinity));
    expect(error.message).toMatch(
      /a run on .* has been creating it since 20.* UTC.*Nothing was sent/,
    );
  });

  test("a run that begins late is served before those that had many", async () => {
    const { clock, run } = await newRuns();
    const [first, late] = [run().permits, run().permits];
    for (const permit of (await first.take(60, 60)).permits) permit.end("answered");
    await clock.runUntil(clock.now() + 1_000);
    await first.take(60, 8);
    const { nextAt } = await late.take(60, 8);
    await clock.runUntil(nextAt);
    expect((await late.take(60, 8)).permits).toHaveLength(8);
  });

  test("a hundred waiters need at most four statements for each permit", async () => {
    const { clock, database, run } = await newRuns();
    const runs = Array.from({ length: 100 }, () => run().permits);
    await runs[0]?.take(60, 0);
    database.statements = 0;
    const served = runs.map(async (permits) => {
      for (;;) {
        const { permits: granted, nextAt } = await permits.take(60, 1);
        const [permit] = granted;
        if (permit !== undefined) {
          await clock.sleep(150);
          permit.end("answered");
          return;
        }
        await clock.sleep(Math.max(1, nextAt - clock.now()));
      }
    });
    await clock.during(Promise.all(served));
    // Each of the hundred has reached the database with two.
    expect((database.statements - 200) / 100).toBeLessThanOrEqual(4);
  }, 120_000);

  test("over its own connections: a server that is away is waited for, and is not needed at the same session", async () => {
    await server.newDatabase(() => 0);
    const shared = openPostgres({
      ...{ url: new DatabaseUrl(server.url.replace("?sslmode=disable", "")), clock: systemClock },
      ...{ stopping: new AbortController().signal, ownJournal: "/none" },
    });
    const { permits, journal } = partsOf(shared);
    const [permit] = (await permits.take(60, 1)).permits;
    permit?.end("answered");
    server.server.stop();
    expect((await permits.take(60, 1)).trouble).toContain("cannot be reached");
    const sent = journal.sent(intent, systemClock.now() + 60_000);
    server.server.start();
    await sent;
    expect((await permits.take(60, 1)).permits).toHaveLength(1);
    expect(await shared.overview(budget, systemClock.now() + 5_000)).toMatchObject({
      version: expect.stringMatching(/^\d/),
      creates: [{ subject: intent.subject }],
    });
    await journal.endRun();
  }, 60_000);

  test("that is not there is named at once", async () => {
    const address = new DatabaseUrl(`postgres://team:secret@127.0.0.1:${await freePort()}/hosting`);
    const { permits } = partsOf(
      openPostgres({
        ...{
          url: address,
          clock: systemClock,
          stopping: new AbortController().signal,
          ownJournal: "/none",
        },
      }),
    );
    const error = await errorOf(() => permits.take(60, 1));
    expect(error.message).toMatch(
      /^Nothing was sent: the database .* cannot be reached \(connect ECONNREFUSED/,
    );
  });
});
