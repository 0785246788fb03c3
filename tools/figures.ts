/**
 * `node tools/figures.ts [--list] [directory]`: figures of the house, of this checkout or another one,
 * so that a change can be held against the commit before it.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** What one checkout's code is like. */
export interface Figures {
  /** Files that a reader of one create may have to open. */
  readonly files: readonly string[];
  /** Types and classes that he meets in more than one of them. */
  readonly concepts: readonly string[];
  /** Imports from a room below into one above it. */
  readonly up: readonly string[];
  /** Lines of `provider/`. */
  readonly lines: number;
  /** Files written by hand in `provider/` and `resources/`, the longest first. */
  readonly sizes: readonly (readonly [file: string, lines: number])[];
  /** Files that the test which adds a kind writes. */
  readonly byHand: number;
}

/**
 * On the way of one create are the files reached by imports, of types as well, from where it begins, from
 * the one call, from the wire, and from what is on disk: the limit's permits and the journal. Imports at
 * run time end it, and so do other kinds than the volume, which differ in facts alone. It is a bound: a
 * class that only an update uses counts where a file of a create names it. Counted by hand, commit d19c408
 * had 67 files and 87 concepts; by this definition it has 73 and 90.
 */
const begins = [
  /^provider\/lifecycle\/(operations\/)?create\.ts$/,
  /^provider\/http\/api\.ts$|^provider\/api\.ts$/,
  /^provider\/http\/(transport\/)?undici-transport\.ts$/,
  /^provider\/http\/(rate-limit\/)?(shared-permits|shared-ledger|permits)\.ts$/,
  /^provider\/(connection\/open-)?journal\.ts$/,
];

const otherKinds = /^contract\/kinds\/(?!volume\.ts|_all\.ts)/;

/** From the API as data up to what people type. */
const rooms = [
  "sqlite",
  "contract",
  "platform",
  "costs",
  "provider/definition",
  "provider/http",
  ...[
    "state",
    "waiting",
    "memory",
    "lists",
    "operation",
    "reconcile",
    "create-once",
    "operations",
  ].map((room) => `provider/lifecycle/${room}`),
  "provider/inventory",
  "provider/connection",
  "resources",
  "runtime",
];

export function figuresOf(root: string): Figures {
  const house = new House(root);
  const files = house.reachedFrom(house.files.filter((file) => begins.some((it) => it.test(file))));
  const sizes = house.files
    .filter((file) => /^(provider|resources)\//.test(file) && !/\/_[^/]*$/.test(file))
    .map((file) => [file, house.linesOf(file)] as const)
    .sort(([, one], [, other]) => other - one);
  const lines = sizes.filter(([file]) => file.startsWith("provider/"));
  return {
    files,
    concepts: house.conceptsIn(files),
    up: house.files.flatMap((file) => house.importsUp(file)),
    lines: lines.reduce((sum, [, count]) => sum + count, 0),
    sizes,
    byHand: filesByHand(join(root, "test/tools/new-kind.test.ts")),
  };
}

/** 0 where no test adds one. */
function filesByHand(test: string): number {
  const text = existsSync(test) ? readFileSync(test, "utf8") : "";
  return [...text.matchAll(/^ {2}"[\w/-]+\.ts",$/gm)].length;
}

/** The sources of a checkout and how they import each other. */
class House {
  readonly files: readonly string[];
  readonly #texts: ReadonlyMap<string, string>;

  constructor(root: string) {
    const found = globSync("{contract,costs,platform,provider,resources,runtime,sqlite}/**/*.ts", {
      cwd: root,
    });
    this.files = found.map((file) => file.replaceAll("\\", "/")).sort();
    this.#texts = new Map(this.files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  }

  linesOf(file: string): number {
    return this.#textOf(file).split("\n").length - 1;
  }

  reachedFrom(begin: readonly string[]): readonly string[] {
    const reached = new Set(begin);
    for (const file of reached) {
      for (const { from } of this.#importsOf(file)) {
        if (this.#texts.has(from) && !otherKinds.test(from)) reached.add(from);
      }
    }
    return [...reached].sort();
  }

  /** By name and file: two of one name are two things to tell apart. */
  conceptsIn(files: readonly string[]): readonly string[] {
    const met = files
      .flatMap((file) => this.#importsOf(file))
      .flatMap(({ from, names }) =>
        names
          .filter((name) => /^[A-Z]\w*[a-z]/.test(name))
          .map((name) => `${name} (${this.#sourceOf(name, from)})`),
      );
    return [...new Set(met)].sort();
  }

  /** Where a name that a file hands on comes from. */
  #sourceOf(name: string, file: string): string {
    const handedOn = this.#importsOf(file).find((it) => it.isHandedOn && it.names.includes(name));
    return handedOn === undefined ? file : this.#sourceOf(name, handedOn.from);
  }

  importsUp(file: string): readonly string[] {
    const floor = floorOf(file);
    return this.#importsOf(file)
      .filter(({ from }) => floor >= 0 && floorOf(from) > floor)
      .map(({ from }) => `${file} -> ${from}`);
  }

  #importsOf(file: string): readonly Import[] {
    const found = this.#textOf(file).matchAll(statement);
    return [...found].map(([, verb, named = "", path = ""]) => ({
      from: posix.join(posix.dirname(file), path),
      names: named.split(",").map((name) =>
        name
          .trim()
          .replace(/^type /, "")
          .replace(/ as .*/, ""),
      ),
      isHandedOn: verb === "export",
    }));
  }

  #textOf(file: string): string {
    return this.#texts.get(file) ?? "";
  }
}

interface Import {
  readonly from: string;
  readonly names: readonly string[];
  readonly isHandedOn: boolean;
}

/** `import type { A, type B } from "./c.ts"` and the same with `export`. */
const statement = /^(import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s+"(\.[^"]+)";/gm;

function floorOf(file: string): number {
  return rooms.findIndex((room) => file.startsWith(`${room}/`));
}

function report({ files, concepts, up, lines, sizes, byHand }: Figures, isLong: boolean): string {
  const list = (items: readonly string[]) =>
    isLong ? items.map((item) => `\n  ${item}`).join("") : "";
  const [[largest, most] = ["", 0]] = sizes;
  return [
    `on the way of one create: ${files.length} files${list(files)}`,
    `on the way of one create: ${concepts.length} types and classes${list(concepts)}`,
    `imports that run up: ${up.length}${list(up)}`,
    `provider/: ${lines} lines`,
    `largest file of provider/ and resources/: ${largest}, ${most} lines`,
    `files by hand to add a kind: ${byHand}, as test/tools/new-kind.test.ts adds one`,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [root = dirname(import.meta.dirname)] = process.argv
    .slice(2)
    .filter((it) => it !== "--list");
  console.log(report(figuresOf(root), process.argv.includes("--list")));
}
