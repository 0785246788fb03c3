import { ok } from "../http/answer.ts";
import { defineRoutes } from "../kind.ts";

/** The storage pools there are (spec 2.6); the spec shows no way to make another one. */
export const storagePools: readonly string[] = ["default"];

export const pools = defineRoutes("storagePool", () => ({
  list: () => ok(storagePools.map((name) => ({ name }))),
}));
