import type { ChoiceTable } from "./choice.ts";

/** How answers look. */
export const answerChoices = {
  "answers.created": {
    spec: "4 note 1",
    open: "which status the answer to a create has",
    values: [201, 200],
    ours: 201,
    strict: 201,
    strange: 201,
  },
  "answers.started": {
    spec: "4 note 1",
    open: "which status the answer has that starts an import or an instance of /v1",
    values: [201, 202],
    ours: 201,
    strict: 201,
    strange: 202,
  },
  "answers.deleted": {
    spec: "4 note 1",
    open: "what answers a delete: 204 without a body, or 200 with a message (on /api/v1)",
    values: ["empty", "message"],
    ours: "empty",
    strict: "empty",
    strange: "message",
  },
  "answers.action": {
    spec: "4.1",
    open: "what the result of an action is: the machine, or name, action, result and status",
    values: ["object", "result"],
    ours: "object",
    strict: "object",
    strange: "result",
  },
  "answers.object": {
    spec: "4 note 1",
    open: "whether an object stands alone in an answer or in `data` (never a floating IP, which is shown)",
    values: ["bare", "data"],
    ours: "bare",
    strict: "bare",
    strange: "data",
  },
  "answers.list": {
    spec: "4 note 1",
    open: "whether a list is the answer, or stands in its `data` or `items`",
    values: ["bare", "data", "items"],
    ours: "bare",
    strict: "bare",
    strange: "data",
  },
  "answers.listItems": {
    spec: "4 note 1",
    open: "whether lists hold whole objects, or summaries without addresses and usage",
    values: ["whole", "summary"],
    ours: "whole",
    strict: "whole",
    strange: "summary",
  },
  "words.busy": {
    spec: "3",
    open: "how an object on its way is called: plainly, with capitals, or by rarer words",
    values: ["plain", "title", "rare"],
    ours: "plain",
    strict: "plain",
    strange: "title",
  },
} as const satisfies ChoiceTable;
