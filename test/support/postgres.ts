/** A PostgreSQL server of the distribution's package, in a temporary directory. */
import { execFileSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import {
  cache,
  installedPrograms,
  type Programs,
  unpackedPrograms,
  whyNoPrograms,
} from "./postgres-package.ts";
import type { SharedBackend } from "./shared-backend.ts";

/** Who may run it where the tests are root; the second one is everywhere. */
const owners = ["postgres", "nobody"];

/** Why no server can be started here; undefined where one can. */
export function postgresMissing(): string | undefined {
  if ((installedPrograms() ?? unpackedPrograms()) === undefined) return whyNoPrograms();
  // It refuses to run as root.
  return isRoot() && ownerIds() === undefined
    ? `PostgreSQL does not run as root, and there is no user ${owners.join(" or ")}; run the tests as another user`
    : undefined;
}

/** A server whose places have users, and that can be away for a while. */
export interface PostgresServer extends SharedBackend {
  /** Settings that lead to a place in which there is a stack, as a user who only reads: the statements of the guide. */
  readerOf(place: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Its port, which it keeps. */
  readonly port: number;
  stop(): void;
  start(): void;
  /** It is lost, and a standby that has every commit takes its place. */
  failOver(): void;
}

/** Starts one on a free port, with settings and files of its own, which are above its data; every place is a separate database. */
export async function openPostgres(
  settings: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-postgres-"));
  let data = join(directory, "data");
  const ids = isRoot() ? ownerIds() : undefined;
  if (ids !== undefined) chownSync(directory, ids.uid, ids.gid);
  for (const [name, text] of Object.entries(files)) {
    const file = join(directory, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (ids !== undefined) chownSync(file, ids.uid, ids.gid);
  }
  const { folder, env } = programsFor(directory);
  const run = (program: string, ...args: readonly string[]) => {
    const stdio = ["ignore", "ignore", "inherit"] as const;
    execFileSync(join(folder, program), args, { cwd: directory, env, stdio: [...stdio], ...ids });
  };
  const made = ["-U", "pulumi", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  run("initdb", "-D", data, ...made);
  // Asked for last: making the database takes seconds, in which another program may be given it.
  const port = await freePort();
  const all = { listen_addresses: "127.0.0.1", port, fsync: "off", ...settings };
  const given = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const options = `${given.join(" ")} -k ${directory}`;
  const start = () =>
    run("pg_ctl", "-D", data, "-l", join(directory, "log"), "-o", options, "-w", "start");
  const stop = () => run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
  start();
  let places = 0;
  return {
    port,
    start,
    stop,
    failOver() {
      // What it wrote after its last checkpoint is in its log, which the copy begins with.
      stop();
      const standby = `${data}-standby`;
      execFileSync("cp", ["-a", data, standby]);
      data = standby;
      start();
    },
    newPlace() {
      places += 1;
      const place = `team${places}`;
      run("createdb", "-h", "127.0.0.1", "-p", String(port), "-U", "pulumi", place);
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

/** Programs that the server's user can start: the cache is perhaps in a directory of root's alone. */
function programsFor(directory: string): Programs {
  const installed = installedPrograms();
  if (installed === undefined && isRoot()) {
    cpSync(cache(), join(directory, "programs"), { recursive: true, verbatimSymlinks: true });
  }
  const found = installed ?? unpackedPrograms(isRoot() ? join(directory, "programs") : cache());
  if (found === undefined) throw new Error(`PostgreSQL was not started: ${whyNoPrograms()}.`);
  return found;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function ownerIds(): { uid: number; gid: number } | undefined {
  const idOf = (which: string, owner: string) =>
    Number(execFileSync("id", [which, owner], { stdio: ["ignore", "pipe", "ignore"] }));
  for (const owner of owners) {
    try {
      return { uid: idOf("-u", owner), gid: idOf("-g", owner) };
    } catch {
      // No such user.
    }
  }
  return undefined;
}
