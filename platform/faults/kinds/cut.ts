import { z } from "zod";
import { cutConnection, partwise } from "../connection.ts";
import { defineFault } from "../fault-kind.ts";

export const cut = defineFault({
  given: z.object({ cut: z.int().nonnegative() }),
  does: ({ cut }) => ({ deliver: (response) => partwise(response, upTo(cut, response)) }),
});

async function* upTo(bytes: number, response: Response): AsyncGenerator<Uint8Array> {
  const whole = new Uint8Array(await response.arrayBuffer());
  if (bytes > 0) yield whole.subarray(0, bytes);
  if (bytes < whole.byteLength) throw cutConnection();
}
