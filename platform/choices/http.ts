import type { ChoiceTable } from "./choice.ts";

/** What the spec leaves open about answers that no kind of object gives. */
export const httpChoices = {
  "errors.unknownRoute": {
    spec: "7.1",
    open: "whether an unknown path has the error body of an unknown resource",
    values: ["json", "text"],
    ours: "json",
    strict: "json",
    strange: "json",
  },
  "errors.otherMethod": {
    spec: "7",
    open: "the status of a known path with a method that it does not have",
    values: [405, 404],
    ours: 405,
    strict: 405,
    strange: 404,
  },
  "rate.window": {
    spec: "8",
    open: "when a minute of the limit begins: with the first call, with the clock's minute, with each call, or as a bucket that fills again",
    values: ["fixed", "aligned", "sliding", "bucket"],
    ours: "fixed",
    strict: "sliding",
    strange: "bucket",
  },
  "rate.headers": {
    spec: "7.4",
    open: "which headers tell of the limit; RateLimit and X-RateLimit are on every answer, with Retry-After on a 429",
    values: ["Retry-After", "RateLimit", "X-RateLimit", "none"],
    ours: "Retry-After",
    strict: "RateLimit",
    strange: "none",
  },
} as const satisfies ChoiceTable;
