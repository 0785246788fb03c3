import { describe, expect, test } from "vitest";
import type { Intent, Journal } from "../../../provider/coordination/journal.ts";
import type { Permits } from "../../../provider/coordination/permits.ts";
import { createRateLimiter } from "../../../provider/http/rate-limit/rate-limiter.ts";
import { errorOf } from "../../support/session.ts";
import { implementations } from "./implementations.ts";

const second = 1000;
const minute = 60 * second;
const intent: Intent = {
  ...{ token: "t1", declaration: "d1", subject: 'volume "data"', stack: "s1" },
  ...{ type: "volume", sentBy: "the key", isNamed: true },
};
const address: Intent = { ...intent, token: "t2", type: "floatingIp", isNamed: false };
const later = Number.POSITIVE_INFINITY;

describe.each(implementations())("on $name", { timeout: 60_000 }, ({ missing, open }) => {
  const it = test.skipIf(missing !== undefined);

  describe("permits", () => {
    it("are counted together, and the next one is known", async () => {
      const { run, clock, pass } = await open();
      const [one, other] = [run().permits, run().permits];
      expect(await spend(one, 40)).toBe(40);
      await pass(second);
      expect(await spend(other, 20)).toBe(20);
      await pass(second);
      const { permits, nextAt } = await other.take(60, 1);
      expect(permits).toEqual([]);
      expect(nextAt - clock.now()).toBeGreaterThan(57 * second);
      expect(nextAt - clock.now()).toBeLessThanOrEqual(58.2 * second);
    });

    it.each([
      ["answered", 60],
      ["lost", 150],
      ["unsent", 0],
      // Sent by a program that is not there any more: it may arrive as late as a lost one.
      ["killed", 150],
    ] as const)("of a request that was %s come back after %d s", async (how, seconds) => {
      const { run, pass } = await open();
      const [permit] = (await run().permits.take(1, 1)).permits;
      if (how !== "killed") permit?.end(how);
      await pass(100);
      if (seconds > 0) {
        await pass((seconds - 1) * second);
        expect((await run().permits.take(1, 1)).permits).toEqual([]);
        await pass(7 * second);
      }
      expect((await run().permits.take(1, 1)).permits).toHaveLength(1);
    });

    it("are not given during a pause that another run was told", async () => {
      const { run, clock, pass } = await open();
      const other = run().permits;
      run().permits.pause(30 * second);
      await pass(0);
      const { permits, nextAt } = await other.take(60, 1);
      expect(permits).toEqual([]);
      expect(nextAt).toBe(clock.now() + 30 * second);
      await pass(31 * second);
      expect(await spend(other, 1)).toBe(1);
    });

    it.each([
      ["four runs with 40 requests each", 4, 40],
      ["twelve runs with 10 requests each", 12, 10],
    ])("never let more than 60 requests leave within a minute: %s", async (_name, runs, calls) => {
      const { run, clock } = await open();
      const begin = clock.now();
      const sends: { at: number; by: number }[] = [];
      const all = Array.from({ length: runs }, (_none, by) => {
        const { permits } = run();
        const limiter = createRateLimiter({ clock, permitsOf: () => permits });
        const request = {
          prefix: "/api/v1",
          label: "POST",
          urgent: false,
          deadline: later,
        } as const;
        return Array.from({ length: calls }, () =>
          limiter.send(request, async () => {
            sends.push({ at: clock.now() - begin, by });
            await clock.sleep(100);
            return { status: 200, headers: {}, body: "" };
          }),
        );
      });
      await clock.during(Promise.all(all.flat()));
      expect(sends).toHaveLength(runs * calls);
      sends.forEach(({ at }, index) => {
        const next = sends[index + 60];
        if (next !== undefined) expect(next.at - at).toBeGreaterThanOrEqual(minute);
      });
      const bound = Math.floor((runs * calls - 1) / 60) * minute;
      expect(sends.at(-1)?.at).toBeLessThan(1.1 * bound);
    });
  });

  describe("a create", () => {
    it("is in the journal from its send until its outcome is known", async () => {
      const { run, clock, killAll } = await open();
      const first = run().journal;
      expect(await first.find("t1", later)).toBeUndefined();
      const noted = clock.now();
      await first.sent(intent, later);
      const { stack: _stack, isNamed: _isNamed, ...named } = intent;
      const sent = { ...named, notedAt: noted, isUnderWay: false, hasRunEnded: false };
      expect(await first.find("t1", later)).toMatchObject({ ...sent, id: undefined });
      expect(await run().journal.find("t1", later)).toMatchObject({ ...sent, isUnderWay: true });
      await killAll();
      expect(await run().journal.find("t1", later)).toMatchObject(sent);
      const second = run().journal;
      await second.made(intent, "vol_1");
      expect(await second.find("t1", later)).toMatchObject({ id: "vol_1" });
      await second.drop("t1");
      expect(await run().journal.find("t1", later)).toBeUndefined();
    });

    it("stays in the journal when another run is refused because of it", async () => {
      const { run } = await open();
      const other = run().journal;
      await run().journal.sent(intent, later);
      await errorOf(() => other.sent(intent, later));
      await other.drop("t1");
      expect(await other.find("t1", later)).toMatchObject({ isUnderWay: true });
    });

    it("can arrive for a minute and a half after it left", async () => {
      const { run, clock, pass } = await open();
      await run().journal.sent(intent, later);
      await pass(10 * second);
      const { settlesAt = 0 } = (await run().journal.find("t1", later)) ?? {};
      expect(settlesAt - clock.now()).toBeGreaterThanOrEqual(80 * second);
      expect(settlesAt - clock.now()).toBeLessThanOrEqual(90 * second);
    });

    it.each([
      ["of that id", { type: "volume", id: "vol_1" }, "api:one", false],
      ["of another id", { type: "volume", id: "vol_2" }, "api:one", true],
      ["of another type", { type: "image", id: "vol_1" }, "api:one", true],
      ["on another platform", { type: "volume", id: "vol_1" }, "api:two", true],
    ])("that is in a state %s is open: %4$s", async (_which, object, world, isOpen) => {
      const { run } = await open();
      await run().journal.made(intent, "vol_1");
      const other = run(world).journal;
      other.endWithState(object);
      const found = await other.find("t1", later);
      expect(found !== undefined).toBe(isOpen);
    });

    it("is settled by the end of its run, but for what has no name: nothing else would find it", async () => {
      const { run, killAll } = await open();
      const { journal } = run();
      await journal.sent(intent, later);
      await journal.made(address, "fip_1");
      await journal.made({ ...intent, token: "t4" }, "vol_4");
      const other = run().journal;
      await other.sent({ ...intent, token: "t3" }, later);
      expect(await other.find("t2", later)).toMatchObject({ hasRunEnded: false });
      await journal.endRun();
      expect(await other.find("t2", later)).toMatchObject({ hasRunEnded: true });
      await killAll();
      expect(await tokensOf(run().journal)).toEqual(["t2", "t3"]);
      const last = run().journal;
      last.endWithState({ type: "floatingIp", id: "fip_1" });
      expect(await tokensOf(last)).toEqual(["t3"]);
    });

    it("is sent by one run at a time, which may send it again", async () => {
      const { run } = await open();
      const { journal } = run();
      await journal.sent(intent, later);
      await journal.sent(intent, later);
      const other = run().journal;
      const error = await errorOf(() => other.sent(intent, later));
      expect(error).toMatchObject({ code: "unsent" });
      expect(error.message).toMatch(/^volume "data" was not created: .*Nothing was sent/);
      await journal.drop("t1");
      await other.sent(intent, later);
    });

    it("that a killed run left is named to runs of its stack and platform", async () => {
      const { run, killAll } = await open();
      await run().journal.made(intent, "vol_1");
      await run().journal.sent({ ...address, stack: "s2" }, later);
      await killAll();
      expect(await tokensOf(run().journal)).toEqual(["t1"]);
      expect(await tokensOf(run().journal, "s2")).toEqual(["t2"]);
      expect(await tokensOf(run("api:two").journal)).toEqual([]);
    });
  });
});

/** Takes so many permits, each for a request answered at once. */
async function spend(permits: Permits, wanted: number): Promise<number> {
  const taken = await permits.take(60, wanted);
  for (const permit of taken.permits) permit.end("answered");
  return taken.permits.length;
}

/** Creates that a later run of the stack finds open. */
async function tokensOf(journal: Journal, stack = "s1"): Promise<readonly string[]> {
  await journal.find("none", later);
  return (await journal.unsettled(stack)).map(({ token }) => token);
}
