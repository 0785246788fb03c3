import { z } from "zod";
import type { Delivery } from "../../http/answer.ts";
import { cutConnection } from "../connection.ts";
import { defineFault } from "../fault-kind.ts";

export const cut = defineFault({
  given: () => z.object({ cut: z.int().nonnegative() }),
  does: ({ cut }) => ({ deliver: (answer) => ({ ...answer, parts: upTo(cut, answer) }) }),
});

async function* upTo(bytes: number, { body }: Delivery): AsyncGenerator<Uint8Array> {
  const whole = Buffer.from(body ?? "");
  if (bytes > 0) yield whole.subarray(0, bytes);
  if (bytes < whole.byteLength) throw cutConnection();
}
