import type { Endpoint } from "./endpoint.ts";

/** What repeating a request does: it decides what may follow when its answer is lost. */
export type Effect =
  | "read"
  /** Makes another one: the platform has no idempotency keys (spec 4). */
  | "create"
  /** Leads to the same state again. */
  | "set"
  | "delete";

/** Last segments of the POST routes that set a state instead of creating something (spec 3). */
const settingRoutes = new Set(["action", "attach", "detach", "assign", "unassign", "share"]);

/** The effect of an endpoint, documented or assumed. */
export function effectOf({ method, path }: Endpoint): Effect {
  if (method === "GET") return "read";
  if (method === "DELETE") return "delete";
  const isSetting = settingRoutes.has(path.slice(path.lastIndexOf("/") + 1));
  return method === "POST" && !isSetting ? "create" : "set";
}
