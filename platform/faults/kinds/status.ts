import { z } from "zod";
import { defineFault } from "../fault-kind.ts";

const bodiless = new Set([204, 205, 304]);

export const status = defineFault({
  given: () =>
    z.object({
      status: z.int().min(200).max(599),
      body: z.string().default(JSON.stringify({ error: "fault set by platform.faults" })),
      contentType: z.string().default("application/json"),
      headers: z.record(z.string(), z.string()).default({}),
    }),
  does: ({ status, body, contentType, headers }) => ({
    instead: {
      status,
      headers: { "content-type": contentType, ...headers },
      body: bodiless.has(status) ? null : body,
    },
  }),
});
