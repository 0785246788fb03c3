import { z } from "zod";
import { type Answer, created } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { refuseTakenName } from "../world.ts";

const channels: readonly string[] = ["email", "slack", "discord", "webhook"];

/** The fields of spec 2.10, which does not enumerate metrics and conditions. */
const alertRuleFields = {
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

const NewAlertRule = z.strictObject({
  ...alertRuleFields,
  cooldown_minutes: alertRuleFields.cooldown_minutes.default(null),
});

/** Alert rules (spec 2.10). */
export const alertRules = defineKind({
  kind: "alertRule",
  noun: "alert rule",
  idPrefix: "alert_",
  record: AlertRule,
  view: ({ id, serial: _serial, project: _project, ...rule }, world) => ({
    id,
    ...rule,
    [world.assumptions["fields.status"]]: world.readyWord("active"),
  }),
  serve: (self) => ({
    list: listing(self),
    create: createAlertRule,
    get: reading(self),
    delete: deleting(self),
  }),
});

function createAlertRule({ world, body }: Call): Answer {
  const given = body(NewAlertRule, "alert rule was not created");
  refuseTakenName(world, alertRules, given);
  return created(alertRules.view(world.objects.insert(alertRules, given), world));
}
