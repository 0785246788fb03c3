import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

export const lag = defineFault({
  given: () => z.object({ lag: z.number().positive() }),
  suits: ({ isList }) => isList,
  does: ({ lag }) => ({ world: (world) => world.secondsAgo(lag) }),
});
