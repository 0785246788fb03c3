import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

export const lag = defineFault({
  given: () => z.object({ lag: z.number().positive() }),
  // Keys are no objects of the world, so their list has no past.
  suits: ({ isList, kind }) => isList && kind !== "apiKey",
  does: ({ lag }) => ({ world: (world) => world.secondsAgo(lag) }),
});
