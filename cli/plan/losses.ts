import { isOnPlatform } from "../../contract/endpoints.ts";
import type { Definition, Held, Order } from "../../provider/definition/definition.ts";
import { heldBy, type Loss as LossOf } from "../preview/held.ts";
import type { PlannedResource } from "../preview/preview.ts";

/** Losses of a replacement or a deletion besides money. */
export type Loss = LossOf<Held | "uptime">;

/** Parts that are deleted with the present object. */
export function lossesOf(
  { action, before }: PlannedResource,
  definition: Definition,
  order: Order | undefined,
): readonly Loss[] {
  const isGone = action === "replace" || action === "delete";
  if (!isGone || !isOnPlatform(definition.kind)) return [];
  const held = heldBy(before, definition);
  const gap = { kind: "uptime", text: "its service until the new one is ready" } as const;
  return order === "deleteFirst" ? [...held, gap] : held;
}
