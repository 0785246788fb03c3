import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Client } from "pg";
import { systemClock } from "../../provider/clock.ts";
import { DatabaseUrl } from "../../provider/coordination/database-url.ts";
import { openJournal } from "../../provider/coordination/file/open-journal.ts";
import { openSharedPermits } from "../../provider/coordination/file/shared-permits.ts";
import type { Journal } from "../../provider/coordination/journal.ts";
import type { Permits } from "../../provider/coordination/permits.ts";
import {
  openPostgres as openShared,
  type Shared,
} from "../../provider/coordination/postgres/open-postgres.ts";
import { postgresql } from "../support/debian-package.ts";
import { openPostgres } from "../support/postgres.ts";
import type { Bench, Figure } from "./figures.ts";
import { compare, ratioOf, summaryOf } from "./measure.ts";
import { withDirectory } from "./platform/server.ts";

const rounds = 7;
const perRound = 50;
const waiters = 100;
const limit = 60;
/** More than a comparison takes. */
const plenty = 10_000;

export const coordination: Bench = {
  name: "coordination",
  title: `Permits and journal in a file, and in a PostgreSQL on the same machine that waits for its disk; then ${waiters} machines that want a permit each, of ${limit} a minute`,
  run: () =>
    withDirectory(async (directory) => {
      postgresql.prepare();
      await using server = await openPostgres({ fsync: "on" });
      const { PULUMI_BACKEND_URL: url = "" } = server.newPlace();
      return [...(await besideFile(url, directory)), ...(await ofWaiters(url))];
    }),
};

async function besideFile(url: string, directory: string): Promise<readonly Figure[]> {
  const file = join(directory, "intents.db");
  const warn = (line: string) => {
    throw new Error(line);
  };
  const place = { world: "api:one", directory, clock: systemClock, warn };
  const stopped = openJournal({ ...place, file });
  const shared = sharedAt(url, directory);
  const permits = openSharedPermits(budget, {
    ...{ clock: systemClock, warn },
    directory: () => directory,
  });
  const sides = {
    permit: [() => msOfPermits(permits), () => msOfPermits(shared.permits(budget))],
    "line of a create": [
      () => msOfLines(stopped),
      () => msOfLines(shared.journal({ world: place.world, stopped })),
    ],
  } as const;
  const figures: Figure[] = [];
  for (const [what, [ofFile, ofDatabase]] of Object.entries(sides)) {
    await ofFile();
    await ofDatabase();
    const comparison = await compare(rounds, ofFile, ofDatabase);
    figures.push(
      { what: `${what}: in a file`, ...summaryOf(comparison.base), unit: "ms" },
      { what: `${what}: in PostgreSQL`, ...summaryOf(comparison.ours), unit: "ms" },
      { what: `${what}: PostgreSQL / file`, ...ratioOf(comparison), unit: "times" },
    );
  }
  stopped.close();
  return figures;
}

async function ofWaiters(url: string): Promise<readonly Figure[]> {
  const runs = Array.from({ length: waiters }, () =>
    sharedAt(url, "/none").permits({ ...budget, key: "hk_of_the_waiters_0123456789" }),
  );
  // Another database of the server, so that it counts nothing of itself.
  const client = new Client({ connectionString: url.replace(/\/team\d+/, "/postgres") });
  await client.connect();
  const before = await statementsOn(client, url);
  let most = 0;
  const watching = setInterval(async () => {
    most = Math.max(most, await numberOf(client, connectionsOf, url));
  }, 100);
  const startedAt = performance.now();
  await Promise.all(runs.map(served));
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(watching);
  const statements = (await statementsOn(client, url)) - before;
  await client.end();
  // Each has reached the database with two, and stored the end of its request with one.
  return [
    { what: `${waiters} machines: all served after`, value: seconds, unit: "s" },
    {
      what: `${waiters} machines: statements for a permit`,
      value: (statements - 3 * waiters) / waiters,
      ...{ unit: "statements", bound: 4 },
    },
    { what: `${waiters} machines: connections at most`, value: most, unit: "connections" },
  ];
}

async function served(permits: Permits): Promise<void> {
  for (;;) {
    const { permits: granted, nextAt } = await permits.take(limit, 1);
    const [permit] = granted;
    if (permit !== undefined) return permit.end("answered");
    await systemClock.sleep(Math.max(1, nextAt - systemClock.now()));
  }
}

const budget = {
  ...{ origin: "https://console.example", key: "hk_0123456789abcdefWXYZ" },
  prefix: "/api/v1",
} as const;

function sharedAt(url: string, directory: string): Shared {
  return openShared({
    ...{ url: new DatabaseUrl(url), clock: systemClock, stopping: new AbortController().signal },
    ownJournal: join(directory, "none.db"),
  });
}

/** Milliseconds for a permit, taken and given back. */
async function msOfPermits(permits: Permits): Promise<number> {
  const startedAt = performance.now();
  for (let count = 0; count < perRound; count += 1) {
    const taken = await permits.take(plenty, 1);
    for (const permit of taken.permits) permit.end("unsent");
  }
  return (performance.now() - startedAt) / perRound;
}

/** Milliseconds for a create: that it leaves, what it made, and that it is no open question any more. */
async function msOfLines(journal: Journal): Promise<number> {
  const startedAt = performance.now();
  const until = systemClock.now() + 60_000;
  for (let count = 0; count < perRound; count += 1) {
    const token = randomUUID();
    const intent = {
      ...{ token, declaration: token, subject: 'volume "data"', stack: "s1", type: "volume" },
      ...{ sentBy: "the key", isNamed: true },
    };
    await journal.sent(intent, until);
    await journal.made(intent, token);
    await journal.drop(token);
  }
  const each = (performance.now() - startedAt) / perRound;
  await journal.endRun();
  return each;
}

const connectionsOf = "SELECT count(*) AS number FROM pg_stat_activity WHERE datname = $1";
/** Each statement is a transaction. */
const transactionsOf =
  "SELECT xact_commit + xact_rollback AS number FROM pg_stat_database WHERE datname = $1";

async function statementsOn(client: Client, url: string): Promise<number> {
  // Servers count what is idle for a second.
  await systemClock.sleep(2_000);
  return numberOf(client, transactionsOf, url);
}

async function numberOf(client: Client, text: string, url: string): Promise<number> {
  const { rows } = await client.query(text, [/\/(team\d+)/.exec(url)?.[1]]);
  return Number(rows[0]?.["number"]);
}
