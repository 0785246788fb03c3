import { ok } from "./answer.ts";
import { defineRoutes } from "./kind.ts";

export const pools = defineRoutes("storagePool", () => ({
  list: () => ok(storagePools.map((name) => ({ name }))),
}));

/** The storage pools there are (spec 2.6); the spec shows no way to make another one. */
export const storagePools: readonly string[] = ["default"];
