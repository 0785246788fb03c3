/** A program of its own on a shared budget: prints when its requests started and ended, as JSON. */
import { once } from "node:events";
import { systemClock } from "../../../../provider/clock.ts";
import { createRateLimiter } from "../../../../provider/http/rate-limit/rate-limiter.ts";
import { SharedPermits } from "../../../../provider/http/rate-limit/shared-permits.ts";

const [file = "", calls = "0", windowMs = "0", mode = "answer"] = process.argv.slice(2);
const times = { answered: Number(windowMs), lost: Number(windowMs) };
const pool = new SharedPermits({
  now: () => systemClock.now(),
  wallClock: Date.now,
  file: () => file,
  warn: (line) => process.stderr.write(line),
  times,
});
const limiter = createRateLimiter({ clock: systemClock, poolOf: () => pool });
const request = {
  prefix: "/api/v1",
  label: "POST /api/v1/instances",
  priority: "write",
  deadline: Number.POSITIVE_INFINITY,
} as const;

async function send(index: number) {
  const trip = { start: Date.now(), end: Number.NaN };
  await limiter.send(request, async () => {
    trip.start = Date.now();
    if (mode === "hold") return new Promise(() => process.stdout.write(`${index}\n`));
    await systemClock.sleep(1 + (index % 7));
    trip.end = Date.now();
    return { status: 200, headers: {}, body: "" };
  });
  return trip;
}

process.stdout.write("ready");
await once(process.stdin, "data");
// Holding requests keep no timer, and this process is there to be killed.
if (mode === "hold") setInterval(() => undefined, 1000);
const trips = await Promise.all(Array.from({ length: Number(calls) }, (_, index) => send(index)));
process.stdout.write(JSON.stringify(trips));
