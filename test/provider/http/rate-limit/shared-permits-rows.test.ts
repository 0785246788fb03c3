import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LocalPermits } from "../../../../provider/http/rate-limit/permits.ts";
import {
  openSharedPermits,
  SharedPermits,
  sharedPermitsOut,
} from "../../../../provider/http/rate-limit/shared-permits.ts";
import { FakeClock } from "../fake-clock.ts";
import { Machine, spend, tableFile } from "./machine.ts";

const second = 1000;
const minute = 60 * second;

describe("a row lasts", () => {
  test("a minute past the deadline of a request whose program died", async () => {
    const machine = new Machine();
    machine.program().take(1, machine.clock.now() + 10 * second);
    await machine.pass(69 * second);
    expect(spend(machine.program(), 1, 1)).toBe(0);
    await machine.pass(second);
    expect(spend(machine.program(), 1, 1)).toBe(1);
  });

  test("no longer than a lost answer where that deadline is far away", async () => {
    const machine = new Machine();
    machine.program().take(1, machine.clock.now() + 60 * minute);
    await machine.pass(209 * second);
    expect(spend(machine.program(), 1, 1)).toBe(0);
    await machine.pass(second);
    expect(spend(machine.program(), 1, 1)).toBe(1);
  });

  test("as long as its permit where it was sent before there was a limit", async () => {
    const machine = new Machine();
    const one = machine.program();
    spend(one, 30, Number.POSITIVE_INFINITY);
    spend(one, 1);
    await machine.pass(minute);
    expect(spend(machine.program(), 60)).toBe(60);
  });
});

describe("a full table", () => {
  /** Two programs with a permit each of two, and the one that was refused a third. */
  function full() {
    const machine = new Machine();
    const [one, other] = [machine.program(), machine.program()];
    const permit = one.take(2, Infinity);
    other.take(2, Infinity);
    expect(one.take(2, Infinity)).toBeUndefined();
    return { machine, one, permit };
  }

  test("is asked at once after a permit that was not used", () => {
    const { one, permit } = full();
    permit?.end("uncounted");
    expect(one.take(2, Infinity)).toBeDefined();
  });

  test("is not asked again after one that was", () => {
    const { machine, one, permit } = full();
    permit?.end("answered");
    expect(one.freeAt(2)).toBeGreaterThan(machine.clock.now());
  });

  test("holds back nobody whose limit has room", () => {
    const { one } = full();
    expect(one.take(3, Infinity)).toBeDefined();
  });

  test("is asked again when its first row expires", async () => {
    const machine = new Machine();
    spend(machine.program(), 60);
    await machine.pass(57 * second);
    const other = machine.program();
    expect(spend(other, 1)).toBe(0);
    expect(other.freeAt(60)).toBe(machine.clock.now() + 3 * second);
  });

  test("is not looked at until then", () => {
    const machine = new Machine();
    spend(machine.program(), 60);
    let looks = 0;
    const other = new SharedPermits({
      now: () => machine.clock.now(),
      wallClock: () => {
        looks += 1;
        return machine.clock.now();
      },
      file: () => machine.file,
      warn: (line) => expect.unreachable(line),
    });
    spend(other, 1);
    const before = looks;
    expect(spend(other, 1)).toBe(0);
    expect(looks).toBe(before);
  });
});

test("a program that asked for nothing waits for nothing, and has what it took to wait for", () => {
  const machine = new Machine();
  const pool = machine.program();
  expect(pool.freeAt(60)).toBeLessThanOrEqual(machine.clock.now());
  expect(pool.returns()).toEqual([]);
  spend(pool, 2);
  const back = machine.clock.now() + minute;
  expect(pool.returns()).toEqual([back, back]);
});

describe("the machine's clock", () => {
  test("set back while a request is under way ends the counting", () => {
    const machine = new Machine();
    const permit = machine.program().take(60, Infinity);
    machine.setBy = -60 * minute;
    permit?.end("answered");
    expect(machine.warnings.join()).toContain("the machine's clock was set back");
  });

  test("corrected by five seconds does not", () => {
    const machine = new Machine();
    const pool = machine.program();
    spend(pool, 1);
    machine.setBy = -5 * second;
    spend(pool, 1);
    expect(machine.warnings).toEqual([]);
  });
});

test.each([
  [120, "x".repeat(120)],
  [121, `${"x".repeat(119)}…`],
])("of a reason of %s characters its warning shows at most 120", (length, shown) => {
  const warnings: string[] = [];
  const pool = new SharedPermits({
    now: () => 0,
    wallClock: () => 0,
    file: () => {
      throw new Error("x".repeat(length));
    },
    warn: (line) => void warnings.push(line),
  });
  spend(pool, 1);
  expect(warnings.join()).toContain(`(${shown})`);
});

describe("what doctor counts", () => {
  const budget = {
    origin: "https://console.example",
    prefix: "/v1",
    key: "hk_0123456789",
  } as const;

  test("is nothing where no program ever asked", () => {
    expect(sharedPermitsOut(budget, join(tableFile(), ".."))).toBe(0);
  });

  test("are the permits that are out, and not those that came back", () => {
    const directory = join(tableFile(), "..");
    const warn = (line: string) => expect.unreachable(line);
    const pool = openSharedPermits(budget, {
      clock: new FakeClock(),
      directory: () => directory,
      warn,
    });
    spend(pool, 3);
    pool.take(60, Infinity)?.end("uncounted");
    expect(sharedPermitsOut(budget, directory)).toBe(3);
  });
});

describe("a program's own permits", () => {
  test("come back soonest first, also those under way after one that was lost", () => {
    const pool = new LocalPermits(() => 0);
    pool.take(60)?.end("lost");
    pool.take(60);
    expect(pool.returns()).toEqual([minute, 150 * second]);
  });

  test("stay out where another one ends anew that was back already", () => {
    let now = 0;
    const pool = new LocalPermits(() => now);
    const first = pool.take(60);
    first?.end("answered");
    now = 50 * second;
    pool.take(60)?.end("answered");
    now = 61 * second;
    expect(pool.returns()).toEqual([110 * second]);
    first?.end("lost");
    expect(pool.returns()).toEqual([110 * second, 211 * second]);
  });

  test("are remembered up to the sixty that came last", () => {
    let now = 0;
    const pool = new LocalPermits(() => now);
    for (; now < 62; now += 1) pool.take(Infinity)?.end("answered");
    expect(pool.returns()).toHaveLength(60);
    expect(pool.returns()[0]).toBe(minute + 2);
  });
});
