import type { JsonObject } from "./answer.ts";
import type { ShownKind } from "./kind.ts";
import { served } from "./kinds/_all.ts";
import type { World } from "./world.ts";

type Served = typeof served;

/** Kinds whose objects can be made; the storage pools are always there. */
type Shown = { [K in keyof Served]: Served[K] extends ShownKind ? K : never }[keyof Served];

/** All objects by kind, as the API shows them. */
export type Snapshot = { readonly [K in Shown]: JsonObject[] };

/** Every object in the world. */
export function snapshotOf(world: World): Snapshot {
  const entries = Object.entries(served).flatMap(([kind, one]) =>
    "all" in one ? [[kind, one.all(world)]] : [],
  );
  return Object.fromEntries(entries);
}
