import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Budget } from "../../../provider/coordination/budget.ts";
import { DatabaseUrl } from "../../../provider/coordination/database-url.ts";
import { openJournal } from "../../../provider/coordination/file/open-journal.ts";
import { SharedPermits } from "../../../provider/coordination/file/shared-permits.ts";
import type { Journal } from "../../../provider/coordination/journal.ts";
import type { Permits } from "../../../provider/coordination/permits.ts";
import { openPostgres } from "../../../provider/coordination/postgres/open-postgres.ts";
import { postgresql } from "../../support/debian-package.ts";
import { openTestServer, type TestServer } from "../../support/virtual-database.ts";
import { FakeClock } from "../http/fake-clock.ts";

/** Programs that share something, in virtual time. */
export interface Shop {
  readonly clock: FakeClock;
  pass(milliseconds: number): Promise<void>;
  /** One more run, as a process of its own. */
  run(world?: string): { readonly permits: Permits; readonly journal: Journal };
  /** The processes of all runs end without a word. */
  killAll(): Promise<void>;
}

/** A way to share. */
export interface Implementation {
  readonly name: string;
  readonly missing: string | undefined;
  open(): Promise<Shop>;
}

const budget: Budget = {
  ...{ origin: "https://console.example", key: "hk_0123456789abcdefWXYZ" },
  prefix: "/api/v1",
};

/** Called in a test file: all ways, each ready before its tests. */
export function implementations(): readonly Implementation[] {
  let server: TestServer | undefined;
  let directory = "";
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "coordination-"));
    server = postgresql.missing() === undefined ? await openTestServer() : undefined;
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });
  let count = 0;
  const newFile = () => join(directory, `intents-${++count}.db`);
  return [
    { name: "files", missing: undefined, open: async () => inFiles(newFile()) },
    {
      name: "PostgreSQL",
      missing: postgresql.missing(),
      open: async () => {
        if (server === undefined) throw new Error("There is no server.");
        return inDatabase(server, newFile());
      },
    },
  ];
}

function inFiles(file: string): Shop {
  const clock = new FakeClock();
  let pids = 0;
  const running = new Set<number>();
  return {
    clock,
    pass: (milliseconds) => clock.runUntil(clock.now() + milliseconds),
    run(world = "api:one") {
      const pid = ++pids;
      running.add(pid);
      const processes = { machine: "m", pid, isRunning: (one: number) => running.has(one) };
      const warn = (line: string) => {
        throw new Error(line);
      };
      const journal = openJournal({ file, world, directory: "/app", clock, processes, warn });
      const now = () => clock.now();
      const permits = new SharedPermits({
        now,
        wallClock: now,
        warn,
        file: () => `${file}.permits`,
      });
      return { journal, permits };
    },
    async killAll() {
      running.clear();
    },
  };
}

async function inDatabase(server: TestServer, ownJournal: string): Promise<Shop> {
  const clock: FakeClock = new FakeClock(() => database.isBusy);
  const database = await server.newDatabase(() => clock.now());
  const url = new DatabaseUrl(server.url);
  let runs = 0;
  let generation = 0;
  return {
    clock,
    pass: (milliseconds) => clock.runUntil(clock.now() + milliseconds),
    run(world = "api:one") {
      runs += 1;
      const own = generation;
      const shared = openPostgres({
        ...{ url, clock, stopping: new AbortController().signal, ownJournal, machine: `m${runs}` },
        carry: (statement) =>
          own === generation ? database.carry(statement) : new Promise(() => undefined),
      });
      const stopped = openJournal({
        ...{ file: ":memory:", world, directory: "/app", clock },
        warn: (line) => {
          throw new Error(line);
        },
      });
      return { permits: shared.permits(budget), journal: shared.journal({ world, stopped }) };
    },
    async killAll() {
      generation += 1;
      await clock.runUntil(clock.now() + 61_000);
    },
  };
}
