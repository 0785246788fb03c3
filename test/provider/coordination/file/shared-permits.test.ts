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
function taken(permits: SharedPermits, limit = 60) {
  const permit = permits.take(limit);
  if (typeof permit === "number") throw new Error("there is no permit");
  return permit;
}

describe("programs that share a budget", () => {
  test("count together, and know when the next permit comes back", async () => {
    const machine = new Machine();
    const [one, other] = [machine.program(), machine.program()];
    expect(spend(one, 40)).toBe(40);
    await machine.pass(second);
    expect(spend(other, 40)).toBe(20);
    expect(other.take(60)).toBe(machine.clock.now() + 59 * second);
    await machine.pass(59 * second);
    expect(spend(other, 60)).toBe(40);
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
    const permit = taken(machine.program(), 1);
    if (how !== "killed") permit.end(how);
    if (seconds > 0) {
      await machine.pass((seconds - 1) * second);
      expect(spend(machine.program(), 1, 1)).toBe(0);
      await machine.pass(second);
    }
    expect(spend(machine.program(), 1, 1)).toBe(1);
  });

  test("one under way may come back in a minute at the earliest", () => {
    const machine = new Machine();
    taken(machine.program(), 1);
    expect(machine.program().take(1)).toBe(machine.clock.now() + minute);
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
      spend(one, 60);
      machine.setBy = by;
      expect(spend(one, 60)).toBe(0);
      await machine.pass(minute + 3 * second);
      expect(spend(one, 60)).toBe(60);
      expect(machine.warnings).toEqual([]);
    },
  );

  test("set back between two programs: the second begins the table anew", () => {
    const machine = new Machine();
    spend(machine.program(), 60);
    machine.setBy = -hour;
    expect(spend(machine.program(), 60)).toBe(60);
    expect(spend(machine.program(), 60)).toBe(0);
  });
});

describe("R16 a table that cannot be used", () => {
  const expectAlone = (machine: Machine, permits = machine.program()) => {
    expect(spend(permits, 70)).toBe(60);
    expect(permits.take(60)).toBe(machine.clock.now() + minute);
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
  ])("%s", (_what, spoil) => {
    const machine = new Machine(join(dirname(tableFile()), "below", "permits.db"));
    mkdirSync(dirname(machine.file));
    spoil(machine);
    expectAlone(machine);
  });

  test("locked by another program: it is waited for, but not for ever", async () => {
    const machine = new Machine();
    const other = new DatabaseSync(machine.file);
    onTestFinished(() => other.close());
    other.exec("CREATE TABLE other (name TEXT); BEGIN EXCLUSIVE");
    const permits = machine.program();
    expect(spend(permits, 1)).toBe(0);
    await machine.pass(29 * second);
    expect(spend(permits, 1)).toBe(0);
    expect(machine.warnings).toEqual([]);
    await machine.pass(2 * second);
    expectAlone(machine, permits);
  });

  test("locked for a moment: permits are shared as before", () => {
    const machine = new Machine();
    const permits = machine.program();
    expect(spend(permits, 10)).toBe(10);
    const other = new DatabaseSync(machine.file);
    other.exec("BEGIN IMMEDIATE");
    expect(spend(permits, 1)).toBe(0);
    other.exec("COMMIT");
    other.close();
    expect(spend(machine.program(), 70)).toBe(50);
    expect(machine.warnings).toEqual([]);
  });

  test("lost on the way", () => {
    const machine = new Machine();
    const permits = machine.program();
    expect(spend(permits, 10)).toBe(10);
    changed(machine.file, "DROP TABLE permits");
    expect(spend(permits, 70)).toBe(50);
    expect(machine.warnings).toHaveLength(1);
  });

  test("for a reason of any length", () => {
    const warnings: string[] = [];
    const permits = new SharedPermits({
      now: () => 0,
      wallClock: () => 0,
      file: () => {
        throw new Error("x".repeat(500));
      },
      warn: (line) => void warnings.push(line),
    });
    spend(permits, 1);
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
  const spendOf = (directory: string, each: Parameters<typeof openSharedPermits>[0], count = 1) => {
    const permits = openSharedPermits(each, {
      clock: new FakeClock(),
      directory: () => directory,
      warn: (line) => expect.unreachable(line),
    });
    spend(permits, count);
  };

  test("is named by origin, prefix and key, shows none of them, and is its user's alone", () => {
    const directory = join(tableFile(), "..");
    spendOf(directory, budget);
    spendOf(directory, budget);
    const [name = "", ...rest] = readdirSync(directory);
    expect(name).toMatch(/^permits-[0-9a-f]{16}\.db$/);
    expect(rest).toEqual([]);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    spendOf(directory, { ...budget, origin: "https://other.example" });
    spendOf(directory, { ...budget, prefix: "/v1" });
    spendOf(directory, { ...budget, key: "hk_0123456789abcdefWXYY" });
    expect(readdirSync(directory)).toHaveLength(4);
  });

  test("tells doctor how many permits are out", () => {
    const directory = join(tableFile(), "..");
    expect(sharedPermitsOut(budget, directory)).toBe(0);
    spendOf(directory, budget, 3);
    expect(sharedPermitsOut(budget, directory)).toBe(3);
  });
});
