import { classPage } from "./class-page.ts";
import { componentPage } from "./component-page.ts";
import { assumptionsPage, endpointsPage } from "./contract-pages.ts";
import { type Users, unusedEndpoints } from "./endpoint-use.ts";
import type { Files } from "./files.ts";
import { type Model, usersOf } from "./model.ts";
import { indexPage, lookupsPage } from "./overview-pages.ts";
import { slugOf } from "./sources.ts";

/** Folder of the generated pages; nothing else belongs there. */
export const referenceFolder = "docs/reference";

/** The pages of the reference by path. */
export function referencePages(model: Model): Files {
  const classes = model.classes.map(
    (about) => [`${slugOf(about.source)}.md`, classPage(about, model.declarations)] as const,
  );
  const components = model.components.map(
    (about) => [`components/${slugOf(about.source)}.md`, componentPage(about, model)] as const,
  );
  const pages = [
    ...classes,
    ...components,
    ["lookups.md", lookupsPage(model)],
    ["endpoints.md", endpointsPage(usersOf(model), linksOf(model))],
    ["assumptions.md", assumptionsPage()],
    ["README.md", indexPage(model)],
  ] as const;
  return new Map(pages.map(([name, text]) => [`${referenceFolder}/${name}`, text]));
}

/** The gaps of the reference, one line each. */
export function problemsOf(users: Users, strayExamples: readonly string[]): readonly string[] {
  return [
    ...unusedEndpoints(users).map(
      (request) => `${request} is used by no class and no lookup: use it in one.`,
    ),
    ...strayExamples.map((path) => `${path} belongs to no class: remove it.`),
  ];
}

function linksOf({ classes, lookups }: Model): ReadonlyMap<string, string> {
  return new Map([
    ...classes.map(({ source }) => [source.className, `${slugOf(source)}.md`] as const),
    ...lookups.map(({ name }) => [name, `lookups.md#${name.toLowerCase()}`] as const),
  ]);
}
