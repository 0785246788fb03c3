import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = globSync(["*.md", "docs/**/*.md", "examples/*/*.md"], { cwd: root });

test.each(pages)("every relative link in %s leads somewhere", (page) => {
  const dead = linksOf(page).filter((link) => !leadsSomewhere(page, link));
  expect(dead).toEqual([]);
});

test("the index leads to every page", () => {
  const linked = new Set(
    linksOf("docs/README.md").map((link) => join("docs", link.replace(/#.*/, ""))),
  );
  const written = globSync("docs/{guides,internals}/*.md", { cwd: root });
  expect(written.filter((page) => !linked.has(page))).toEqual([]);
});

// The guide is what test/e2e/package/readme-start.test.ts plays.
test("the README's start is the beginning of the start guide", () => {
  const guide = blocksOf(readFileSync(join(root, "docs/guides/start.md"), "utf8"));
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, start = ""] = /^## Start\n(.*?)^For a real account/ms.exec(readme) ?? [];
  const blocks = blocksOf(start);
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks.filter((block) => !guide.includes(block))).toEqual([]);
});

function blocksOf(page: string): readonly string[] {
  return [...page.matchAll(/^```[\s\S]*?^```/gm)].map(([block]) => block);
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? join(root, page) : join(root, dirname(page), decodeURI(path));
  if (!existsSync(file)) return false;
  if (anchor === undefined || statSync(file).isDirectory()) return anchor === undefined;
  return anchorsOf(relative(root, file)).has(anchor);
}

function linksOf(page: string): readonly string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors of headings, as the usual renderers make them, and those written out. */
function anchorsOf(page: string): ReadonlySet<string> {
  const prose = proseOf(page);
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => slugOf(heading));
  const written = [...prose.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id);
  const seen = new Map<string, number>();
  const unique = headings.map((slug) => {
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
  return new Set([...unique, ...written]);
}

function slugOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return text
    .trim()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function proseOf(page: string): string {
  return readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
}
