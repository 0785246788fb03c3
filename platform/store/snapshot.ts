import type { Kind } from "../../contract/endpoints.ts";
import type { JsonObject } from "../http/answer.ts";
import { served } from "../kinds/_all.ts";
import type { World } from "../world.ts";

/** Kinds of which nothing is made. */
type NotShown = "healthGate" | "metrics" | "storagePool";

/** All objects by kind, as the API shows them. */
export type Snapshot = { readonly [K in Exclude<Kind, NotShown>]: JsonObject[] };

/** Every object in the world. */
export function snapshotOf(world: World): Snapshot {
  const entries = Object.entries(served).flatMap(([kind, one]) =>
    "all" in one ? [[kind, one.all(world)]] : [],
  );
  return Object.fromEntries(entries);
}
