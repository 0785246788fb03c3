import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { type Budget, nameOf } from "../budget.ts";
import type { DatabaseUrl } from "../database-url.ts";
import { OlderFormat, SqliteJournal } from "../file/sqlite-journal.ts";
import type { Journal, StoppedMachines } from "../journal.ts";
import type { Permits } from "../permits.ts";
import { type Carry, Database } from "./database.ts";
import { PostgresJournal } from "./postgres-journal.ts";
import { PostgresPermits } from "./postgres-permits.ts";

/** Permits and creates that machines share. */
export interface Shared {
  permits(budget: Budget): Permits;
  journal(of: { world: string; stopped: StoppedMachines }): Journal;
  /** How the database is, for people; the time is the clock's until which it is waited for. */
  overview(budget: Budget, until: number): Promise<Overview>;
}

/** The content of the database in short. */
export interface Overview {
  readonly version: string;
  /** Requests that count against the limit now, by machine. */
  readonly requests: Readonly<Record<string, number>>;
  readonly creates: readonly { subject: string; machine: string; notedAt: number }[];
}

interface OpenOptions {
  readonly url: DatabaseUrl;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  /** The file of this machine's own journal: what it has open is taken over. */
  readonly ownJournal: string;
  readonly machine?: string;
  readonly carry?: Carry;
}

/** The database of a team; it is reached when something is first asked of it. */
export function openPostgres(options: OpenOptions): Shared {
  const { url, clock, stopping, ownJournal, machine = hostname(), carry } = options;
  const run = { id: randomUUID(), machine };
  const first = (to: Carry) => takeOver(ownJournal, to, run.machine);
  const database = new Database({
    ...{ url, clock, stopping, first },
    ...(carry === undefined ? {} : { carry }),
  });
  return {
    permits: (budget) => new PostgresPermits({ database, clock, run, budget: nameOf(budget) }),
    journal: (of) => new PostgresJournal({ database, clock, run, ...of }),
    overview: async (budget, until) => {
      const [requests, creates, server] = await Promise.all([
        database.rows({ text: requestsByMachine, values: [nameOf(budget)] }, until),
        database.rows({ text: openCreates }, until),
        database.rows({ text: "SHOW server_version" }, until),
      ]);
      return {
        version: String(server[0]?.["server_version"]),
        requests: Object.fromEntries(
          requests
            .map((row) => RequestsRow.parse(row))
            .map(({ machine: by, count }) => [by, count]),
        ),
        creates: creates
          .map((row) => OpenRow.parse(row))
          .map(({ noted_ms, ...known }) => ({ ...known, notedAt: Math.floor(noted_ms) })),
      };
    },
  };
}

const requestsByMachine = `SELECT machine, count(*) AS count FROM pulumi_hosting.permits
  WHERE budget = $1 AND expires_at > clock_timestamp() GROUP BY machine ORDER BY machine`;
const RequestsRow = z.object({ machine: z.string(), count: z.coerce.number() });

const openCreates = `SELECT subject, machine, extract(epoch FROM noted_at) * 1000 AS noted_ms
  FROM pulumi_hosting.creates WHERE NOT has_run_ended ORDER BY creates.noted_at`;
const OpenRow = z.object({
  subject: z.string(),
  machine: z.string(),
  noted_ms: z.coerce.number(),
});

/** Moves what this machine's own journal has open, from before the database was set. */
async function takeOver(file: string, carry: Carry, machine: string): Promise<void> {
  const journal = openOwn(file);
  if (journal === undefined) return;
  try {
    for (const left of journal.left()) {
      const { token, declaration, subject, stack, world, type, sentBy, id, hasRunEnded } = left;
      const text = `INSERT INTO pulumi_hosting.creates
        (token, declaration, subject, stack, world, type, sent_by, run, machine, noted_at, id, has_run_ended)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() - $10 * interval '1 ms', $11, $12)
        ON CONFLICT DO NOTHING`;
      const ageMs = Math.max(0, Date.now() - left.notedAt);
      const values = [
        ...[token, declaration, subject, stack, world, type, sentBy ?? null, randomUUID(), machine],
        ...[ageMs, id ?? null, hasRunEnded],
      ];
      await carry({ text, values });
      await journal.drop(token);
    }
  } finally {
    journal.close();
  }
}

function openOwn(file: string): SqliteJournal | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return new SqliteJournal({ file, world: "", directory: "", clock: { now: Date.now } });
  } catch (error) {
    if (error instanceof OlderFormat) return undefined;
    throw error;
  }
}
