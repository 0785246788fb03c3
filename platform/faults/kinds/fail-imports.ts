import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

export const failImports = defineFault({
  given: () => z.object({ failImports: z.literal(true) }),
  // What a stranger sends is no import.
  suits: ({ kind, purpose, keyId }) =>
    kind === "image" && purpose === "import" && keyId() !== undefined,
  does: () => ({ world: (world) => world.troubledBy({ importsFail: true }) }),
});
