import { type Assumptions, isStatusOf } from "./assumptions.ts";

/** Whether an object does what it is there for, as far as its status tells. */
export function statusHealth(
  status: unknown,
  assumptions: Assumptions,
): "well" | "waiting" | "ill" | "unknown" {
  const is = (...lists: Parameters<typeof isStatusOf>[0]) => isStatusOf(lists, status, assumptions);
  if (is("failed", "expired")) return "ill";
  if (is("pending", "deleting", "invited")) return "waiting";
  return is("ready", "running") ? "well" : "unknown";
}
