import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "../figures.ts";
import { connect, load } from "./load.ts";
import { servePlatform, withDirectory } from "./server.ts";

const mostBytes = 90 * 1024 * 1024;
/** V8's young generation reaches its working size after some 40,000 requests; after that it must stay. */
const warmUp = 0.5;
const mostGrowth = 1.1;

/** Memory of the served package, idle and over many requests. */
export function memory(requests: number): Bench {
  return {
    name: "memory",
    title: `Memory of the built package served, idle and over ${requests} requests`,
    run: () =>
      withDirectory(async (directory) => {
        const server = await servePlatform(join(directory, "platform.db"));
        const pool = connect(server);
        const shot = { method: "GET", path: "/v1/volumes", status: 200 } as const;
        try {
          await load(pool, shot, 1);
          await sleep(1_000);
          const idle = await server.memory();
          await load(pool, shot, requests * warmUp);
          const warm = await server.memory();
          await load(pool, shot, requests * (1 - warmUp));
          const end = await server.memory();
          return [
            { what: "idle", value: idle, unit: "bytes", bound: mostBytes },
            { what: `after ${requests * warmUp} requests`, value: warm, unit: "bytes" },
            { what: `after ${requests} requests`, value: end, unit: "bytes" },
            { what: "growth from there", value: end / warm, unit: "times", bound: mostGrowth },
          ];
        } finally {
          await pool.close();
          await server.stop();
        }
      }),
  };
}
