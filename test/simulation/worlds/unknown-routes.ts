import { assumedRoutes } from "../../../contract/assumption-table.ts";
import { parseRoute } from "../../../contract/routes.ts";
import type { WireRequest, WireResponse } from "../../../provider/http/transport/transport.ts";
import { json, pathOf } from "./json.ts";
import type { World } from "./world.ts";

const unknownAnswers: readonly [WireResponse, ...WireResponse[]] = [
  json(404, { error: "Not Found" }),
  json(404, { error: "path not found" }),
  json(404, { message: "Not Found", statusCode: 404 }),
  { status: 404, headers: { "content-type": "text/html" }, body: "<html>404</html>" },
  json(405, { error: "method not allowed" }),
];

const routes = Object.entries(assumedRoutes).flatMap(([name, { value }]) => {
  const route = parseRoute(name, value);
  return route === undefined ? [] : [route];
});

/** Some of the routes that the spec does not show are not there, and a framework answers in its own way. */
export const unknownRoutes: World = (random) => {
  const share = random.pick([0, 0.2, 0.5]);
  const missing = routes.filter(() => random.chance(share));
  const unknown = random.pick(unknownAnswers);
  return {
    ...(missing.length > 0 && { hidesRoutes: true as const }),
    platform: (next) => async (request) => {
      if (missing.some((route) => isOf(route, request))) return unknown;
      const answer = await next(request);
      return isUnknown(answer) ? unknown : answer;
    },
  };
};

function isOf(route: (typeof routes)[number], request: WireRequest): boolean {
  if (route.method !== request.method || route.prefix !== request.prefix) return false;
  const [known, asked] = [route.path.split("/"), pathOf(request).split("/")];
  return (
    known.length === asked.length &&
    known.every((part, at) => part.startsWith("{") || part === asked[at])
  );
}

/** How the embedded platform answers what it has no route for. */
function isUnknown({ status, body }: WireResponse): boolean {
  return status === 405 || (status === 404 && body.includes("no such route"));
}
