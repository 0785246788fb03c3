import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { tableName } from "../../../../provider/http/rate-limit/permit-table.ts";
import { createPermits, type Permits } from "../../../../provider/http/rate-limit/permits.ts";
import {
  openSharedLedger,
  SharedLedger,
} from "../../../../provider/http/rate-limit/shared-ledger.ts";
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
    expect(other.held()).toBe(60);
    const now = machine.clock.now();
    expect(other.freeAt(60)).toBeGreaterThan(now);
    expect(other.freeAt(60)).toBeLessThanOrEqual(now + 10 * second);
    await machine.pass(59 * second);
    expect(spend(other, 60)).toBe(40);
  });

  test("a limiter sleeps until the other's permits are back", async () => {
    const machine = new Machine();
    let asked = 0;
    const limiter = () => {
      const wallClock = () => {
        asked += 1;
        return machine.clock.now();
      };
      const ledgerOf = () =>
        new SharedLedger({
          now: () => machine.clock.now(),
          wallClock,
          file: () => machine.file,
          warn: (line) => expect.unreachable(line),
        });
      return createPermits({ clock: machine.clock, ledgerOf });
    };
    const begin = machine.clock.now();
    const sends: number[] = [];
    const send = (permits: Permits) =>
      permits.send(
        { prefix: "/api/v1", label: "POST", priority: "write", deadline: Infinity },
        async () => {
          sends.push(machine.clock.now() - begin);
          return { status: 200, headers: {}, body: "" };
        },
      );
    const [one, other] = [limiter(), limiter()];
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
    const [unsent, refused] = [one.take(2, Infinity), one.take(2, Infinity)];
    refused?.end("answered");
    expect(spend(other, 1, 2)).toBe(0);
    unsent?.end("unsent");
    refused?.giveBack();
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
  const expectAlone = (machine: Machine, ledger = machine.program()) => {
    expect(spend(ledger, 70)).toBe(60);
    expect(ledger.held()).toBe(60);
    expect(ledger.freeAt(60)).toBe(machine.clock.now() + minute);
    expect(machine.warnings).toHaveLength(1);
    expect(machine.warnings[0]).toMatch(/^the request budget .* is not used \(.+\)/);
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
    const ledger = machine.program();
    expect(spend(ledger, 10)).toBe(10);
    const other = new DatabaseSync(machine.file);
    other.exec("DROP TABLE permits");
    other.close();
    expect(spend(ledger, 70)).toBe(50);
    expect(machine.warnings).toHaveLength(1);
  });
});

describe("the file", () => {
  const budget = {
    origin: "https://console.example",
    prefix: "/api/v1",
    key: "hk_0123456789abcdefWXYZ",
  } as const;

  test("is named by origin, prefix and key, and shows none of them", () => {
    const name = tableName(budget);
    expect(name).toMatch(/^permits-[0-9a-f]{16}\.db$/);
    const others = [
      { ...budget, origin: "https://other.example" },
      { ...budget, prefix: "/v1" },
      { ...budget, key: "hk_0123456789abcdefWXYY" },
    ] as const;
    expect(new Set([budget, ...others].map(tableName)).size).toBe(4);
  });

  test("is readable by its user alone", () => {
    const directory = join(tableFile(), "..");
    const clock = new FakeClock();
    const ledger = openSharedLedger(budget, {
      clock,
      directory: () => directory,
      warn: (line) => expect.unreachable(line),
    });
    spend(ledger, 1);
    expect(readdirSync(directory)).toEqual([tableName(budget)]);
    expect(statSync(join(directory, tableName(budget))).mode & 0o777).toBe(0o600);
  });
});
