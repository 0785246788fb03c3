/** A PostgreSQL server of the distribution's package, in a temporary directory. */
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresql } from "./debian-package.ts";
import { freePort } from "./free-port.ts";
import type { SharedBackend } from "./shared-backend.ts";

/** A server whose places have users, and that can be away for a while. */
export interface PostgresServer extends SharedBackend {
  /** Settings that lead to a place in which there is a stack, as a user who only reads: the statements of the guide. */
  readerOf(place: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Its port, which it keeps. */
  readonly port: number;
  stop(): void;
  start(): void;
  /**
   * From now on a commit waits for a standby, to which it is streamed. The result loses this server, and the standby
   * takes its address.
   */
  replicate(): Promise<() => void>;
}

/** Starts one on a free port, with settings and files of its own, which are above its data; every place is a separate database. */
export async function openPostgres(
  settings: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-postgres-"));
  let data = join(directory, "data");
  const { folder, options } = postgresql.startIn(directory);
  const { uid, gid } = options;
  for (const [name, text] of Object.entries(files)) {
    const file = join(directory, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
  }
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(join(folder, program), args, {
      ...options,
      stdio: ["ignore", "ignore", "inherit"],
    });
  const made = ["-U", "pulumi", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  run("initdb", "-D", data, ...made);
  // Asked for last: making the database takes seconds, in which another program may be given it.
  const port = await freePort();
  const control = (of: string, ...args: readonly string[]) =>
    run("pg_ctl", "-D", of, "-w", ...args);
  const startOn = (at: number, of: string) => {
    const all = { listen_addresses: "127.0.0.1", port: at, fsync: "off", ...settings };
    const given = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
    const text = `${given.join(" ")} -k ${directory}`;
    control(of, "-l", join(directory, "log"), "-o", text, "start");
  };
  const start = () => startOn(port, data);
  const stop = () => control(data, "-m", "immediate", "stop");
  const way = ["-h", "127.0.0.1", "-p", String(port), "-U", "pulumi"];
  start();
  let places = 0;
  return {
    port,
    start,
    stop,
    async replicate() {
      const standby = `${data}-standby`;
      run("pg_basebackup", ...way, "-D", standby, "-R", "-c", "fast", "--no-sync");
      startOn(await freePort(), standby);
      const waiting = "ALTER SYSTEM SET synchronous_standby_names = '*'";
      run("psql", ...way, "-d", "postgres", "-c", waiting, "-c", "SELECT pg_reload_conf()");
      return () => {
        stop();
        data = standby;
        stop();
        start();
        control(data, "promote");
      };
    },
    newPlace() {
      places += 1;
      const place = `team${places}`;
      run("createdb", ...way, place);
      return { PULUMI_BACKEND_URL: `postgres://pulumi@127.0.0.1:${port}/${place}?sslmode=disable` };
    },
    readerOf({ PULUMI_BACKEND_URL: writer = "" }) {
      const grant = "CREATE ROLE reader LOGIN; GRANT SELECT ON pulumi_state TO reader";
      run("psql", writer, "-c", grant);
      return { PULUMI_BACKEND_URL: writer.replace("//pulumi@", "//reader@") };
    },
    async [Symbol.asyncDispose]() {
      stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
