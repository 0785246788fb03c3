import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** Our page of the platform's API: what a mention of the specification leads to. */
export const apiPage = "docs/reference/api.md";

/**
 * A text for readers, in which mentions of the specification are links to our page of it:
 * `(spec 2.7)` → `([API 2.7](api.md#27-block-volume))`. Code between fences stays as it is.
 */
export function withApiLinks(text: string, page: string): string {
  return text
    .split(/(^```[\s\S]*?^```)/m)
    .map((part) => (part.startsWith("```") ? part : linked(part, page)))
    .join("");
}

function linked(text: string, page: string): string {
  return text
    .replace(mention, (_all, section: string, note?: string) => {
      return `[API ${section}${note === undefined ? "" : `, note ${note}`}](${page}#${anchorOf(section)})`;
    })
    .replace(/\b([Tt])he spec\b/g, "$1he API's specification");
}

const mention = /\bspec (\d+(?:\.\d+a?)?)(?:,? note (\d))?/g;

/** Numbered points of a section, like 7.5, have no heading: the section's heading applies. */
function anchorOf(section: string): string {
  return headingOf(section)
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

/** The heading of a section, or of the one it is a point of: `2.7` → `2.7 Block volume`. */
export function headingOf(section: string): string {
  headings ??= headingsIn(readFileSync(join(root, apiPage), "utf8"));
  const heading = headings.get(section) ?? headings.get(section.split(".")[0] ?? "");
  if (heading === undefined) throw new Error(`${apiPage} has no section ${section}.`);
  return heading;
}

let headings: ReadonlyMap<string, string> | undefined;

/** Headings by the number that they begin with. */
function headingsIn(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(/^#+ ((\d[\d.a]*) .*)$/gm)];
  return new Map(found.map(([, heading = "", number = ""]) => [number, heading]));
}
