import { join } from "node:path";
import { DatabaseUrl } from "../../../provider/coordination/database-url.ts";
import {
  openPostgres,
  type Shared,
} from "../../../provider/coordination/postgres/open-postgres.ts";
import { ApiKey } from "../../../provider/http/wire/api-key.ts";
import { worldOf } from "../../../provider/lifecycle/identity/world.ts";
import type { TestServer } from "../../support/virtual-database.ts";
import { Console } from "../console.ts";
import { FaultPlan } from "../faults.ts";
import type { Outcome } from "../history.ts";
import { Network } from "../network.ts";
import type { Machine } from "../process.ts";
import { Random } from "../random.ts";
import type { Stage } from "../stage.ts";
import { Standstill, VirtualTime } from "../time.ts";
import { SimulatedDatabase } from "./database.ts";
import { Stack } from "./stack.ts";
import { Watch } from "./watch.ts";

const hosts = { baseUrl: "https://console.example", apiBaseUrl: "https://api.example" };
const hourMs = 3_600_000;
/** Until then every request that was ever sent has arrived, and every run that was killed has ended for others. */
const settledMs = 300_000;

/** Plays a history of several machines with one key and one database. */
export async function playMachines(
  { stage, server }: { stage: Stage; server: TestServer },
  seed: number,
  { isTraced = false } = {},
): Promise<Pick<Outcome, "violations" | "trace">> {
  const time = new VirtualTime();
  const random = new Random(seed);
  const trace: string[] = [];
  const violations: string[] = [];
  const note = (line: string) => {
    if (isTraced) trace.push(`${time.seconds.toFixed(3).padStart(9)}  ${line}`);
  };
  const violated = (what: string) => {
    note(`VIOLATED ${what}`);
    violations.push(what);
  };
  const platform = stage.platform(random.pick(["unique", "unique", "shared"]), time);
  const routes = random.pick<"all" | "documented">(["all", "all", "all", "documented"]);
  platform.configure({ routes, ratePerMinute: null });
  const isHurried = random.fork("hurry").chance(0.5);
  const faults = new FaultPlan(random.fork("faults"), isHurried ? 0.5 : 0);
  const limit = random.pick([60, 8, 4]);
  const watch = new Watch({ time, limit, violated });
  const network = new Network({
    ...{ platform, elsewhere: platform, time, faults, worlds: [], trace: note },
    random: random.fork("network"),
    arrived: (request) => watch.arrived(request),
    onSecret: () => undefined,
  });
  const database = await SimulatedDatabase.open(server, {
    ...{ time, trace: note },
    random: random.fork("database"),
  });
  const console = new Console({ platform, time }, { routes, namesAreIds: [] });
  let machines = 0;
  const newMachine = (): Machine => {
    const name = `m${++machines}`;
    const drawn = random.fork(name);
    const gaps = drawn.chance(0.2) ? [database.drawGap(60)] : [];
    return {
      time,
      network: {
        send(request) {
          const answer = network.send(request);
          void watch.sent(name, request, answer);
          return answer;
        },
        close: async () => undefined,
      },
      account: {
        apiKey: new ApiKey(platform.rootKey, "the test"),
        world: worldOf({ ...hosts, account: "" }),
      },
      journalFile: ":memory:",
      aheadMs: drawn.pick([0, 0, hourMs, -hourMs]),
      requestsPerMinute: limit,
      shared: ({ clock, stopping, carried }): Shared => {
        const shared = openPostgres({
          ...{ url: new DatabaseUrl(server.url), clock, stopping, machine: name },
          ownJournal: join(stage.directory, "none.db"),
          carry: carried(database.wayOf(name, gaps)),
        });
        return { ...shared, permits: (budget) => watch.permits(name, shared.permits(budget)) };
      },
      say: () => undefined,
      log: () => undefined,
      trace: (line) => note(`${name}: ${line}`),
      violated,
    };
  };
  const count = isHurried ? 2 : random.pick([2, 2, 3, 3, 4, 5]);
  const stacks = Array.from({ length: count }, (_none, at) => {
    const name = `s${at + 1}`;
    return new Stack({
      ...{ name, time, console, newMachine, isHurried, violated },
      random: random.fork(name),
      trace: note,
    });
  });
  try {
    await Promise.all(stacks.map((stack) => stack.live()));
    note("from now on nothing goes wrong");
    faults.end();
    database.end();
    await time.pass(settledMs);
    await Promise.all(stacks.map((stack) => stack.converge()));
    await time.pass(settledMs);
    const rows = await database.byHand("SELECT subject, id FROM pulumi_hosting.creates");
    const open = rows.map(({ subject, id }) => ({ subject: String(subject), id: String(id) }));
    violations.push(...stacks.flatMap((stack) => stack.violations(open)));
  } catch (error) {
    if (!(error instanceof Standstill)) throw error;
    violations.push(`I6: ${error.message}`);
  } finally {
    for (const stack of stacks) stack.close();
  }
  return { violations, trace };
}
