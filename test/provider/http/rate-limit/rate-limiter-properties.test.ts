import fc from "fast-check";
import { expect, test } from "vitest";
import { createRateLimiter } from "../../../../provider/http/rate-limit/rate-limiter.ts";
import {
  TransportFailure,
  type WireResponse,
} from "../../../../provider/http/transport/transport.ts";
import { FakeClock } from "../fake-clock.ts";

const second = 1000;
const minute = 60 * second;

/** One request as the network treats it. */
interface Trip {
  readonly gap: number;
  readonly latency: number;
  /** When the request arrives, as a share of the time it may take to. */
  readonly arrival: number;
  readonly end: "answered" | "unsent" | "lost";
}

const trip: fc.Arbitrary<Trip> = fc.record({
  gap: fc.nat({ max: 3 * second }),
  latency: fc.integer({ min: 5, max: 3 * second }),
  arrival: fc.double({ min: 0, max: 1, noNaN: true }),
  end: fc.constantFrom<Trip["end"]>("answered", "answered", "answered", "unsent", "lost"),
});

/** Requests on their way, and when each reached the platform. */
class Network {
  readonly clock = new FakeClock();
  readonly arrivals: number[] = [];

  async carry({ latency, arrival, end }: Trip): Promise<WireResponse> {
    // A request whose answer was lost may come through up to 90 s later.
    const window = latency + (end === "lost" ? 90 * second : 0);
    if (end !== "unsent") this.arrivals.push(this.clock.now() + arrival * window);
    await this.clock.sleep(latency);
    if (end === "answered") return { status: 200, headers: {}, body: "" };
    throw new TransportFailure(end === "lost" ? "sent" : "unsent", "the line is dead");
  }
}

async function arrivalsOf(trips: readonly Trip[]): Promise<readonly number[]> {
  const network = new Network();
  const limiter = createRateLimiter({ clock: network.clock });
  let start = 0;
  const calls = trips.map(async (each) => {
    start += each.gap;
    await network.clock.sleep(start);
    const request = {
      prefix: "/api/v1",
      label: "GET /api/v1/instances",
      urgent: false,
      deadline: Infinity,
    } as const;
    await limiter.send(request, () => network.carry(each)).catch(() => undefined);
  });
  await network.clock.during(Promise.all(calls));
  return network.arrivals.sort((a, b) => a - b);
}

function leastSpan(arrivals: readonly number[]): number {
  const spans = arrivals.map((time, index) => (arrivals[index + 60] ?? Infinity) - time);
  return Math.min(...spans);
}

test.each([
  ["one after the other", trip],
  ["at once", trip.map((each) => ({ ...each, gap: 0 }))],
])("no rolling minute sees more than 60 requests, sent %s", async (_name, each) => {
  await fc.assert(
    fc.asyncProperty(fc.array(each, { minLength: 65, maxLength: 200 }), async (trips) => {
      expect(leastSpan(await arrivalsOf(trips))).toBeGreaterThanOrEqual(minute);
    }),
    { numRuns: 25 },
  );
});

test("whatever the platform refuses, every request ends, and eight are under way at most", async () => {
  const verdict = fc.record({
    latency: fc.integer({ min: 5, max: 90 * second }),
    end: fc.constantFrom("accepted", "refused", "refused", "unsent", "lost"),
    headers: fc.constantFrom<Record<string, string>>(
      {},
      { "retry-after": "20" },
      { "retry-after": "Fri, 20 Nov 2026 12:00:40 GMT", date: "Fri, 20 Nov 2026 12:00:10 GMT" },
    ),
    paced: fc.boolean(),
  });
  const calls = fc.integer({ min: 1, max: 100 });
  await fc.assert(
    fc.asyncProperty(fc.array(verdict, { maxLength: 80 }), calls, async (verdicts, count) => {
      const clock = new FakeClock();
      const limiter = createRateLimiter({
        clock,
        random: () => 0.5,
        paced: verdicts[0]?.paced ?? true,
      });
      const rest = [...verdicts];
      let running = 0;
      let most = 0;
      const send = async () => {
        running += 1;
        most = Math.max(most, running);
        const { latency, end, headers } = rest.shift() ?? {
          latency: 100,
          end: "accepted",
          headers: {},
        };
        await clock.sleep(latency);
        running -= 1;
        if (end === "unsent" || end === "lost") {
          throw new TransportFailure(end === "lost" ? "sent" : "unsent", "the line is dead");
        }
        return { status: end === "refused" ? 429 : 200, headers, body: "" };
      };
      const request = {
        prefix: "/api/v1",
        label: "GET",
        urgent: false,
        deadline: Infinity,
      } as const;
      const all = Array.from({ length: count }, () => limiter.send(request, send));
      let settled = false;
      Promise.allSettled(all).then(
        () => {
          settled = true;
        },
        () => undefined,
      );
      await clock.run();
      expect(settled).toBe(true);
      expect(most).toBeLessThanOrEqual(8);
    }),
    { numRuns: 300 },
  );
});

test("an unpaced limiter lets /api/v1 through until a 429", async () => {
  const clock = new FakeClock();
  const limiter = createRateLimiter({ clock, paced: false, random: () => 0 });
  const request = { prefix: "/api/v1", label: "GET", urgent: false, deadline: Infinity } as const;
  const start = clock.now();
  const answers = [...new Array(100).fill(200), 429];
  const send = () =>
    limiter.send(request, async () => ({ status: answers.shift() ?? 200, headers: {}, body: "" }));
  await clock.during(Promise.all(Array.from({ length: 100 }, send)));
  expect(clock.now() - start).toBe(0);
  await clock.during(Promise.all(Array.from({ length: 69 }, send)));
  expect(clock.now() - start).toBe(minute + second);
});
