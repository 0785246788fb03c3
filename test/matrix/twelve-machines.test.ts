import { describe, expect, it } from "vitest";
import { openPostgres } from "../support/postgres.ts";
import { postgres, titleOn } from "../support/shared-backend.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

const machines = 12;
const containers = 5;
const limit = 60;
const prefix = "/api/v1/";

describe.skipIf(postgres.missing !== undefined)(
  `${machines} machines with one key, ${titleOn(postgres)}`,
  () => {
    it("are never refused, and one that starts late is served before the others are done", async () => {
      await using server = await openPostgres();
      await using first = await openStack();
      await using served = await servePlatform(first.platform);
      const { PULUMI_BACKEND_URL: url = "" } = server.newPlace();
      const env = { ...served.env, HOSTING_COORDINATION: url, PULUMI_PARALLEL: "16" };
      Object.assign(first.env, env);
      const stacks: TestStack[] = [first];
      while (stacks.length < machines) stacks.push(await openStack({ env }));
      stacks.forEach((stack, at) => {
        stack.program(
          `for (let at = 0; at < ${containers}; at += 1) new hosting.Container("m${at}-" + at, { image: "debian/13" });`,
        );
      });
      const { platform } = first;
      platform.configure({ ratePerMinute: limit, rateWindow: "sliding" });
      const counted = () => platform.requests().filter(({ path }) => path.startsWith(prefix));
      const ends: number[] = [];
      const up = async (stack: TestStack, at: number) => {
        await stack.up();
        ends.push(at);
      };
      const last = stacks.length - 1;
      const early = stacks.slice(0, last).map(up);
      // By then the others have had a whole minute's requests, and wait for more.
      await expect
        .poll(() => counted().length, { timeout: 300_000, interval: 250 })
        .toBeGreaterThanOrEqual(limit);
      await Promise.all([...early, ...stacks.slice(last).map((stack) => up(stack, last))]);
      expect(platform.requests().filter(({ status }) => status === 429)).toEqual([]);
      expect(platform.snapshot().container).toHaveLength(machines * containers);
      expect(ends.indexOf(last)).toBeLessThan(last);
      const posts = counted().filter(({ method }) => method === "POST");
      expect(posts).toHaveLength(machines * containers);
      for (const stack of stacks.slice(1)) await stack[Symbol.asyncDispose]();
    });
  },
);
