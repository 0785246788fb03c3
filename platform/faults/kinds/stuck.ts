import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

/** `Faults.standstill` carries it out: it is about the world, not about what a request meets. */
export const stuck = defineFault({
  given: () => z.object({ stuck: z.literal(true) }),
  choosesObjects: true,
  does: () => ({}),
});
