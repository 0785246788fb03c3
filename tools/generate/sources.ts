import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A resource file, as far as the generated files need it. */
export interface ResourceSource {
  /** Path below `resources/`, e.g. `storage/volume.ts`. */
  readonly path: string;
  /** Name of the exported definition. */
  readonly definition: string;
  readonly className: string;
  /** Exported interfaces and types. */
  readonly types: readonly string[];
  /** First sentence of the class's documentation. */
  readonly summary: string;
}

/** Every file below `resources/<area>/` that declares a resource class, in order of its path. */
export function resourceSources(root: string): readonly ResourceSource[] {
  const folder = join(root, "resources");
  const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return areas
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
    .sort()
    .flatMap((path) => describe(path, readFileSync(join(folder, path), "utf8")));
}

/** A lookup's file and what programs use of it. */
export interface LookupSource {
  /** Path below `resources/`, e.g. `lookups/get-image.ts`. */
  readonly path: string;
  readonly functions: readonly string[];
  readonly types: readonly string[];
}

/** Every lookup, in order of its path. */
export function lookupSources(root: string): readonly LookupSource[] {
  const folder = join(root, "resources");
  const files = readdirSync(join(folder, "lookups")).filter((file) => file.startsWith("get-"));
  return files.sort().map((file) => {
    const path = `lookups/${file}`;
    const text = readFileSync(join(folder, path), "utf8");
    return { path, functions: exported(text, "(?:async )?function"), types: exportedTypes(text) };
  });
}

function exportedTypes(text: string): readonly string[] {
  return exported(text, "(?:interface|type)");
}

function exported(text: string, keyword: string): readonly string[] {
  const pattern = new RegExp(`^export ${keyword} (\\w+)`, "gm");
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []).sort();
}

function describe(path: string, text: string): readonly ResourceSource[] {
  const definition = /export const (\w+) = defineResource</.exec(text)?.[1];
  const classPattern =
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export class (\w+) extends resourceClass</;
  const [, comment = "", className] = classPattern.exec(text) ?? [];
  if (definition === undefined) return [];
  if (className === undefined) throw new Error(`resources/${path} has no documented class.`);
  return [
    { path, definition, className, types: exportedTypes(text), summary: firstSentence(comment) },
  ];
}

function firstSentence(comment: string): string {
  const text = comment
    .replace(/\s*\n\s*\*\s?/g, " ")
    .replace(/^[\s*]+/, "")
    .trim();
  return text.split(/(?<=\.)\s/)[0] ?? text;
}
