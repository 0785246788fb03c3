import type { ChoiceTable } from "./choice.ts";

/** What of a request is accepted. */
export const bodyChoices = {
  "bodies.notJson": {
    spec: "2, 7",
    open: "which status a body has that is not JSON: that of `refusals.invalid`, or one of its own",
    values: ["invalid", 400],
    ours: "invalid",
    strict: "invalid",
    strange: 400,
  },
  "bodies.contentType": {
    spec: "2, 7",
    open: "the same for a body that is not sent as application/json",
    values: ["invalid", 415],
    ours: "invalid",
    strict: "invalid",
    strange: 415,
  },
  "bodies.encoding": {
    spec: "2",
    open: "what comes of bytes that are not UTF-8: a replacement character, or a refusal",
    values: ["replace", "refuse"],
    ours: "refuse",
    strict: "refuse",
    strange: "replace",
  },
} as const satisfies ChoiceTable;
