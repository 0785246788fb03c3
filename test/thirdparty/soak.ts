import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { Lived, Share } from "./soak-worker.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "200" },
    from: { type: "string", default: "0" },
    seed: { type: "string" },
    /** "always" or "never": every second life has some otherwise. */
    trouble: { type: "string" },
    workers: { type: "string", default: "1" },
  },
});
const options = values.trouble === undefined ? {} : { hasTrouble: values.trouble === "always" };
if (values.seed === undefined) await many(Number(values.seeds), Number(values.workers));
else {
  const { live } = await import("./life.ts");
  const { trace } = await live(Number(values.seed), options);
  console.log(trace.join("\n"));
}

async function many(count: number, workers: number): Promise<void> {
  const from = Number(values.from);
  // Each takes the next seed as soon as it can: a life with trouble takes longer than another.
  const next = new Int32Array(new SharedArrayBuffer(4));
  const share: Share = { from, count, next, options };
  const startedAt = performance.now();
  const lived = (await Promise.all(Array.from({ length: workers }, () => part(share)))).flat();
  const seconds = (performance.now() - startedAt) / 1000;
  const failed = lived.filter(({ violations }) => violations.length > 0);
  const resources = lived.reduce((sum, life) => sum + life.resources, 0);
  const rates = [
    `${(count / seconds).toFixed(1)} lives`,
    `${Math.round(resources / seconds)} resources' lives`,
  ];
  console.log(`${count - failed.length} of ${count} platforms, ${rates.join(" or ")} a second`);
  process.exitCode = failed.length === 0 && lived.length === count ? 0 : 1;
}

function part(share: Share): Promise<readonly Lived[]> {
  const lived: Lived[] = [];
  const worker = new Worker(new URL("soak-worker.ts", import.meta.url), { workerData: share });
  worker.on("message", (life: Lived) => {
    lived.push(life);
    const { seed, violations } = life;
    if (violations.length > 0) console.log(`seed ${seed}: ${violations.join(" · ")}`);
  });
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", () => resolve(lived));
  });
}
