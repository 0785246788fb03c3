import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../fixtures/previews");

/** Names of what `record-previews.ts` recorded: `quickstart.first`, `quickstart.state` … */
const recordedNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ""))
  .toSorted();

/** The previews among them that did not fail. */
export const previewNames = recordedNames.filter((name) => {
  return !name.endsWith(".state") && !/"severity": ?"error"/.test(recorded(name));
});

/** One of them as the Pulumi CLI printed it. */
export function recorded(name: string): string {
  return readFileSync(recordedFile(name), "utf8");
}

/** Path of its file. */
export function recordedFile(name: string): string {
  return join(folder, `${name}.json`);
}

/** The same with what no CLI has yet: fields everywhere, an operation, an event. */
export function ofNewerCli(text: string): string {
  const lines = text.trim().split("\n");
  const isStream = lines.every((line) => line.startsWith("{"));
  const documents = isStream ? lines : [text];
  const extended = documents.map((document) => JSON.stringify(withMore(JSON.parse(document))));
  return isStream
    ? [...extended, '{"sequence":99,"timestamp":0,"surpriseEvent":{}}'].join("\n")
    : extended.join("\n");
}

function withMore(value: unknown, isValue = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withMore(item, isValue));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    return [name, withMore(item, isValue || propertyBags.has(name))] as const;
  });
  // The values in these are the program's, whatever the version of the CLI.
  return Object.fromEntries(isValue ? entries : [...entries, ["surprise", { of: ["more"] }]]);
}

const propertyBags = new Set([
  ...["inputs", "outputs", "propertyDependencies", "config", "changeSummary"],
  ...["resourceChanges", "detailedDiff", "PolicyPacks"],
]);
