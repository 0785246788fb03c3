/** Programs out of the distribution's packages, unpacked in this project's cache: the system stays as it is. */
import { execFileSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { cacheDirectory } from "../../scripts/cli/cache-directory.ts";

/** Where programs are, and how they start. */
interface Programs {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Facts {
  /** The package, and its directory in the cache. */
  readonly name: string;
  /** Downloads that are wanted, besides libraries, of what a system lacks. */
  readonly parts: RegExp;
  readonly programs: readonly [string, ...string[]];
  /** Where Debian keeps them, below its root: perhaps beside each other, and not on the PATH. */
  readonly folder: string;
}

/** Libraries that are wanted: not LLVM, which long queries alone use, and not Perl. */
const libraries = /^lib(?!llvm|z3|.*perl)/;

/** Who may run servers where the tests are root; the second one is everywhere. */
const owners = ["postgres", "nobody"];

/** A server's package. */
class DebianPackage {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Gets it where neither this machine nor the cache has it; once a run, before its tests. */
  prepare(): void {
    if (this.#installed() !== undefined || this.#starts()) return;
    const { name } = this.#facts;
    console.error(`Getting ${name} for the tests …`);
    const problem = this.#get();
    if (problem !== undefined) process.env[this.#variable] = problem;
  }

  /** Why it cannot be started here; undefined where it can. */
  missing(): string | undefined {
    const { name, programs } = this.#facts;
    if ((this.#installed() ?? this.#unpacked()) === undefined) {
      const reason = process.env[this.#variable] ?? "the set-up of the tests did not run";
      return `there is no ${programs[0]}, and the package ${name} was not got: ${reason}; install it and run this again`;
    }
    // It refuses to run as root.
    return isRoot() && ownerIds() === undefined
      ? `${name} does not run as root, and there is no user ${owners.join(" or ")}; run the tests as another user`
      : undefined;
  }

  /** Options of a process that runs in a directory, which becomes its owner's, and where its programs are. */
  startIn(directory: string) {
    const ids = isRoot() ? ownerIds() : undefined;
    if (ids !== undefined) chownSync(directory, ids.uid, ids.gid);
    const found = this.#installed() ?? this.#unpackedFor(directory);
    if (found === undefined) throw new Error(`It was not started: ${this.missing()}.`);
    return { folder: found.folder, options: { cwd: directory, env: found.env, ...ids } };
  }

  /** Says why there is none, for the processes of the run; read here alone. */
  get #variable(): string {
    return `TEST_${this.#facts.name.toUpperCase()}_MISSING`;
  }

  /** Beside the Pulumi CLI. */
  get #cache(): string {
    const { env: environment, platform } = process;
    const beside = dirname(cacheDirectory({ environment, platform, home: homedir() }));
    return join(beside, this.#facts.name);
  }

  #installed(): Programs | undefined {
    const path = (process.env["PATH"] ?? "").split(delimiter);
    return this.#in([...path, ...this.#folders("/")], process.env);
  }

  #unpacked(directory = this.#cache): Programs | undefined {
    const found = globSync(join(directory, "{usr/,}lib/*-linux-*"));
    const env = { ...process.env, LD_LIBRARY_PATH: found.join(delimiter) };
    return this.#in(this.#folders(directory), env);
  }

  /** Those that the server's user can start: the cache is perhaps in a directory of root's alone. */
  #unpackedFor(directory: string): Programs | undefined {
    if (!isRoot()) return this.#unpacked();
    const own = join(directory, "programs");
    cpSync(this.#cache, own, { recursive: true, verbatimSymlinks: true });
    return this.#unpacked(own);
  }

  #folders(directory: string): readonly string[] {
    return globSync(join(directory, this.#facts.folder)).sort().reverse();
  }

  #in(folders: readonly string[], env: NodeJS.ProcessEnv): Programs | undefined {
    const { programs } = this.#facts;
    const folder = folders.find((each) =>
      programs.every((program) => existsSync(join(each, program))),
    );
    return folder === undefined ? undefined : { folder, env };
  }

  /** Those of a system that is another one by now may lack a library. */
  #starts(): boolean {
    const found = this.#unpacked();
    if (found === undefined) return false;
    const { folder, env } = found;
    try {
      for (const program of this.#facts.programs)
        execFileSync(join(folder, program), ["--version"], { env, stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  }

  /** Unpacks it in the cache, whatever that has; returns why that was not done. */
  #get(): string | undefined {
    try {
      this.#fill();
      return this.#starts() ? undefined : `what ${this.#cache} has of it does not start`;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** Takes the place of what is there once it is whole: another run may be doing the same. */
  #fill(): void {
    mkdirSync(dirname(this.#cache), { recursive: true });
    const work = mkdtempSync(`${this.#cache}-`);
    try {
      for (const file of this.#download(work))
        execFileSync("dpkg-deb", ["-x", file, join(work, "unpacked")]);
      rmSync(this.#cache, { recursive: true, force: true });
      renameSync(join(work, "unpacked"), this.#cache);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }

  /** Packages as files: with separate lists, because those of an image are empty or old. */
  #download(work: string): readonly string[] {
    const { name, parts } = this.#facts;
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
    const simulated = apt("install", "--simulate", "--no-install-recommends", name);
    const names = [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, each = ""]) => each);
    apt("download", ...names.filter((each) => parts.test(each) || libraries.test(each)));
    return globSync(join(work, "*.deb"));
  }
}

export const postgresql = new DebianPackage({
  name: "postgresql",
  parts: /^postgresql-(?:client-)?\d+$/,
  programs: ["initdb", "postgres", "pg_ctl", "createdb", "pg_basebackup"],
  folder: "usr/lib/postgresql/*/bin",
});

export const pgbouncer = new DebianPackage({
  name: "pgbouncer",
  parts: /^pgbouncer$/,
  programs: ["pgbouncer"],
  folder: "usr/sbin",
});

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

/** The first thing that a command said was wrong. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT") return "there is no `apt-get` or no `dpkg-deb`";
  const said = "stderr" in error ? /^E: (.*)$/m.exec(String(error.stderr)) : null;
  return said?.[1] ?? error.message;
}
