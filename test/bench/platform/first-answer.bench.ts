import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { request } from "undici";
import { z } from "zod";
import type { Bench } from "../figures.ts";
import { summaryOf } from "../measure.ts";
import { withDirectory } from "./server.ts";

const command = join(import.meta.dirname, "../../../dist/cli/main.js");
const Served = z.object({ url: z.string() });

const rounds = 15;
const mostMilliseconds = 250;

export const firstAnswer: Bench = {
  name: "first-answer",
  title:
    "`pulumi-hosting platform` of the built package, from its start to its first answer over HTTP",
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
  const args = [command, "platform", "--port", "0", "--json", "--file", file];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const { body } = await request(`${Served.parse(JSON.parse(String(line))).url}/v1/volumes`);
  await body.text();
  const milliseconds = performance.now() - startedAt;
  child.kill();
  await once(child, "exit");
  return milliseconds;
}
