import { z } from "zod";
import { lazySchema, type OutputOf } from "../../lazy-schema.ts";
import { defineFault } from "../fault-kind.ts";

const bodiless = new Set([204, 205, 304]);

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const HeaderValue = lazySchema(() =>
  z.string().regex(/^[\t -~\x80-\xff]*$/, "it has characters that no header may have"),
);

/** What says where an answer ends, and what becomes of its connection. */
const framing = /^(connection|content-length|keep-alive|trailer|transfer-encoding|upgrade)$/i;

const Headers = lazySchema(() =>
  z.record(z.string(), HeaderValue()).superRefine((headers, { addIssue }) => {
    for (const name of Object.keys(headers)) {
      const problem = problemOf(name);
      if (problem === undefined) continue;
      addIssue({ code: "custom", path: [name], message: problem, input: name });
    }
  }),
);

function problemOf(name: string): string | undefined {
  if (!headerName.test(name)) return "it is no name of a header";
  return framing.test(name) ? "the server itself says where an answer ends" : undefined;
}

export const status = defineFault({
  given: () =>
    z.object({
      status: z.int().min(200).max(599),
      body: z.string().default(JSON.stringify({ error: "fault set by platform.faults" })),
      contentType: HeaderValue().default("application/json"),
      headers: Headers().default({}),
    }),
  does: ({ status, body, contentType, headers }) => ({
    instead: {
      status,
      headers: { "content-type": contentType, ...lowered(headers) },
      body: bodiless.has(status) ? null : body,
    },
  }),
});

/** Two spellings of one header would be sent as two. */
function lowered(headers: OutputOf<typeof Headers>): OutputOf<typeof Headers> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
