import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

export const duplicate = defineFault({
  given: () => z.object({ duplicate: z.enum(["first", "second"]) }),
  does: ({ duplicate }) => ({ twice: duplicate }),
});
