import { z } from "zod";
import { resetConnection } from "../connection.ts";
import { defineFault } from "../fault-kind.ts";

export const reset = defineFault({
  given: () => z.object({ reset: z.enum(["before", "after"]) }),
  does: ({ reset }) => (reset === "before" ? { before: async () => end() } : { deliver: end }),
});

function end(): never {
  throw resetConnection();
}
