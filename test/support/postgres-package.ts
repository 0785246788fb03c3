/** PostgreSQL out of the distribution's packages, unpacked in this project's cache: the system stays as it is. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { cacheDirectory } from "../../scripts/cli/cache-directory.ts";

/** Where the programs of a server are, and the environment in which they start. */
export interface Programs {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Downloads of parts that a system lacks: of the libraries not LLVM, which long queries alone use, and not Perl. */
const wanted = /^(?:postgresql-(?:client-)?\d+|lib(?!llvm|z3|.*perl).*)$/;

/** Says why there is no server, for the processes of the run; read here alone. */
const variable = "TEST_POSTGRES_MISSING";

/** Gets a server where neither this machine nor the cache has one; once a run, before its tests. */
export function preparePostgres(): void {
  if (installedPrograms() !== undefined || starts(cache())) return;
  console.error("Getting PostgreSQL for the tests of shared backends …");
  const problem = getPostgres(cache());
  if (problem !== undefined) process.env[variable] = problem;
}

/** Unpacks the packages in this directory, whatever it has; returns why that was not done. */
function getPostgres(directory: string): string | undefined {
  try {
    fill(directory);
    return starts(directory) ? undefined : `what ${directory} has of it does not start`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Why there is no server. */
export function whyNoPrograms(): string {
  const reason = process.env[variable] ?? "the set-up of the tests did not run";
  return `there is no initdb, and the package postgresql was not got: ${reason}; install it and run this again`;
}

/** Those that are installed. Debian keeps them beside each other, and not on the PATH. */
export function installedPrograms(): Programs | undefined {
  const path = (process.env["PATH"] ?? "").split(delimiter);
  return programsIn([...path, ...debianFolders("/")], process.env);
}

/** Those of a directory in which packages are unpacked; without one, of the cache. */
export function unpackedPrograms(directory = cache()): Programs | undefined {
  const libraries = globSync(join(directory, "{usr/,}lib/*-linux-*"));
  const env = { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) };
  return programsIn(debianFolders(directory), env);
}

/** Beside the Pulumi CLI. */
export function cache(): string {
  const { env: environment, platform } = process;
  return join(dirname(cacheDirectory({ environment, platform, home: homedir() })), "postgresql");
}

function debianFolders(directory: string): readonly string[] {
  return globSync(join(directory, "usr/lib/postgresql/*/bin")).sort().reverse();
}

function programsIn(folders: readonly string[], env: NodeJS.ProcessEnv): Programs | undefined {
  const folder = folders.find((each) =>
    ["initdb", "pg_ctl", "createdb"].every((program) => existsSync(join(each, program))),
  );
  return folder === undefined ? undefined : { folder, env };
}

/** Those of a system that is another one by now may lack a library. */
function starts(directory: string): boolean {
  const programs = unpackedPrograms(directory);
  if (programs === undefined) return false;
  const { folder, env } = programs;
  try {
    for (const program of ["postgres", "initdb", "createdb"]) {
      execFileSync(join(folder, program), ["--version"], { env, stdio: "ignore" });
    }
    return true;
  } catch {
    return false;
  }
}

/** Takes the place of what is there once it is whole: another run may be doing the same. */
function fill(directory: string): void {
  mkdirSync(dirname(directory), { recursive: true });
  const work = mkdtempSync(`${directory}-`);
  try {
    for (const file of download(work)) {
      execFileSync("dpkg-deb", ["-x", file, join(work, "unpacked")]);
    }
    rmSync(directory, { recursive: true, force: true });
    renameSync(join(work, "unpacked"), directory);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Packages as files: with separate lists, because those of an image are empty or old. */
function download(work: string): readonly string[] {
  mkdirSync(join(work, "lists/partial"), { recursive: true });
  mkdirSync(join(work, "archives/partial"), { recursive: true });
  const settings = [
    `Dir::State::lists=${join(work, "lists")}`,
    `Dir::Cache=${work}`,
    "Debug::NoLocking=1",
    // It would give the download to a user who cannot write here.
    "APT::Sandbox::User=root",
    "Acquire::Languages=none",
    // Otherwise it says only afterwards that there is no such package.
    "APT::Update::Error-Mode=any",
    "Acquire::http::Timeout=20",
  ].flatMap((setting) => ["-o", setting]);
  const apt = (...args: readonly string[]) =>
    execFileSync("apt-get", [...settings, "-qq", ...args], {
      cwd: work,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  apt("update");
  const simulated = apt("install", "--simulate", "--no-install-recommends", "postgresql");
  const names = [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
  apt("download", ...names.filter((name) => wanted.test(name)));
  return globSync(join(work, "*.deb"));
}

/** The first thing that a command said was wrong. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT") return "there is no `apt-get` or no `dpkg-deb`";
  const said = "stderr" in error ? /^E: (.*)$/m.exec(String(error.stderr)) : null;
  return said?.[1] ?? error.message;
}
