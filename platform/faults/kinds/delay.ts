import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

export const delay = defineFault({
  given: () => z.object({ delay: z.number().nonnegative() }),
  does: ({ delay }) => ({ before: ({ timer, signal }) => timer.sleep(delay, signal) }),
});
