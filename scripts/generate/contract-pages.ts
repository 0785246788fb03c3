import { type Assumption, assumptionTable } from "../../contract/assumption-table.ts";
import { assumptionNames } from "../../contract/assumptions.ts";
import { documentedEndpoints, requestText, type Users } from "./endpoint-use.ts";
import { code, page, section, table } from "./markdown.ts";
import { SourceProblem } from "./source-problem.ts";

/** Groups of assumptions by the first part of their name. */
const groups = [
  ["routes", "Routes"],
  ["lists", "Pages of lists"],
  ["fields", "Fields of answers and requests"],
  ["words", "Words of statuses and refusals"],
  ["refusals", "Status codes of refusals"],
  ["platform", "The embedded platform"],
] as const;

/** The documented endpoints and who uses each; `links` leads to a page by name. */
export function endpointsPage(users: Users, links: ReadonlyMap<string, string>): string {
  const all = documentedEndpoints();
  const rows = all.map((endpoint) => {
    const request = requestText(endpoint);
    const used = [...users].filter(([, uses]) =>
      uses.some((use) => requestText(use.endpoint) === request),
    );
    const by = used.map(([name]) => `[${code(name)}](${links.get(name) ?? ""})`);
    const path = code(endpoint.prefix + endpoint.path);
    return [endpoint.method, path, endpoint.scope, `spec ${endpoint.spec}`, by.join(", ")];
  });
  return page(
    "Endpoints",
    `The ${all.length} endpoints that the specification shows, and the classes and lookups that may call each. The base is \`hosting:baseUrl\` for \`/api/v1\` and \`/api/v2\`, and \`hosting:apiBaseUrl\` for \`/v1\`.`,
    "Requests that the specification does not show are [assumptions](assumptions.md); each class's page says which ones it uses.",
    table(["method", "path", "scope", "section", "used by"], rows),
  );
}

/** Every assumption with its value. */
export function assumptionsPage(): string {
  const names = assumptionNames();
  const stray = names.filter((name) => !groups.some(([prefix]) => name.startsWith(`${prefix}.`)));
  if (stray.length > 0) {
    throw new SourceProblem(
      `${stray.join(", ")}: add its group to scripts/generate/contract-pages.ts.`,
    );
  }
  const sections = groups.map(([prefix, title]) => {
    const rows = names
      .filter((name) => name.startsWith(`${prefix}.`))
      .map((name) => {
        const { value, about, spec }: Assumption = assumptionTable[name];
        return [code(name), valueText(value), about, `spec ${spec}`];
      });
    return section(title, table(["name", "value", "meaning", "section"], rows));
  });
  return page(
    "Assumptions",
    "Facts that the specification does not show and this package assumes. Each can be set by its name in `hosting:assumptions`; a route is `METHOD /prefix/path`, or `none`.",
    '```sh\npulumi config set hosting:assumptions \'{"routes.volume.delete":"none","words.ready":["up"]}\'\n```',
    "How they are used: [what the API does not show](../internals/what-the-api-does-not-show.md).",
    ...sections,
  );
}

function valueText(value: Assumption["value"]): string {
  return typeof value === "object" ? value.map(code).join(", ") : code(String(value));
}
