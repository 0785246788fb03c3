/** A separate program on a shared budget: prints how many of its requests were sent. */
import { once } from "node:events";
import { systemClock } from "../../../../provider/clock.ts";
import { SharedPermits } from "../../../../provider/coordination/file/shared-permits.ts";
import { createRateLimiter } from "../../../../provider/http/rate-limit/rate-limiter.ts";

const [file = "", calls = "0", mode = "answer"] = process.argv.slice(2);
const permits = new SharedPermits({
  now: () => systemClock.now(),
  wallClock: Date.now,
  file: () => file,
  warn: (line) => process.stderr.write(line),
});
const limiter = createRateLimiter({ clock: systemClock, permitsOf: () => permits });
const request = { prefix: "/api/v1", label: "POST /api/v1/instances", urgent: false } as const;

/** True when it was sent; false when it would have to wait for longer than it can. */
async function send(index: number): Promise<boolean> {
  // Long before the first permit comes back.
  const deadline = systemClock.now() + 30_000;
  const sent = limiter.send({ ...request, deadline }, async () => {
    if (mode === "hold") return new Promise(() => process.stdout.write(`${index}\n`));
    await systemClock.sleep(1 + (index % 7));
    return { status: 200, headers: {}, body: "" };
  });
  return sent.then(
    () => true,
    () => false,
  );
}

process.stdout.write("ready");
await once(process.stdin, "data");
// Holding requests keep no timer, and this process is there to be killed.
if (mode === "hold") setInterval(() => undefined, 1000);
const sent = await Promise.all(Array.from({ length: Number(calls) }, (_, index) => send(index)));
process.stdout.write(JSON.stringify(sent.filter(Boolean).length));
