import { ok } from "./common/answer.ts";
import { serveRoutes } from "./common/kind.ts";

export const pools = serveRoutes("storagePool", () => ({
  list: () => ok(storagePools.map((name) => ({ name }))),
}));

/** The storage pools there are (spec 2.6); the spec shows no way to make another one. */
export const storagePools: readonly string[] = ["default"];
