/** A program of its own on a shared budget: prints when its requests started and ended, as JSON. */
import { once } from "node:events";
import { systemClock } from "../../../../provider/clock.ts";
import { Lane } from "../../../../provider/http/rate-limit/lane.ts";
import { SharedLedger } from "../../../../provider/http/rate-limit/shared-ledger.ts";

const [file = "", calls = "0", windowMs = "0", mode = "answer"] = process.argv.slice(2);
const times = { windowMs: Number(windowMs), lateMs: Number(windowMs) };
const now = () => systemClock.now();
const ledger = new SharedLedger({
  now,
  wallClock: Date.now,
  file: () => file,
  warn: (line) => process.stderr.write(line),
  times,
});
const lane = new Lane({ clock: systemClock, random: Math.random, ledger, limit: 60, paced: true });
const slot = { label: "POST /v1/volumes", priority: "write", deadline: Infinity } as const;

async function send(index: number) {
  const trip = { start: Date.now(), end: Number.NaN };
  await lane.send(slot, async () => {
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
