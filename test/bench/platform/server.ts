import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const Started = z.object({ url: z.string(), rootKey: z.string(), controlToken: z.string() });

/** A server in a separate process. */
export interface Server extends z.infer<typeof Started> {
  stop(): Promise<void>;
}

/** The built platform, with the file given. */
export function servePlatform(file: string): Promise<Server> {
  return start("serve-platform.mjs", file);
}

/** The Hono app it is compared with. */
export function serveHono(): Promise<Server> {
  return start("serve-hono.mjs");
}

/** Runs `work` with a directory that goes with it. */
export async function withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-bench-"));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function start(program: string, ...args: readonly string[]): Promise<Server> {
  const path = fileURLToPath(new URL(`../programs/${program}`, import.meta.url));
  const child = fork(path, args, { execArgv: [] });
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error(`${program} ended before it served; is dist/ built?`);
    }),
  ]);
  return {
    ...Started.parse(message),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
