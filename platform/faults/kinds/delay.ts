import { z } from "zod";
import { defineFault } from "../fault-kind.ts";
import { longestSleep } from "../timer.ts";

export const delay = defineFault({
  given: () => z.object({ delay: z.number().nonnegative().max(longestSleep) }),
  does: ({ delay }) => ({ before: ({ timer, signal }) => timer.sleep(delay, signal) }),
});
