import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openPlatform, servePlatform } from "../../../platform/index.ts";
import { fuzz } from "./fuzz.ts";
import { killedDuringWrites } from "./kills.ts";

const help = `Sends mutated requests to the embedded platform, and kills it in the middle of writes.

  npm run soak:platform                      10,000 requests and 10 kills
  npm run soak:platform -- --requests 1000   fewer requests
  npm run soak:platform -- --kills 2         fewer kills
  npm run soak:platform -- --seed 7          other requests
`;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    kills: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) process.stdout.write(help);
else {
  const directory = mkdtempSync(join(tmpdir(), "soak-platform-"));
  try {
    const isWell = (await soakRequests(directory)) && (await soakKills(directory));
    process.exitCode = isWell ? 0 : 1;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function soakRequests(directory: string): Promise<boolean> {
  const [seed, requests] = [Number(values.seed), Number(values.requests)];
  const platform = openPlatform({ file: join(directory, "fuzz.db"), seed: values.seed });
  const server = await servePlatform(platform, 0);
  const fuzzed = await fuzz({ platform, url: server.url }, { seed, requests });
  await server.close();
  platform.close();
  console.log(`${requests} requests of seed ${seed}:`, fuzzed);
  return fuzzed.wrong.length + fuzzed.unreadable.length === 0;
}

async function soakKills(directory: string): Promise<boolean> {
  let lost = 0;
  for (let round = 0; round < Number(values.kills); round++) {
    const killed = await killedDuringWrites(join(directory, "kills.db"), round);
    console.log(`kill ${round + 1}: ${killed.acknowledged} acknowledged,`, "lost:", killed.lost);
    lost += killed.lost.length;
  }
  return lost === 0;
}
