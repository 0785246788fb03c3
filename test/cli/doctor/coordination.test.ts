import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../../provider/clock.ts";
import { DatabaseUrl } from "../../../provider/coordination/database-url.ts";
import { openJournal } from "../../../provider/coordination/file/open-journal.ts";
import { openPostgres as openShared } from "../../../provider/coordination/postgres/open-postgres.ts";
import { openPostgres, type PostgresServer } from "../../support/postgres.ts";
import { postgres, titleOn } from "../../support/shared-backend.ts";
import { doctor, newAccount, troubles } from "./account.ts";

const world = "api:one";

describe.skipIf(postgres.missing !== undefined)(`a team's database ${titleOn(postgres)}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await openPostgres();
  }, 60_000);
  afterAll(() => server[Symbol.asyncDispose]());

  /** An account whose project names a new database. */
  async function newTeam() {
    const seat = await newAccount();
    const { PULUMI_BACKEND_URL: url = "" } = server.newPlace();
    seat.env["HOSTING_COORDINATION"] = url.replace("//pulumi@", "//pulumi:hidden-word@");
    // The first command moves to the database what this machine's own journal has open: that of other tests stays.
    vi.stubEnv("XDG_STATE_HOME", seat.env["XDG_STATE_HOME"]);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    return { seat, url };
  }

  test("is a line with its version and the requests of each machine, and one for each open create", async () => {
    const { seat, url } = await newTeam();
    const shared = openShared({
      ...{ url: new DatabaseUrl(url), clock: systemClock, machine: "ci-1", ownJournal: "/none" },
      stopping: new AbortController().signal,
    });
    const budget = { origin: seat.url, prefix: "/api/v1", key: seat.platform.rootKey } as const;
    expect((await shared.permits(budget).take(60, 3)).permits).toHaveLength(3);
    const stopped = openJournal({
      ...{ file: ":memory:", world, directory: "/app", clock: systemClock },
      warn: (line) => expect.unreachable(line),
    });
    const journal = shared.journal({ world, stopped });
    const intent = { token: "t1", declaration: "d1", subject: 'volume "data"', stack: "s1" };
    const sent = { ...intent, type: "volume", sentBy: "the key", isNamed: true };
    await journal.sent(sent, systemClock.now() + 30_000);
    const { stdout } = await doctor(seat);
    expect(stdout).toMatch(
      /PostgreSQL \d.* at 127\.0\.0\.1:\d+; of 60 requests a minute used: .*ci-1 3/,
    );
    const found = await troubles(seat);
    expect(found.filter((line) => line.includes(" coordination: "))).toEqual([
      expect.stringMatching(
        /^note coordination: A run on ci-1 began to create volume "data" at 20\d\d-.* UTC\. .*takes the object over\.$/,
      ),
    ]);
    await journal.endRun();
  });

  test("that is away is one line that names its place, without the password", async () => {
    const { seat } = await newTeam();
    server.stop();
    const found = await troubles(seat).finally(() => server.start());
    expect(found).toContainEqual(
      expect.stringMatching(
        /^wrong coordination: .* at 127\.0\.0\.1:\d+ cannot be reached .*Start it/,
      ),
    );
    expect(found.join("\n")).not.toContain("hidden-word");
  });
});
