import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./steps.ts";

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

/** Numbered points of a section, like 7.5, have no heading of their own: the section's is theirs. */
function anchorOf(section: string): string {
  anchors ??= anchorsIn(readFileSync(join(root, apiPage), "utf8"));
  const anchor = anchors.get(section) ?? anchors.get(section.split(".")[0] ?? "");
  if (anchor === undefined) throw new Error(`${apiPage} has no section ${section}.`);
  return anchor;
}

let anchors: ReadonlyMap<string, string> | undefined;

/** Anchors of headings as Markdown viewers make them, by the number that they begin with. */
function anchorsIn(text: string): ReadonlyMap<string, string> {
  const headings = [...text.matchAll(/^#+ ((\d[\d.a]*) .*)$/gm)];
  return new Map(
    headings.map(([, heading = "", number = ""]) => [
      number,
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ]),
  );
}
