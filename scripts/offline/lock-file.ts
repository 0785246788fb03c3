import { z } from "zod";

/** `package-lock.json`, in the order npm writes it. */
export interface LockFile {
  readonly [other: string]: unknown;
  /** By location: `""`, `examples/quickstart`, `node_modules/zod`, `node_modules/a/node_modules/b`. */
  readonly packages: Readonly<Record<string, Fields>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** An optional dependency of a locked package that the file does not name. */
export interface Gap {
  /** Location of the package that wants it. */
  readonly wantedBy: string;
  readonly name: string;
  readonly range: string;
}

const Fields = z.record(z.string(), z.unknown());
const Packages = z.record(z.string(), Fields);
const Ranges = z.record(z.string(), z.string()).default({});

export function parseLockFile(text: string): LockFile {
  const whole = Fields.parse(JSON.parse(text));
  return { ...whole, packages: Packages.parse(whole["packages"]) };
}

export function lockFileText(lock: LockFile): string {
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** What `npm ci` would miss. */
export function gapsOf({ packages }: LockFile): readonly Gap[] {
  return Object.entries(packages).flatMap(([wantedBy, { optionalDependencies }]) =>
    Object.entries(Ranges.parse(optionalDependencies))
      .map(([name, range]) => ({ wantedBy, name, range }))
      .filter((gap) => !isLocked(gap, packages)),
  );
}

/**
 * The lock file with an entry for each gap. The registry at hand does not show these packages, so
 * an entry says by the package's name which platform it is for, and has no checksum: `npm ci` skips
 * it on every other platform, and on its own takes what the registry there has.
 */
export function completed(lock: LockFile): LockFile {
  const added = gapsOf(lock).map((gap): readonly [string, Fields] => [
    locationFor(gap, lock.packages),
    entryFor(gap, lock.packages),
  ]);
  const packages = [...Object.entries(lock.packages), ...added].toSorted(([one], [other]) =>
    one.localeCompare(other, "en"),
  );
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** The lock file without the entries that only a name vouches for, so that npm asks the registry for them again. */
export function withoutUnverified(lock: LockFile): LockFile {
  const verified = Object.entries(lock.packages).filter(
    ([, { optional, os, integrity }]) => !(optional && os) || integrity !== undefined,
  );
  return { ...lock, packages: Object.fromEntries(verified) };
}

function entryFor({ wantedBy, name, range }: Gap, packages: LockFile["packages"]): Fields {
  const platform = platformOf(name);
  if (platform === undefined || !isExact(range)) {
    throw new Error(
      `package-lock.json was not completed: neither the registry nor the name says what ${name} ${range} is ` +
        `(optional for ${wantedBy}). Complete it where the registry shows that package.`,
    );
  }
  const { cpu, libc, os } = platform;
  // The order in which npm writes them.
  return { version: range, cpu, dev: packages[wantedBy]?.["dev"], libc, optional: true, os };
}

/** Beside everything else, unless another version is there. */
function locationFor({ wantedBy, name }: Gap, packages: LockFile["packages"]): string {
  const shared = `node_modules/${name}`;
  return shared in packages ? `${wantedBy}/${shared}` : shared;
}

function isLocked({ wantedBy, name, range }: Gap, packages: LockFile["packages"]): boolean {
  const found = locationsOf(name, wantedBy)
    .map((location) => packages[location])
    .find((entry) => entry !== undefined);
  return found !== undefined && (!isExact(range) || found["version"] === range);
}

/** Where Node looks for a dependency of the package at a location: from there up to the root. */
function locationsOf(name: string, location: string): readonly string[] {
  const parts = location.split("/node_modules/");
  const above = parts.map(
    (_, at) => `${parts.slice(0, parts.length - at).join("/node_modules/")}/`,
  );
  return [...above, ""].map((directory) => `${directory}node_modules/${name}`);
}

function isExact(range: string): boolean {
  return /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(range);
}

const systems = "android|darwin|freebsd|linux|openbsd|openharmony|win32";
const processors = "arm|arm64|ia32|loong64|ppc64|riscv64|s390x|x64";
const abis = "eabi|gnu|gnueabihf|msvc|musl|musleabihf";
const ending = new RegExp(`-(${systems})-(${processors})(?:-(${abis}))?$`);

const libraries: Readonly<Record<string, string>> = { gnu: "glibc", musl: "musl" };

/** The platform in a package's name, e.g. `@some/binding-linux-x64-gnu`, as package.json names it. */
function platformOf(name: string): Fields | undefined {
  const [, os, cpu, abi = ""] = ending.exec(name) ?? [];
  if (os === undefined || cpu === undefined) return undefined;
  const library = libraries[abi];
  return { os: [os], cpu: [cpu], ...(library && { libc: [library] }) };
}
