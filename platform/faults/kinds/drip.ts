import { z } from "zod";
import { partwise } from "../connection.ts";
import { defineFault, type MetRequest } from "../fault-kind.ts";

const Drip = z.strictObject({ bytes: z.int().positive(), every: z.number().nonnegative() });

export const drip = defineFault({
  given: z.object({ drip: Drip }),
  does: ({ drip }) => ({
    deliver: (response, request) => partwise(response, slowly(drip, response, request)),
  }),
});

async function* slowly(
  { bytes, every }: z.infer<typeof Drip>,
  response: Response,
  { timer, signal }: MetRequest,
): AsyncGenerator<Uint8Array> {
  const whole = new Uint8Array(await response.arrayBuffer());
  for (let start = 0; start < whole.byteLength; start += bytes) {
    await timer.sleep(every, signal);
    yield whole.subarray(start, start + bytes);
  }
}
