import { z } from "zod";
import { shape } from "../store/index.ts";
import { type Answer, created } from "./common/answer.ts";
import { type Call, deleting, listing, reading, serveKind } from "./common/kind.ts";

const channels: readonly string[] = ["email", "slack", "discord", "webhook"];

export interface AlertRule extends z.output<typeof NewAlertRule> {
  readonly created_at: number;
}

/** The fields of spec 2.10, which does not enumerate metrics and conditions. */
const NewAlertRule = z.strictObject({
  name: z.string().min(1),
  metric: z.string().min(1),
  condition: z.string().min(1),
  threshold: z.number(),
  channels: z.string().refine((list) => list.split(",").every((name) => channels.includes(name)), {
    error: `a comma-separated list of ${channels.join(", ")}`,
  }),
  cooldown_minutes: z.int().nonnegative().nullable().default(null),
});

/** Alert rules (spec 2.10). */
export const alertRules = serveKind({
  kind: "alertRule",
  spec: "2.10",
  noun: "alert rule",
  idPrefix: "alert_",
  record: shape<AlertRule>(),
  view: ({ id, name, metric, condition, threshold, channels, cooldown_minutes }, context) => ({
    ...{ id, name, metric, condition, threshold, channels, cooldown_minutes },
    [context.assumptions["fields.status"]]: context.readyWord("active"),
  }),
  serve: (self) => ({
    list: listing(self),
    create: createAlertRule,
    get: reading(self),
    delete: deleting(self),
  }),
});

function createAlertRule({ context, body }: Call): Answer {
  const given = body(NewAlertRule, "alert rule was not created");
  context.refuseTakenName(alertRules, given);
  const rule = context.objects.insert(alertRules, { ...given, created_at: context.now });
  return created(alertRules.view(rule, context));
}
