import type { ChoiceTable } from "./choice.ts";

/** Alert rules and metrics. */
export const monitoringChoices = {
  "alertRules.blanks": {
    spec: "2.10",
    open: "whether blanks may stand between the channels of a rule; they are left out then",
    values: ["refuse", "allow"],
    ours: "refuse",
    strict: "refuse",
    strange: "allow",
  },
  "alertRules.channels": {
    spec: "2.10",
    open: "whether a rule needs channels or has `email` without them",
    values: ["required", "email"],
    ours: "required",
    strict: "required",
    strange: "email",
  },
  "alertRules.metrics": {
    spec: "2.10",
    open: "which metrics there are besides `cpu_percent`: any word, or memory_percent and disk_percent",
    values: ["any", "known"],
    ours: "any",
    strict: "known",
    strange: "any",
  },
  "alertRules.conditions": {
    spec: "2.10",
    open: "which conditions there are besides `gt`: any word, or gte, lt, lte and eq",
    values: ["any", "known"],
    ours: "any",
    strict: "known",
    strange: "known",
  },
  "metrics.shape": {
    spec: "2.10, 4 note 1",
    open: "how metrics are shown: in percent, or used and total in an object for each",
    values: ["percent", "nested"],
    ours: "percent",
    strict: "percent",
    strange: "nested",
  },
} as const satisfies ChoiceTable;
