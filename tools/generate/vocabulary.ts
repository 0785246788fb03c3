import { code } from "./markdown.ts";
import type { Model } from "./model.ts";
import { slugOf } from "./sources.ts";
import type { Vocabulary } from "./type-words.ts";

/** What a component's page can link to: classes, components, what each takes, and types on their pages. */
export function vocabularyOf({ classes, components, named }: Model): Vocabulary {
  const pages = [
    ...classes.map(({ source }) => ({ name: source.className, page: `../${slugOf(source)}.md` })),
    ...components.map(({ source }) => ({ name: source.className, page: `${slugOf(source)}.md` })),
  ];
  const types = classes.flatMap(({ source }) =>
    source.types.map((type) => ({ type, page: `../${slugOf(source)}.md` })),
  );
  const links = [
    ...types.map(({ type, page }) => [
      `${type}Args`,
      `[${code(type)}](${page}#${type.toLowerCase()})`,
    ]),
    ...pages.flatMap(({ name, page }) => [
      [name, `[${code(name)}](${page})`],
      [`${name}Args`, `[inputs](${page}#inputs) of ${code(name)}`],
      [`${name}Transform`, "[by kind](#what-it-makes)"],
    ]),
  ] as const;
  return { named, links: new Map(links.map(([name = "", link = ""]) => [name, link])) };
}
