import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

export const failImports = defineFault({
  given: () => z.object({ failImports: z.literal(true) }),
  suits: ({ method, path }) => method === "POST" && path.endsWith("/import"),
  does: () => ({ world: (world) => world.troubledBy({ importsFail: true }) }),
});
