import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  createRateLimiter,
  type RateLimiter,
} from "../../../../provider/http/rate-limit/rate-limiter.ts";
import {
  openSharedPermits,
  SharedPermits,
} from "../../../../provider/http/rate-limit/shared-permits.ts";
import { FakeClock } from "../fake-clock.ts";
import { Machine, spend, tableFile } from "./machine.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

describe("programs that share a budget", () => {
  test("count together, and know when to ask again", async () => {
    const machine = new Machine();
    const [one, other] = [machine.program(), machine.program()];
    expect(spend(one, 40)).toBe(40);
    await machine.pass(second);
    expect(spend(other, 40)).toBe(20);
    expect(other.take(60, Number.POSITIVE_INFINITY)).toBeUndefined();
    const now = machine.clock.now();
    expect(other.freeAt(60)).toBeGreaterThan(now);
    expect(other.freeAt(60)).toBeLessThanOrEqual(now + 10 * second);
    await machine.pass(59 * second);
    expect(spend(other, 60)).toBe(40);
  });

  test("a limiter sleeps until the other's permits are back", async () => {
    const machine = new Machine();
    let asked = 0;
    const newLimiter = () => {
      const wallClock = () => {
        asked += 1;
        return machine.clock.now();
      };
      const poolOf = () =>
        new SharedPermits({
          now: () => machine.clock.now(),
          wallClock,
          file: () => machine.file,
          warn: (line) => expect.unreachable(line),
        });
      return createRateLimiter({ clock: machine.clock, poolOf });
    };
    const begin = machine.clock.now();
    const sends: number[] = [];
    const send = (limiter: RateLimiter) =>
      limiter.send(
        { prefix: "/api/v1", label: "POST", priority: "write", deadline: Infinity },
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
    // Two looks at the clock per request, and a few while it waits.
    expect(asked).toBeLessThan(2 * 70 + 20);
  });

  test("a permit that was not used, or not counted, is free for the others at once", () => {
    const machine = new Machine();
    const [one, other] = [machine.program(), machine.program()];
    const [first, second] = [one.take(2, Infinity), one.take(2, Infinity)];
    expect(spend(other, 1, 2)).toBe(0);
    first?.end("uncounted");
    second?.end("uncounted");
    expect(spend(machine.program(), 2, 2)).toBe(2);
  });

  test("a request that may still arrive keeps its permit longer", async () => {
    const machine = new Machine();
    machine
      .program()
      .take(1, machine.clock.now() + second)
      ?.end("lost");
    await machine.pass(149 * second);
    expect(spend(machine.program(), 1, 1)).toBe(0);
    await machine.pass(second);
    expect(spend(machine.program(), 1, 1)).toBe(1);
  });

  test("what was sent before there was a limit counts from then on", () => {
    const machine = new Machine();
    const one = machine.program();
    expect(spend(one, 30, Number.POSITIVE_INFINITY)).toBe(30);
    expect(readdirSync(join(machine.file, ".."))).toEqual([]);
    expect(spend(one, 60)).toBe(30);
    expect(spend(machine.program(), 60)).toBe(0);
  });
});

describe("R15 the machine's clock", () => {
  test("set back by an hour: each program counts for itself, and nobody waits for an hour", async () => {
    const machine = new Machine();
    const one = machine.program();
    spend(one, 60);
    machine.setBy = -hour;
    expect(spend(one, 60)).toBe(0);
    await machine.pass(minute);
    expect(spend(one, 60)).toBe(60);
    expect(machine.warnings).toHaveLength(1);
    expect(machine.warnings[0]).toContain("the machine's clock was set back");
  });

  test("set back between two programs: the second starts the table anew", () => {
    const machine = new Machine();
    spend(machine.program(), 60);
    machine.setBy = -hour;
    expect(spend(machine.program(), 60)).toBe(60);
    expect(machine.warnings).toHaveLength(1);
    expect(spend(machine.program(), 60)).toBe(60);
    expect(spend(machine.program(), 60)).toBe(0);
    expect(machine.warnings).toHaveLength(1);
  });

  test.each([
    ["set forward", hour],
    ["going on while the machine sleeps", 8 * hour],
    ["corrected by seconds", -3 * second],
  ])("%s: the program keeps to what it knows itself", async (_name, by) => {
    const machine = new Machine();
    const one = machine.program();
    spend(one, 60);
    machine.setBy = by;
    expect(spend(one, 60)).toBe(0);
    await machine.pass(minute + 3 * second);
    expect(spend(one, 60)).toBe(60);
    expect(machine.warnings).toEqual([]);
  });
});

describe("R16 a table that cannot be used", () => {
  const expectAlone = (machine: Machine, pool = machine.program()) => {
    expect(spend(pool, 70)).toBe(60);
    expect(pool.freeAt(60)).toBe(machine.clock.now() + minute);
    expect(machine.warnings).toHaveLength(1);
    expect(machine.warnings[0]).toMatch(/^requests of other programs .* are not counted \(.+\)/);
    expect(machine.warnings[0]?.length).toBeLessThanOrEqual(300);
    expect(machine.warnings[0]).not.toContain("\n");
  };

  test("no database", () => {
    const machine = new Machine();
    writeFileSync(machine.file, "this is no database ".repeat(100));
    expectAlone(machine);
  });

  test("a database of something else", () => {
    const machine = new Machine();
    const other = new DatabaseSync(machine.file);
    other.exec("CREATE TABLE permits (name TEXT)");
    other.close();
    expectAlone(machine);
  });

  test("locked by another program", () => {
    const machine = new Machine();
    const other = new DatabaseSync(machine.file);
    onTestFinished(() => other.close());
    other.exec("CREATE TABLE other (name TEXT); BEGIN EXCLUSIVE");
    expectAlone(machine);
  });

  test("not to be written", () => {
    const machine = new Machine();
    mkdirSync(machine.file);
    expectAlone(machine);
  });

  test("in no directory", () => {
    expectAlone(new Machine(join(tableFile(), "missing", "permits.db")));
  });

  test("lost on the way", () => {
    const machine = new Machine();
    const pool = machine.program();
    expect(spend(pool, 10)).toBe(10);
    const other = new DatabaseSync(machine.file);
    other.exec("DROP TABLE permits");
    other.close();
    expect(spend(pool, 70)).toBe(50);
    expect(machine.warnings).toHaveLength(1);
  });
});

describe("the file", () => {
  const budget = {
    origin: "https://console.example",
    prefix: "/api/v1",
    key: "hk_0123456789abcdefWXYZ",
  } as const;

  /** Names of the files in a directory where these budgets were used. */
  const filesOf = (directory: string, ...budgets: Parameters<typeof openSharedPermits>[0][]) => {
    for (const each of budgets) {
      const pool = openSharedPermits(each, {
        clock: new FakeClock(),
        directory: () => directory,
        warn: (line) => expect.unreachable(line),
      });
      spend(pool, 1);
    }
    return readdirSync(directory);
  };

  test("is named by origin, prefix and key, and shows none of them", () => {
    const directory = join(tableFile(), "..");
    const [name] = filesOf(directory, budget, budget);
    expect(name).toMatch(/^permits-[0-9a-f]{16}\.db$/);
    const others = [
      { ...budget, origin: "https://other.example" },
      { ...budget, prefix: "/v1" },
      { ...budget, key: "hk_0123456789abcdefWXYY" },
    ] as const;
    expect(filesOf(directory, ...others)).toHaveLength(4);
  });

  test("is readable by its user alone", () => {
    const directory = join(tableFile(), "..");
    const [name = ""] = filesOf(directory, budget);
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  });
});
