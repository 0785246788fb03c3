import { ok } from "../http/answer.ts";
import { defineRoutes } from "../kind.ts";
import type { World } from "../world.ts";

export const pools = defineRoutes("storagePool", () => ({
  list: ({ world }) => ok(storagePools(world).map((name) => ({ name }))),
}));

/** The storage pools there are (spec 2.6); the spec shows no way to make another one. */
export function storagePools(world: World): readonly string[] {
  return world.choice("pools.names").split(", ");
}
