import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

export const stuck = defineFault({
  given: () => z.object({ stuck: z.literal(true) }),
  choosesObjects: true,
  does: () => ({
    world: (world, { since, isAbout }) =>
      world.troubledBy({
        standstill: (kind, id) => (isAbout(kind, id) ? since : world.trouble.standstill(kind, id)),
      }),
  }),
});
