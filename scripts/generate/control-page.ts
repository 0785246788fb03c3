import { type ControlRoute, controlPrefix, controlRoutes } from "../../platform/control/index.ts";
import { pageRoute } from "../../platform/page/index.ts";
import { bullets, code, page, section, table } from "./markdown.ts";
import { firstSentence } from "./sources.ts";

/** Every route of the control API with a request that a test plays. */
export function controlPage(): string {
  return page(
    "The control API",
    ...introduction,
    table(["route", "what it does"], allRoutes.map(rowOf)),
    ...allRoutes.map(routeSection),
  );
}

const allRoutes: readonly ControlRoute[] = [...controlRoutes, pageRoute];

function rowOf({ method, path, about }: ControlRoute): readonly string[] {
  return [code(`${method} ${controlPrefix}${path}`), firstSentence(about)];
}

const introduction = [
  `The embedded platform answers what an operator does on the port of its API, under ${code(`${controlPrefix}/`)}: with curl, from a page or from tests. ${code("pulumi-hosting platform")} prints what the examples use:`,
  "```sh\nexport HOSTING_CONTROL_URL=http://127.0.0.1:8787/_control\nexport HOSTING_CONTROL_TOKEN=control_local_…\n```",
  `Programs do the same without a socket: each route calls members of the ${code("Platform")} that ${code("openPlatform")} of ${code("pulumi-hosting/platform")} gives.`,
  bullets([
    "Bodies and answers are JSON, but for the picture and the page. The token is a bearer token, kept in the platform's file, which its owner alone can read; the API's keys do not open these routes.",
    'An error is `{"error": "…"}`: 400 for a request that is not understood, 401 without the token, 404 for an unknown route, 422 for what was not done, with the reason.',
    "These requests are not in the request log, count for no rate limit and meet no fault.",
    `${code(`GET ${controlPrefix}/`)} answers the list of all routes.`,
  ]),
];

function routeSection(route: ControlRoute): string {
  const { method, path, about, example } = route;
  const kept = example.keep;
  return section(
    `${method} ${controlPrefix}${path}`,
    about,
    `\`\`\`sh\n${curlOf(route)}\n\`\`\``,
    kept === undefined
      ? ""
      : `Examples below have its ${code(kept.field)} in ${code(`$${kept.as}`)}.`,
  );
}

function curlOf({ method, path, example, open }: ControlRoute): string {
  const target = path.replace(/\{\w+\}/, example.target ?? "");
  const words = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$HOSTING_CONTROL_URL${target}${example.query ?? ""}"`,
    ...(open === true ? [] : ['-H "Authorization: Bearer $HOSTING_CONTROL_TOKEN"']),
    ...(example.body === undefined ? [] : [`-d '${JSON.stringify(example.body)}'`]),
  ];
  return words.join(" \\\n  ");
}
