import { type Call, type Need, Refusal, type Reply, type Route } from "./call.ts";
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

const AS_GUESSED: Readonly<Record<string, readonly [string, string]>> = {
  list: ["GET", ""],
  get: ["GET", "/:key"],
  update: ["PATCH", "/:key"],
  remove: ["DELETE", "/:key"],
  action: ["POST", "/:key/action"],
  create: ["POST", ""],
};

const ELSEWHERE: Readonly<Record<string, readonly [string, string]>> = {
  list: ["GET", "/all"],
  get: ["GET", "/:key/details"],
  update: ["POST", "/:key/update"],
  remove: ["POST", "/:key/delete"],
  action: ["POST", "/:key/actions"],
  create: ["POST", "/issue"],
};

/** Of a deletion that the specification does not show, it does not show either what it says when nothing is there. */
function lenient(run: (call: Call) => Reply): (call: Call) => Reply {
  return (call) => {
    try {
      return run(call);
    } catch (error) {
      if (
        error instanceof Refusal &&
        error.status === 404 &&
        call.platform.choices.deleteMissing === 204
      )
        return { status: 204 };
      throw error;
    }
  };
}

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

function mannerly(operation: string, run: (call: Call) => Reply): (call: Call) => Reply {
  if (operation === "remove") return lenient(run);
  return operation === "update" ? terse(run) : run;
}

/** §4 "Not shown 4": a route that the specification leaves open is guessable, elsewhere, or not there. */
export function open(platform: Platform, spot: Spot, deed: Deed): Route[] {
  const { routes, updateMethod } = platform.choices;
  const choice = routes[spot.name] ?? "none";
  if (choice === "none") return [];
  const operation = spot.name.split(".")[1] ?? "";
  const place = (choice === "rest" ? AS_GUESSED : ELSEWHERE)[operation];
  if (place === undefined) return [];
  const [method, path] = place;
  const route: Route = {
    method,
    path: spot.base + path,
    need: deed.need,
    run: mannerly(operation, deed.run),
  };
  if (method !== "PATCH" || updateMethod === "PATCH") return [route];
  const put: Route = { ...route, method: "PUT" };
  return updateMethod === "PUT" ? [put] : [put, route];
}
