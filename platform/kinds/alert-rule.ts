import { z } from "zod";
import { defineKind } from "../world.ts";

const channels: readonly string[] = ["email", "slack", "discord", "webhook"];

/** The fields of spec 2.10, which does not enumerate metrics and conditions. */
export const alertRuleFields = {
  name: z.string().min(1),
  metric: z.string().min(1),
  condition: z.string().min(1),
  threshold: z.number(),
  channels: z.string().refine((list) => list.split(",").every((name) => channels.includes(name)), {
    error: `a comma-separated list of ${channels.join(", ")}`,
  }),
  cooldown_minutes: z.int().nonnegative().nullable(),
};

const AlertRule = z.object(alertRuleFields);

/** Alert rules (spec 2.10). */
export const alertRules = defineKind<z.infer<typeof AlertRule>>({
  kind: "alertRule",
  noun: "alert rule",
  record: AlertRule,
  view: ({ id, serial: _serial, ...rule }, world) => ({
    id,
    ...rule,
    [world.assumptions["fields.status"]]: world.readyWord("active"),
  }),
});
