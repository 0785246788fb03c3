import { z } from "zod";
import type { Delivery } from "../../http/answer.ts";
import { lazySchema, type OutputOf } from "../../lazy-schema.ts";
import { defineFault, type MetRequest } from "../fault-kind.ts";
import { longestSleep } from "../timer.ts";

const Drip = lazySchema(() =>
  z.strictObject({ bytes: z.int().positive(), every: z.number().nonnegative().max(longestSleep) }),
);

export const drip = defineFault({
  given: () => z.object({ drip: Drip() }),
  does: ({ drip }) => ({
    deliver: (answer, request) => ({ ...answer, parts: slowly(drip, answer, request) }),
  }),
});

async function* slowly(
  { bytes, every }: OutputOf<typeof Drip>,
  { body }: Delivery,
  { timer, signal }: MetRequest,
): AsyncGenerator<Uint8Array> {
  const whole = Buffer.from(body ?? "");
  for (let start = 0; start < whole.byteLength; start += bytes) {
    await timer.sleep(every, signal);
    yield whole.subarray(start, start + bytes);
  }
}
