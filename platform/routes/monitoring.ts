import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import { type Answer, created, ok } from "../answer.ts";
import { alertRuleFields, alertRules } from "../kinds/alert-rule.ts";
import { containers } from "../kinds/container.ts";
import { usageOf } from "../kinds/usage.ts";
import { type Call, deleting, listing, type Route, reading, route } from "../route.ts";
import { refuseTakenName } from "../world.ts";

const AlertRule = z.strictObject({
  ...alertRuleFields,
  cooldown_minutes: alertRuleFields.cooldown_minutes.default(null),
});

/** Metrics and alert rules (spec 2.10). */
export function monitoringRoutes(assumptions: Assumptions): readonly Route[] {
  const { metrics, alertRule } = endpoints;
  return [
    ...route(metrics.get, getMetrics),
    ...route(alertRule.list, listing(alertRules)),
    ...route(alertRule.create, createAlertRule),
    ...route(findRoute("alertRule", "get", assumptions), reading(alertRules)),
    ...route(findRoute("alertRule", "delete", assumptions), deleting(alertRules)),
  ];
}

function getMetrics({ world, target }: Call): Answer {
  const container = world.require(containers, target);
  const time = new Date(world.now).toISOString();
  return ok({ name: container.name, time, ...usageOf(container, world) });
}

function createAlertRule({ world, body }: Call): Answer {
  const given = body(AlertRule, "alert rule was not created");
  refuseTakenName(world, alertRules, given);
  return created(alertRules.view(world.objects.insert(alertRules, given), world));
}
