import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** What a command may do that is run in a sandbox. */
export interface Sandbox {
  /** Where it runs. */
  readonly directory: string;
  /** Directories that it may write to; beside them only devices, shared memory and what the kernel shows as files. */
  readonly writable: readonly string[];
}

/** What of a machine decides how a sandbox is made. */
export interface Machine {
  /** Its mounts, as `/proc/self/mountinfo` lists them. */
  readonly mounts: string;
  readonly uid: number;
  readonly gid: number;
}

const devices = ["/dev", "/proc"];

/** Why this machine cannot make this sandbox; undefined where it can. */
export function sandboxMissing(sandbox: Sandbox): string | undefined {
  if (process.platform !== "linux") return "only Linux has mount namespaces";
  const [program, ...args] = sandboxed(["true"], sandbox);
  const { status, error, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split("\n").at(-1);
}

/** A command that runs this one where all but the directories of the sandbox is read-only. */
export function sandboxed(
  command: Command,
  { directory, writable }: Sandbox,
  machine = thisMachine(),
): Command {
  const { mounts, uid, gid } = machine;
  const isRoot = uid === 0;
  const kept = [...devices, ...writable];
  const lines = [
    "set -e",
    ...writable.map((place) => `mount --rbind ${quoted(place)} ${quoted(place)}`),
    ...mountsOf(mounts)
      .filter(({ place }) => !kept.some((each) => `${place}/`.startsWith(`${each}/`)))
      // Another mount may hide it.
      .map(({ place, options }) => {
        const remount = `mount -o remount,bind,${options.replace(/^rw/, "ro")} ${quoted(place)}`;
        return `[ ! -e ${quoted(place)} ] || ${remount}`;
      }),
    // Where it was is below what has been mounted.
    `cd ${quoted(directory)}`,
    // As root of a namespace a program believes that it may become another user.
    isRoot ? 'exec "$@"' : `exec unshare --user --map-user=${uid} --map-group=${gid} "$@"`,
  ];
  const namespaces = isRoot ? ["--mount"] : ["--mount", "--map-root-user"];
  return ["unshare", ...namespaces, "sh", "-c", lines.join("\n"), "sh", ...command];
}

/** Mount points and their options, which a user who is not root may not take back. */
function mountsOf(mounts: string): readonly { place: string; options: string }[] {
  return [...mounts.matchAll(/^\d+ \d+ \S+ \S+ (\S+) (\S+) /gm)].map(
    ([, place = "", options = ""]) => ({ place: unescaped(place), options }),
  );
}

/** Spaces and the like stand there in octal digits. */
function unescaped(place: string): string {
  return place.replace(/\\(\d{3})/g, (_all, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

function quoted(place: string): string {
  return `'${place.replaceAll("'", "'\\''")}'`;
}

function thisMachine(): Machine {
  const { getuid, getgid } = process;
  return {
    mounts: readFileSync("/proc/self/mountinfo", "utf8"),
    uid: getuid?.() ?? 0,
    gid: getgid?.() ?? 0,
  };
}
