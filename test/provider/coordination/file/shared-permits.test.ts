import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  openSharedPermits,
  SharedPermits,
  sharedPermitsOut,
} from "../../../../provider/coordination/file/shared-permits.ts";
import {
  createRateLimiter,
  type RateLimiter,
} from "../../../../provider/http/rate-limit/rate-limiter.ts";
import { FakeClock } from "../../http/fake-clock.ts";
import { Machine, spend, tableFile } from "./machine.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Somebody changes the database of a table. */
function changed(file: string, statement: string): void {
  const other = new DatabaseSync(file);
  other.exec(statement);
  other.close();
}

/** A permit that there is. */
async function taken(permits: SharedPermits, limit = 60) {
  const [permit] = (await permits.take(limit, 1)).permits;
  if (permit === undefined) throw new Error("there is no permit");
  return permit;
}

describe("programs that share a budget", () => {
  test("count together, and know when the next permit comes back", async () => {
    const machine = new Machine();
    const [one, other] = [machine.program(), machine.program()];
    expect(await spend(one, 40)).toBe(40);
    await machine.pass(second);
    expect(await spend(other, 40)).toBe(20);
    expect((await other.take(60, 1)).nextAt).toBe(machine.clock.now() + 59 * second);
    await machine.pass(59 * second);
    expect(await spend(other, 60)).toBe(40);
  });

  test("a limiter sleeps until the other's permits are back", async () => {
    const machine = new Machine();
    const begin = machine.clock.now();
    const sends: number[] = [];
    const newLimiter = () =>
      createRateLimiter({ clock: machine.clock, permitsOf: () => machine.program() });
    const send = (limiter: RateLimiter) =>
      limiter.send(
        { prefix: "/api/v1", label: "POST", urgent: false, deadline: Infinity },
        async () => {
          sends.push(machine.clock.now() - begin);
          return { status: 200, headers: {}, body: "" };
        },
      );
    const [one, other] = [newLimiter(), newLimiter()];
    const first = Promise.all(Array.from({ length: 50 }, () => send(one)));
    const second = Promise.all(Array.from({ length: 20 }, () => send(other)));
    await machine.clock.during(Promise.all([first, second]));
    expect(sends).toEqual([...new Array(60).fill(0), ...new Array(10).fill(minute)]);
    expect(machine.warnings).toEqual([]);
  });

  test.each<["answered" | "lost" | "unsent" | "killed", number]>([
    ["answered", 60],
    ["lost", 150],
    ["unsent", 0],
    // Sent by a program that is not there any more: it may arrive as late as a lost one.
    ["killed", 150],
  ])("the permit of a request that was %s comes back after %d s", async (how, seconds) => {
    const machine = new Machine();
    const permit = await taken(machine.program(), 1);
    if (how !== "killed") permit.end(how);
    if (seconds > 0) {
      await machine.pass((seconds - 1) * second);
      expect(await spend(machine.program(), 1, 1)).toBe(0);
      await machine.pass(second);
    }
    expect(await spend(machine.program(), 1, 1)).toBe(1);
  });

  test("a pause that one is told holds for all, and ends", async () => {
    const machine = new Machine();
    machine.program().pause(30 * second);
    const other = machine.program();
    expect(await other.take(60, 1)).toEqual({
      permits: [],
      nextAt: machine.clock.now() + 30 * second,
    });
    await machine.pass(30 * second);
    expect(await spend(other, 1)).toBe(1);
  });

  test("one under way may come back in a minute at the earliest", async () => {
    const machine = new Machine();
    await taken(machine.program(), 1);
    expect((await machine.program().take(1, 1)).nextAt).toBe(machine.clock.now() + minute);
  });
});

describe("R15 the machine's clock", () => {
  test.each([
    ["set back by an hour", -hour],
    ["set forward", hour],
    ["going on while the machine sleeps", 8 * hour],
    ["corrected by seconds", -3 * second],
  ])(
    "%s: each program keeps to what it knows itself, and nobody waits for an hour",
    async (_name, by) => {
      const machine = new Machine();
      const one = machine.program();
      await spend(one, 60);
      machine.setBy = by;
      expect(await spend(one, 60)).toBe(0);
      await machine.pass(minute + 3 * second);
      expect(await spend(one, 60)).toBe(60);
      expect(machine.warnings).toEqual([]);
    },
  );

  test("set back between two programs: the second begins the table anew", async () => {
    const machine = new Machine();
    await spend(machine.program(), 60);
    machine.setBy = -hour;
    expect(await spend(machine.program(), 60)).toBe(60);
    expect(await spend(machine.program(), 60)).toBe(0);
  });
});

describe("R16 a table that cannot be used", () => {
  const expectAlone = async (machine: Machine, permits = machine.program()) => {
    expect(await spend(permits, 70)).toBe(60);
    expect((await permits.take(60, 1)).nextAt).toBe(machine.clock.now() + minute);
    expect(machine.warnings).toHaveLength(1);
    expect(machine.warnings[0]).toMatch(/^requests of other programs .* are not counted \(.+\)/);
    expect(machine.warnings[0]?.length).toBeLessThanOrEqual(300);
    expect(machine.warnings[0]).not.toContain("\n");
  };

  test.each<[string, (machine: Machine) => void]>([
    ["no database", ({ file }) => writeFileSync(file, "this is no database ".repeat(100))],
    [
      "a database of something else",
      ({ file }) => changed(file, "CREATE TABLE permits (name TEXT)"),
    ],
    ["not to be written", ({ file }) => void mkdirSync(file)],
    ["in no directory", ({ file }) => rmSync(dirname(file), { recursive: true })],
  ])("%s", async (_what, spoil) => {
    const machine = new Machine(join(dirname(tableFile()), "below", "permits.db"));
    mkdirSync(dirname(machine.file));
    spoil(machine);
    await expectAlone(machine);
  });

  test("locked by another program: it is waited for, but not for ever", async () => {
    const machine = new Machine();
    const other = new DatabaseSync(machine.file);
    onTestFinished(() => other.close());
    other.exec("CREATE TABLE other (name TEXT); BEGIN EXCLUSIVE");
    const permits = machine.program();
    expect(await spend(permits, 1)).toBe(0);
    await machine.pass(29 * second);
    expect(await spend(permits, 1)).toBe(0);
    expect(machine.warnings).toEqual([]);
    await machine.pass(2 * second);
    await expectAlone(machine, permits);
  });

  test("locked for a moment: permits are shared as before", async () => {
    const machine = new Machine();
    const permits = machine.program();
    expect(await spend(permits, 10)).toBe(10);
    const other = new DatabaseSync(machine.file);
    other.exec("BEGIN IMMEDIATE");
    expect(await spend(permits, 1)).toBe(0);
    other.exec("COMMIT");
    other.close();
    expect(await spend(machine.program(), 70)).toBe(50);
    expect(machine.warnings).toEqual([]);
  });

  test("lost on the way", async () => {
    const machine = new Machine();
    const permits = machine.program();
    expect(await spend(permits, 10)).toBe(10);
    changed(machine.file, "DROP TABLE permits");
    expect(await spend(permits, 70)).toBe(50);
    expect(machine.warnings).toHaveLength(1);
  });

  test("for a reason of any length", async () => {
    const warnings: string[] = [];
    const permits = new SharedPermits({
      now: () => 0,
      wallClock: () => 0,
      file: () => {
        throw new Error("x".repeat(500));
      },
      warn: (line) => void warnings.push(line),
    });
    await spend(permits, 1);
    expect(warnings.join()).toContain(`(${"x".repeat(119)}…)`);
  });
});

describe("the file", () => {
  const budget = {
    origin: "https://console.example",
    prefix: "/api/v1",
    key: "hk_0123456789abcdefWXYZ",
  } as const;

  /** Spends permits of a budget. */
  const spendOf = async (
    directory: string,
    each: Parameters<typeof openSharedPermits>[0],
    count = 1,
  ) => {
    const permits = openSharedPermits(each, {
      clock: new FakeClock(),
      directory: () => directory,
      warn: (line) => expect.unreachable(line),
    });
    await spend(permits, count);
  };

  test("is named by origin, prefix and key, shows none of them, and is its user's alone", async () => {
    const directory = join(tableFile(), "..");
    await spendOf(directory, budget);
    await spendOf(directory, budget);
    const [name = "", ...rest] = readdirSync(directory);
    expect(name).toMatch(/^permits-[0-9a-f]{16}\.db$/);
    expect(rest).toEqual([]);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    await spendOf(directory, { ...budget, origin: "https://other.example" });
    await spendOf(directory, { ...budget, prefix: "/v1" });
    await spendOf(directory, { ...budget, key: "hk_0123456789abcdefWXYY" });
    expect(readdirSync(directory)).toHaveLength(4);
  });

  test("tells doctor how many permits are out", async () => {
    const directory = join(tableFile(), "..");
    expect(sharedPermitsOut(budget, directory)).toBe(0);
    await spendOf(directory, budget, 3);
    expect(sharedPermitsOut(budget, directory)).toBe(3);
  });
});
