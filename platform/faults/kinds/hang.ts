import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

export const hang = defineFault({
  given: () => z.object({ hang: z.literal(true) }),
  does: () => ({ before: ({ signal }) => endOf(signal) }),
});

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
