import fc from "fast-check";
import { fieldsOf } from "../contract/spec-tables.ts";
import { label, record, word } from "../support/arbitraries.ts";
import type { KindExample } from "../support/kind-example.ts";

export const alertRule: KindExample = {
  type: "monitoring:AlertRule",
  sample: {
    name: "hot",
    metric: "cpu_percent",
    condition: "gt",
    threshold: 90.5,
    channels: ["email", "slack"],
    cooldownMinutes: 10,
  },
  other: {
    name: "warm",
    metric: "memory_percent",
    condition: "lt",
    threshold: 80,
    channels: ["email"],
    cooldownMinutes: 5,
  },
  arbitrary: () =>
    record(
      {
        name: label,
        metric: word,
        condition: fc.constantFrom("gt", "lt"),
        threshold: fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => value + 0),
        channels: fc.uniqueArray(fc.constantFrom("email", "slack", "discord", "webhook"), {
          minLength: 1,
        }),
        cooldownMinutes: fc.integer({ min: 0, max: 1440 }),
      },
      ["metric", "condition", "threshold", "channels"],
    ),
  creation: {
    call: "POST /api/v1/monitoring/alerts",
    body: {
      name: "hot",
      metric: "cpu_percent",
      condition: "gt",
      threshold: 90.5,
      channels: "email,slack",
      cooldown_minutes: 10,
    },
    id: "hot",
    answer: {},
  },
  fields: {
    specified: fieldsOf("2.10"),
    elsewhere: [],
  },
};
