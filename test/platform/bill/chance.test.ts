import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { billChoices } from "../../../platform/choices/bill.ts";
import type { Choice } from "../../../platform/choices/choice.ts";
import { type Bill, type BillLine, openPlatform, type Platform } from "../../../platform/index.ts";
import { newWorld, temporaryDirectory } from "../support.ts";
import { type Deed, deedsOf, perform, sendersOf } from "./chance.ts";

const months = ["2026-01", "2026-02", "2026-03", "2026-04"];
const hoursOf = new Map([
  ["2026-01", 744],
  ["2026-02", 672],
  ["2026-03", 744],
  ["2026-04", 720],
]);

/** Some value of each choice that has to do with bills. */
const someChoices = fc.record(
  Object.fromEntries(
    Object.entries<Choice>(billChoices).map(([name, { values }]) => [
      name,
      fc.constantFrom(...values),
    ]),
  ),
);
const anyHours = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 300, noNaN: true }));
const wholeHours = fc.nat(200);

function started() {
  const { platform, clock } = newWorld();
  return {
    platform,
    /** An empty world whose machines take some time to boot. */
    begin: (settings: object = {}) => {
      platform.reset();
      platform.configure({ dedicatedAllowance: 9, bootSeconds: 30, ...settings });
      return sendersOf(platform);
    },
    clock,
  };
}

/** The bills of the months that have begun. */
function billsOf(platform: Platform, project?: string): Bill[] {
  const now = new Date(platform.clock.now()).toISOString();
  return months
    .filter((month) => month <= now)
    .map((month) => platform.bill(project === undefined ? { month } : { month, project }));
}

async function live(platform: Platform, senders: ReturnType<typeof sendersOf>, deeds: Deed[]) {
  for (const deed of deeds) {
    await perform(platform, senders, deed);
    if (deed.hours > 0) platform.clock.advance(deed.hours * 3600);
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

describe("in any world", { timeout: 120_000 }, () => {
  test("lines add up to the total, by project and in all; none is negative or has more hours than its month", async () => {
    const { platform, begin } = started();
    const runs = fc.asyncProperty(deedsOf(anyHours), someChoices, async (deeds, choices) => {
      await live(platform, begin({ choices, volumeSeconds: 5000, resizeSeconds: 9000 }), deeds);
      const bills = billsOf(platform);
      const parts = ["proj_default", "proj_shop"].map((project) => billsOf(platform, project));
      for (const [at, bill] of bills.entries()) {
        expectSum(
          bill,
          parts.map((of) => of[at]),
        );
        for (const line of bill.lines) expectPossible(line, bill.month);
        const things = Map.groupBy(bill.lines, ({ kind, id }) => `${kind} ${id}`);
        for (const shares of things.values()) expectNoMoreThanOne(shares);
      }
    });
    await fc.assert(runs, { numRuns: 60 });
  });

  test("somebody who looks at the API every hour counts what the bill says", async () => {
    const { platform, begin } = started();
    const runs = fc.asyncProperty(deedsOf(wholeHours), async (deeds) => {
      const senders = begin({ bootSeconds: 0, importSeconds: 0 });
      const seen = new Map<string, number>();
      for (const deed of deeds) {
        await perform(platform, senders, deed);
        lookEveryHour(platform, deed.hours, seen);
      }
      const expected = [...seen].filter(([thing]) => months.includes(thing.slice(0, 7)));
      const capped = expected.map(([thing, hours]): [string, number] => {
        return [thing, thing.includes(" dedicatedAddress ") ? Math.min(hours, 730) : hours];
      });
      expect(sorted(quantitiesOf(platform))).toEqual(sorted(capped));
    });
    await fc.assert(runs, { numRuns: 60 });
  });

  test("the bill of a month that is over stays as it is, whatever happens later", async () => {
    const { platform, begin } = started();
    const runs = fc.asyncProperty(deedsOf(anyHours), deedsOf(anyHours), async (before, after) => {
      const senders = begin();
      await live(platform, senders, before);
      platform.clock.advance(31 * 24 * 3600);
      const now = new Date(platform.clock.now()).toISOString();
      const over = billsOf(platform).filter(({ month }) => month < now.slice(0, 7));
      await live(platform, senders, after);
      expect(billsOf(platform).slice(0, over.length)).toEqual(over);
    });
    await fc.assert(runs, { numRuns: 30 });
  });

  test("a save, a fork and another process have the same bills", async () => {
    const { platform, begin, clock } = started();
    const directory = temporaryDirectory();
    let forks = 0;
    const runs = fc.asyncProperty(deedsOf(anyHours), deedsOf(anyHours), async (before, after) => {
      const senders = begin();
      await live(platform, senders, before);
      const bills = billsOf(platform);
      platform.save("then");
      forks += 1;
      const fork = openPlatform({
        file: platform.fork(join(directory, `${forks}.db`)).file,
        clock,
      });
      await live(platform, senders, after);
      try {
        expect(billsOf(fork)).toEqual(bills);
      } finally {
        fork.close();
      }
      platform.restore("then");
      expect(billsOf(platform)).toEqual(bills);
      platform.reset();
      expect(platform.bill()).toMatchObject({ lines: [], total: 0, unpriced: [] });
    });
    await fc.assert(runs, { numRuns: 10 });
  });
});

/** It is the sum of its lines, and what the bills of the projects are together. */
function expectSum({ lines, total, unpriced }: Bill, parts: readonly (Bill | undefined)[]): void {
  expect(total).toBe(sumOf(lines.map(({ amount }) => amount)));
  expect(total).toBe(sumOf(parts.map((part) => part?.total ?? 0)));
  expect(lines).toEqual(parts.flatMap((part) => part?.lines));
  expect(unpriced).toEqual(parts.flatMap((part) => part?.unpriced));
}

function expectPossible({ amount, quantity, unit, unitPrice }: BillLine, month: string): void {
  expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
  expect(quantity).toBeGreaterThan(0);
  // What several projects pay is rounded together: a share may be a cent off.
  expect(Math.abs((quantity * unitPrice.cents) / unitPrice.per - amount)).toBeLessThan(1);
  if (unit === "hour") expect(quantity).toBeLessThanOrEqual(hoursOf.get(month) ?? 0);
}

/** However many pay for a thing, together they pay what one would. */
function expectNoMoreThanOne(shares: readonly BillLine[]): void {
  const [{ unitPrice, unit } = { unitPrice: { cents: 0, per: 1 }, unit: "TB" }] = shares;
  const paid = sumOf(shares.map(({ amount }) => amount));
  const quantity = sumOf(shares.map((share) => share.quantity));
  expect(Math.abs((quantity * unitPrice.cents) / unitPrice.per - paid)).toBeLessThan(0.50001);
  if (unit === "hour") expect(paid).toBeLessThanOrEqual(200);
}

/** Lets hours pass, and counts in each what costs something. */
function lookEveryHour(platform: Platform, hours: number, seen: Map<string, number>): void {
  const now = looked(platform);
  const start = platform.clock.now();
  for (let hour = 0; hour < hours; hour += 1) {
    const month = new Date(start + hour * 3_600_000).toISOString().slice(0, 7);
    for (const [thing, size] of now) count(seen, `${month} ${thing}`, size);
  }
  if (hours > 0) platform.clock.advance(hours * 3600);
}

function quantitiesOf(platform: Platform): ReadonlyMap<string, number> {
  const billed = new Map<string, number>();
  for (const { month, lines } of billsOf(platform)) {
    for (const { kind, id, quantity } of lines.filter(({ unit }) => unit !== "TB")) {
      count(billed, `${month} ${kind} ${id}`, quantity);
    }
  }
  return billed;
}

function count(counts: Map<string, number>, thing: string, more: number): void {
  counts.set(thing, (counts.get(thing) ?? 0) + more);
}

/** What costs something now and how much of it, as the API shows it. */
function looked(platform: Platform): [string, number][] {
  const { volume, floatingIp, instance, image } = platform.snapshot();
  const running = new Set(
    instance.filter(({ status }) => status === "running").map(({ id }) => String(id)),
  );
  const stored = image.filter(({ status }) => status === "available");
  const costly = floatingIp.filter(({ instance_id }) => !running.has(String(instance_id)));
  return [
    ...volume.map(({ id, size_gb }): [string, number] => [`volume ${id}`, Number(size_gb)]),
    ...stored.map(({ id }): [string, number] => [`image ${id}`, 10]),
    ...costly.map(({ id }): [string, number] => [`floatingIp ${id}`, 1]),
    ...platform.addresses().map(({ ip }): [string, number] => [`dedicatedAddress ${ip}`, 1]),
    ...platform
      .volumeSnapshots()
      .map(({ id, sizeGb }): [string, number] => [`volumeSnapshot ${id}`, sizeGb]),
  ];
}

function sorted(counts: Iterable<readonly [string, number]>): string[] {
  return [...counts].map(([thing, count]) => `${thing}: ${count}`).sort();
}
