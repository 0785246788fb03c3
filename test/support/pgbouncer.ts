/** PgBouncer of the distribution's package, in transaction mode. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pgbouncer } from "./debian-package.ts";
import { freePort } from "./free-port.ts";

/** A pooler: each transaction of a client has whichever connection to the server is free. */
export interface Pooler extends AsyncDisposable {
  readonly port: number;
}

/** Opens one on a free port, with at most so many connections to the server. */
export async function openPgBouncer(target: number, most: number): Promise<Pooler> {
  const directory = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  const { folder, options } = pgbouncer.startIn(directory);
  const port = await freePort();
  const settings = `[databases]
* = host=127.0.0.1 port=${target} user=pulumi
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${most}
`;
  writeFileSync(join(directory, "pgbouncer.ini"), settings);
  const server = spawn(join(folder, "pgbouncer"), ["pgbouncer.ini"], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(server, "exit");
  const { promise: isUp, resolve } = Promise.withResolvers<void>();
  let said = "";
  server.stderr.on("data", (part: Buffer) => {
    said += String(part);
    if (said.includes("process up")) resolve();
  });
  await Promise.race([isUp, ended]);
  if (server.exitCode !== null) throw new Error(`PgBouncer was not started: ${said}`);
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.kill();
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
