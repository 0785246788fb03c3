import type { Change } from "../../provider/definition/definition.ts";
import type { Declarations } from "./declarations.ts";
import { requestText } from "./endpoint-use.ts";
import { fieldTable, typeCell, typeSections } from "./field-tables.ts";
import { code, page, section, table } from "./markdown.ts";
import type { Component, Lookup, Model, ResourceClass } from "./model.ts";
import { SourceProblem } from "./source-problem.ts";
import { firstSentence, slugOf } from "./sources.ts";

/** The list of all pages. */
export function indexPage({ classes, components, declarations }: Model): string {
  const areas = Map.groupBy(classes, ({ source }) => source.path.split("/")[0] ?? "");
  const sections = [...areas].map(([area, members]) => {
    return section(
      area.charAt(0).toUpperCase() + area.slice(1),
      table(headings, members.map(rowOf)),
    );
  });
  const control = declarations.get("ControlArgs")?.fields ?? [];
  return page(
    "Reference",
    "A page for every class of `pulumi-hosting`. The platform itself: [its API, section by section](api.md).",
    "Every input also takes the output of another resource, and an input for an id the resource itself: `volumeId: data` is `volumeId: data.id`. A `?` after a name means that it may be left out, or be missing in an answer.",
    others,
    "`Class.get(name, id)` reads an object that the stack does not manage.",
    ...sections,
    section(
      "Components",
      "Classes of `pulumi-hosting/components`: several resources that belong together. How to use them: [Components](../guides/components.md). Not every input of theirs takes the output of another resource; their pages say which do.",
      table(["component", "what it is"], components.map(componentRow)),
    ),
    section(
      "Inputs of every class",
      "Changing them is never a request to the platform.",
      fieldTable("input", control, declarations),
      ...typeSections(control, declarations),
    ),
  );
}

const headings = [
  "class",
  "what it is",
  "changes in place",
  "is replaced by a change of",
  "is refused",
];

function rowOf({ source, definition }: ResourceClass): readonly string[] {
  const on = (kind: Change["on"]) =>
    Object.entries(definition.changes)
      .filter(([, change]) => change.on === kind)
      .map(([name, { unless }]) =>
        kind === "refuse" ? `${code(name)} (unless ${code(unless ?? "")})` : code(name),
      )
      .join(", ");
  const link = `[${code(source.className)}](${slugOf(source)}.md)`;
  return [link, firstSentence(source.docs), on("update"), on("replace"), on("refuse")];
}

function componentRow({ source }: Component): readonly string[] {
  const { className, docs } = source;
  const link = `[${code(className)}](components/${slugOf(source)}.md)`;
  return [link, firstSentence(docs[0] ?? "")];
}

const others = `- [Components](#components): an app behind a load balancer, a certificate that rotates, and others made of several resources.
- [The platform's API](api.md), section by section.
- [Lookups](lookups.md): functions that read what is there.
- [Endpoints](endpoints.md): the requests that the specification shows, and who uses them.
- [Assumptions](assumptions.md): what the specification does not show, and what is taken as true.
- [Settings of the embedded platform](platform-settings.md): boot times, pages of lists, limits and the rest.
- [Conformance of the embedded platform](platform-conformance.md): the statements of the specification, clause by clause, and how each is tested.
- [Errors](errors.md): every code with real messages, their causes and the way out.
- [The control API](control-api.md) of the embedded platform: keys, clock, faults, saved moments, requests.
- [Policies](policies.md): the rules of the policy pack.`;

/** All lookups, and the types of what they answer. */
export function lookupsPage({ lookups, lookupExample, declarations }: Model): string {
  const fields = lookups.flatMap(({ name }) => [
    ...fieldsOf(typeName(name, "Args"), declarations),
    ...fieldsOf(typeName(name, "Result"), declarations),
  ]);
  const aliases = lookups.flatMap(({ name }) => {
    const alias = declarations.get(typeName(name, "Result"))?.alias;
    return alias === undefined ? [] : [alias];
  });
  return page(
    "Lookups",
    "Functions that read what is there, without managing it. They run in your program, so each preview asks the platform. Each resolves with its result; `getXOutput` takes outputs as arguments and returns an output. [Without a key](../guides/settings.md#without-a-key) the output is unknown in a preview, and the promise is rejected.",
    "A lookup of one object takes its id or name and looks for it in the list of its kind: none is an error with the nearest names, several are one with their ids. All lookups of a run share one list of each kind; one that does not find its object, or whose arguments are outputs, reads the list anew. In the `name` of a list, `*` is for any letters.",
    "The last argument is optional: `{ provider }` asks the platform of an explicit `Provider`, `{ parent }` that of a component.",
    `\`\`\`ts\n${lookupExample.trimEnd()}\n\`\`\``,
    ...lookups.map((lookup) => lookupSection(lookup, declarations)),
    section("Types", ...typeSections([...fields, ...aliases], declarations)),
  );
}

function lookupSection({ name, docs, uses }: Lookup, declarations: Declarations): string {
  const requests = uses.map(
    ({ endpoint }) =>
      `${code(requestText(endpoint))}, scope ${endpoint.scope} (spec ${endpoint.spec})`,
  );
  const args = fieldsOf(typeName(name, "Args"), declarations);
  return section(
    name,
    docs,
    `Request: ${requests.join("; ")}.`,
    args.length === 0 ? "No arguments." : fieldTable("argument", args, declarations),
    resultText(typeName(name, "Result"), declarations),
  );
}

function resultText(name: string, declarations: Declarations): string {
  const result = declarations.get(name);
  if (result === undefined)
    throw new SourceProblem(`There is no type ${name}: export what the lookup answers.`);
  if (result.alias !== undefined) return `Result: ${typeCell(result.alias, declarations)}.`;
  return fieldTable("result", result.fields, declarations);
}

function fieldsOf(name: string, declarations: Declarations) {
  return declarations.get(name)?.fields ?? [];
}

/** `getImage` → `GetImageArgs`. */
function typeName(lookup: string, ending: "Args" | "Result"): string {
  return lookup.charAt(0).toUpperCase() + lookup.slice(1) + ending;
}
