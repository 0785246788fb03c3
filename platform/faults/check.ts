import { z } from "zod";
import { suggestion } from "../../contract/values/nearest.ts";
import { type Fault, pageForms } from "./fault.ts";
import { longestSleep } from "./timer.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const target = {
  method: z
    .string()
    .refine((name) => methods.includes(name), {
      error: ({ input }) =>
        `there is no ${JSON.stringify(input)}; ${suggestion(String(input), methods)}`,
    })
    .optional(),
  path: z
    .string()
    .regex(/^[/*][^?]*$/, "a path begins with / or *, and has no query")
    .optional(),
  share: z.number().min(0).max(1).optional(),
  after: z.int().nonnegative().optional(),
  times: z.int().positive().optional(),
};

const headerValue = z
  .string()
  .regex(/^[\t -~\x80-\xff]*$/, "it has characters that no header may have");
const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, "it is no name of a header")
  .refine((name) => !/^(connection|content-length|transfer-encoding|upgrade)$/i.test(name), {
    error: "the server itself says where an answer ends",
  });

/** The value of each effect, by the field that names it. */
const effects = {
  status: {
    status: z.int().min(200).max(599),
    body: z.string().optional(),
    contentType: headerValue.optional(),
    headers: z.record(headerName, headerValue).optional(),
  },
  delay: { delay: z.number().nonnegative().max(longestSleep) },
  reset: { reset: z.enum(["before", "after"]) },
  cut: { cut: z.int().nonnegative() },
  lag: { lag: z.number().positive() },
  paged: { paged: z.strictObject({ size: z.int().positive(), as: z.enum(pageForms) }) },
} as const satisfies Record<string, z.ZodRawShape>;

export type Effect = keyof typeof effects;

const targetNames = Object.keys(target);
const effectNames = Object.keys(effects).filter(isEffect);

export function isEffect(name: string): name is Effect {
  return Object.hasOwn(effects, name);
}

/** The first thing that a fault says to do; undefined where it says nothing. */
export function effectIn(fault: Fault): Effect | undefined {
  return Object.keys(fault).find(isEffect);
}

/** Why it is no fault: it does not say exactly one thing to do, a field is unknown or has no such value. */
export function problemOf(fault: Fault): string | undefined {
  const effect = effectIn(fault);
  const shape = effect === undefined ? {} : effects[effect];
  const known = [...(effect === undefined ? effectNames : Object.keys(shape)), ...targetNames];
  const unknown = Object.keys(fault).find((name) => !known.includes(name) && !isEffect(name));
  if (unknown !== undefined) {
    const given = unknown.slice(0, 40);
    return `"${given}" is not a known field; ${suggestion(given, known)}`;
  }
  const said = Object.keys(fault).filter(isEffect);
  if (said.length !== 1) {
    const what = said.length === 0 ? "nothing" : said.join(" and ");
    return `it says ${what} to do, not one of ${effectNames.join(", ")}.`;
  }
  const [issue] = z.strictObject({ ...target, ...shape }).safeParse(fault).error?.issues ?? [];
  if (issue === undefined) return undefined;
  return `"${issue.path.map(String).join(".")}" is not accepted: ${issue.message}.`;
}
