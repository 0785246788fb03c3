/** A PostgreSQL server of the distribution's package, in a temporary directory. */
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "./free-port.ts";
import type { SharedBackend } from "./shared-backend.ts";

const owner = "postgres";

/** Why no server can be started here; undefined where one can. */
export function postgresMissing(): string | undefined {
  if (binaries() === undefined) return "there is no initdb; the package postgresql has it";
  // It refuses to run as root.
  return isRoot() && ownerIds() === undefined ? `there is no user ${owner} to run it` : undefined;
}

/** Starts one on a free port; every place is a database of its own. */
export async function openPostgres(): Promise<SharedBackend> {
  const directory = mkdtempSync(join(tmpdir(), "pulumi-postgres-"));
  const data = join(directory, "data");
  const ids = isRoot() ? ownerIds() : undefined;
  if (ids !== undefined) chownSync(directory, ids.uid, ids.gid);
  const run = (program: string, ...args: readonly string[]) => {
    const path = join(binaries() ?? "", program);
    execFileSync(path, args, { cwd: directory, stdio: ["ignore", "ignore", "inherit"], ...ids });
  };
  run("initdb", "-D", data, "-U", "pulumi", "-A", "trust", "-E", "UTF8", "--no-sync");
  // Asked for last: making the database takes seconds, in which another program may be given it.
  const port = await freePort();
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c fsync=off -k ${directory}`;
  run("pg_ctl", "-D", data, "-l", join(directory, "log"), "-o", options, "-w", "start");
  let places = 0;
  return {
    newPlace() {
      places += 1;
      const place = `team${places}`;
      run("createdb", "-h", "127.0.0.1", "-p", String(port), "-U", "pulumi", place);
      return { PULUMI_BACKEND_URL: `postgres://pulumi@127.0.0.1:${port}/${place}?sslmode=disable` };
    },
    async [Symbol.asyncDispose]() {
      run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Debian keeps the server's programs beside each other, and not on the PATH. */
function binaries(): string | undefined {
  const path = (process.env["PATH"] ?? "").split(delimiter);
  const debian = globSync("/usr/lib/postgresql/*/bin").sort().reverse();
  return [...path, ...debian].find((folder) =>
    ["initdb", "pg_ctl", "createdb"].every((program) => existsSync(join(folder, program))),
  );
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function ownerIds(): { uid: number; gid: number } | undefined {
  const idOf = (which: string) =>
    Number(execFileSync("id", [which, owner], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    return undefined;
  }
}
