import type { Call, Need, Reply, Route } from "./call.ts";
import type { Fields, Platform } from "./store.ts";

interface Spot {
  /** `<kind>.<operation>`, as in `Choices.routes`. */
  readonly name: string;
  readonly base: string;
}

interface Deed {
  readonly need: Need;
  readonly run: (call: Call) => Reply;
}

const GUESSED: Readonly<Record<string, readonly [string, string]>> = {
  list: ["GET", ""],
  get: ["GET", "/:key"],
  update: ["PATCH", "/:key"],
  remove: ["DELETE", "/:key"],
  action: ["POST", "/:key/action"],
  create: ["POST", ""],
};

/** Never drawn, since nobody would guess it: the guide sets it, and then names it by an assumption. */
const ELSEWHERE: typeof GUESSED = {
  get: ["GET", "/:key/details"],
  remove: ["POST", "/:key/delete"],
};

/** Of an update that is not shown, it is not shown either what it answers. */
function terse(run: (call: Call) => Reply): (call: Call) => Reply {
  return (call) => {
    const reply = run(call);
    const { updatedBody } = call.platform.choices;
    if (updatedBody === "object") return reply;
    if (updatedBody === "nothing") return { status: 204 };
    return { status: 200, body: { action: updating(call) } };
  };
}

function updating({ platform }: Call): Fields {
  const id = platform.dice.integer(100_000, 999_999);
  return { id, command: "update", status: "running", progress: 0, finished: null };
}

/** §4 "Not shown 4": a route that the specification leaves open is guessable, or not there. */
export function open(platform: Platform, spot: Spot, deed: Deed): Route[] {
  const { routes, updateMethod } = platform.choices;
  const choice = routes[spot.name] ?? "none";
  if (choice === "none") return [];
  const operation = spot.name.split(".")[1] ?? "";
  const place = (choice === "rest" ? GUESSED : ELSEWHERE)[operation];
  if (place === undefined) return [];
  const [method, path] = place;
  const route: Route = {
    method,
    path: spot.base + path,
    need: deed.need,
    run: operation === "update" ? terse(deed.run) : deed.run,
  };
  if (method !== "PATCH" || updateMethod === "PATCH") return [route];
  const put: Route = { ...route, method: "PUT" };
  return updateMethod === "PUT" ? [put] : [put, route];
}
