import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

/** What it does is in `standstill.ts`: it is about the world, not about what a request meets. */
export const stuck = defineFault({
  given: () => z.object({ stuck: z.literal(true) }),
  choosesObjects: true,
  does: () => ({}),
});
