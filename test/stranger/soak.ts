import { parseArgs } from "node:util";
import { live } from "./life.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "200" },
    from: { type: "string", default: "0" },
    seed: { type: "string" },
    /** "always" or "never": every second life has some otherwise. */
    trouble: { type: "string" },
  },
});
const options = values.trouble === undefined ? {} : { hasTrouble: values.trouble === "always" };
if (values.seed === undefined) await many(Number(values.from), Number(values.seeds));
else {
  const { trace } = await live(Number(values.seed), options);
  console.log(trace.join("\n"));
}

async function many(from: number, count: number): Promise<void> {
  let failed = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const { violations } = await live(seed, options);
    if (violations.length === 0) continue;
    failed += 1;
    console.log(`seed ${seed}: ${violations.join(" · ")}`);
  }
  console.log(`${count - failed} of ${count} strangers`);
  process.exitCode = failed === 0 ? 0 : 1;
}
