import { createHash } from "node:crypto";

/** Something that needs a unique name. */
export interface Unnamed {
  /** Its label; a name may be impossible to make from it. */
  readonly label: string;
  /** Its noun, where it has no label, e.g. `floating IP`. */
  readonly noun: string;
  readonly id: string;
  /** Values that distinguish it from others of its label, the best first, e.g. its region. */
  readonly marks: readonly string[];
}

/**
 * Names for things of one class: plain, all different, and each the same whatever else there is. Pulumi makes identifiers
 * of the names in an import file, so each begins with a letter.
 */
export function namesFor(unnamed: readonly Unnamed[]): readonly string[] {
  const plain = unnamed.map(({ label, noun, id }) => {
    const own = slug(label);
    return /^[A-Za-z]/.test(own) ? own : `${sort(noun)}-${own || mark(id)}`;
  });
  const longer = suffixed(plain, (group, at) => suffixOf(unnamed, group, at));
  // A name with its region may be what another object is called.
  return suffixed(longer, (_group, at) => mark(unnamed[at]?.id ?? ""));
}

/** `ip` of `floating IP`. */
function sort(noun: string): string {
  return slug(noun.slice(noun.lastIndexOf(" ") + 1)).toLowerCase();
}

/** The names, of which those that several have get a suffix each. */
function suffixed(
  names: readonly string[],
  suffix: (group: readonly number[], at: number) => string,
): readonly string[] {
  const alike = Map.groupBy(names.keys(), (at) => names[at]?.toLowerCase());
  return names.map((name, at) => {
    const group = alike.get(name.toLowerCase()) ?? [];
    return group.length < 2 ? name : `${name}-${suffix(group, at)}`;
  });
}

/** An identifier for a name; `taken` are those of the same file. */
export function identifierFor(
  name: string,
  { className, taken }: { readonly className: string; readonly taken: ReadonlySet<string> },
): string {
  const own = camel(/^[a-z]/i.test(name) ? name : `${className} ${name}`);
  const longer = `${own}${className}`;
  const numbered = Array.from({ length: taken.size + 2 }, (_none, at) => `${longer}${at + 2}`);
  const free = [own, longer, ...numbered].find(
    (candidate) => !taken.has(candidate) && !reserved.has(candidate),
  );
  return free ?? longer;
}

/** `an app: №1` → `an-app-1`: what a URN, a file and a shell take without quotes. */
export function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .slice(0, longestName)
    .replace(/^[-_]+|[-_]+$/g, "");
}

const longestName = 50;

/** `my-app.v2` → `myAppV2`. */
function camel(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** Words of the language, and names that every file of a program has already. */
const reserved: ReadonlySet<string> = new Set(
  `abstract any arguments as async await boolean break case catch class config const constructor
  continue debugger declare default delete do else enum eval export extends false finally for from
  function get if implements import in infer instanceof interface is let module namespace never new
  null number object of package private protected public readonly require return set static string
  super switch symbol this throw true try type typeof undefined unique unknown var void while with
  yield hosting pulumi access compute monitoring network storage`.split(/\s+/),
);

/** The first distinguishing value in which all of a group differ; else one made from the id. */
function suffixOf(unnamed: readonly Unnamed[], group: readonly number[], at: number): string {
  const own = unnamed[at];
  const marks = own?.marks ?? [];
  const telling = marks.findIndex((_mark, place) => {
    const all = group.map((other) => slug(unnamed[other]?.marks[place] ?? "").toLowerCase());
    return !all.includes("") && new Set(all).size === group.length;
  });
  return telling === -1 ? mark(own?.id ?? "") : slug(marks[telling] ?? "");
}

function mark(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 8);
}
