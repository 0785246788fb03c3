import { join } from "node:path";
import type { Bench } from "../figures.ts";
import { summaryOf } from "../measure.ts";
import { connect, fire } from "./load.ts";
import { servePlatform, withDirectory } from "./server.ts";

const rounds = 15;
const mostMilliseconds = 250;

export const firstAnswer: Bench = {
  name: "first-answer",
  title: "The built package served in a new process, from its start to its first answer over HTTP",
  run: () =>
    withDirectory(async (directory) => {
      const existing = join(directory, "existing.db");
      await timeOf(existing);
      const measured = { new: [] as number[], existing: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        measured.new.push(await timeOf(join(directory, `${round}.db`)));
        measured.existing.push(await timeOf(existing));
      }
      return Object.entries(measured).map(([which, times]) => ({
        what: `${which} file: first answer`,
        ...summaryOf(times),
        unit: "ms",
        bound: mostMilliseconds,
      }));
    }),
};

async function timeOf(file: string): Promise<number> {
  const startedAt = performance.now();
  const server = await servePlatform(file);
  const pool = connect(server);
  await fire(pool, { method: "GET", path: "/v1/volumes", status: 200 });
  const milliseconds = performance.now() - startedAt;
  await pool.close();
  await server.stop();
  return milliseconds;
}
