import { createRateLimiter } from "../../../provider/http/rate-limit/rate-limiter.ts";
import { FakeClock } from "../../provider/http/fake-clock.ts";
import { type Shape, slidingLog } from "./windows.ts";

/** Calls that all want to leave at once. */
export interface Load {
  readonly shape: Shape;
  /** Of each machine. */
  readonly calls: number;
  /** Each with its own limiter that sees nothing of the others; one unless given. */
  readonly machines?: number;
  /** HOSTING_REQUESTS_PER_MINUTE of each; 60 where it is not set. */
  readonly requestsPerMinute?: number | undefined;
  /** Draws latencies and the phase of the server's clock. */
  readonly seed: number;
  /** Round trips; as on the way to another country unless given. */
  readonly latency?: Range;
}

/** Bounds in milliseconds, between which every value is as likely. */
interface Range {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** A request as the server saw it. */
export interface Arrival {
  /** Milliseconds since the first call. */
  readonly at: number;
  readonly accepted: boolean;
  /** Counted from 0. */
  readonly machine: number;
}

/** How a run ended. */
export interface Run {
  /** From the first request to the last answer. */
  readonly ms: number;
  /** Answers 429. */
  readonly refused: number;
  readonly arrivals: readonly Arrival[];
}

const abroad: Range = { leastMs: 80, mostMs: 250 };
const minute = 60_000;

/** Runs our limiter against a server, in virtual time. */
export async function simulate(load: Load): Promise<Run> {
  const { shape, calls, machines = 1, requestsPerMinute, seed, latency = abroad } = load;
  const random = randomOf(seed);
  const clock = new FakeClock();
  const start = clock.now();
  const window = shape.open(random() * minute);
  const arrivals: Arrival[] = [];
  const sendFrom = async (machine: number) => {
    const tripMs = latency.leastMs + random() * (latency.mostMs - latency.leastMs);
    await clock.sleep(tripMs / 2);
    const accepted = window.accepts(clock.now());
    window.count(clock.now(), accepted);
    arrivals.push({ at: clock.now() - start, accepted, machine });
    await clock.sleep(tripMs / 2);
    return { status: accepted ? 200 : 429, headers: {}, body: "" };
  };
  const sent = Array.from({ length: machines }, (_none, machine) => {
    const limiter = createRateLimiter({ clock, random, requestsPerMinute });
    return Array.from({ length: calls }, () => limiter.send(request, () => sendFrom(machine)));
  });
  const ended = Promise.all(sent.flat()).then(() => clock.now() - start);
  const ms = await clock.during(ended);
  return { ms, refused: arrivals.filter(({ accepted }) => !accepted).length, arrivals };
}

const request = {
  prefix: "/api/v1",
  label: "POST /api/v1/instances",
  urgent: false,
  deadline: Number.POSITIVE_INFINITY,
} as const;

/**
 * Milliseconds that a client needs which sees into the server, has no latency, and keeps to the
 * documented limit in any minute.
 */
export function boundOf({ shape, calls, seed }: Load): number {
  const start = new FakeClock().now();
  const window = shape.open(randomOf(seed)() * minute);
  const documented = slidingLog();
  let now = start;
  for (let sent = 0; sent < calls; ) {
    if (window.accepts(now) && documented.accepts(now)) {
      window.count(now, true);
      documented.count(now, true);
      sent += 1;
    } else now += 10;
  }
  return now - start;
}

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
