import type * as pulumi from "@pulumi/pulumi";
import type { IdOf } from "../../provider/definition/definition.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetAlertRuleOutputArgs } from "../_arguments.ts";
import { type AlertRule, alertRule } from "../monitoring/alert-rule.ts";
import { type AlertRuleInfo, alertRuleInfo } from "./get-alert-rules.ts";
import { type LookupOptions, lookUpOne, lookUpOneOutput } from "./lookup.ts";

/** Arguments of {@link getAlertRule}: `id` or `name`. */
export interface GetAlertRuleArgs {
  /** Id of the alert rule; the twin also takes the `AlertRule`. */
  id?: IdOf<AlertRule> | undefined;
  /** Name of the alert rule. */
  name?: string | undefined;
}

/** What {@link getAlertRule} answers. */
export type GetAlertRuleResult = AlertRuleInfo;

/** See {@link getAlertRule}. */
export const alertRuleLookup = defineLookup({
  area: "monitoring",
  name: "getAlertRule",
  kind: "alertRule",
  verb: "list",
  by: ["id", "name"],
  interpret: alertRule.interpret,
  shape: alertRuleInfo,
});

/** Finds an alert rule by its id or name, in the list of all (spec 4.1). */
export async function getAlertRule(
  args: GetAlertRuleArgs,
  opts?: LookupOptions,
): Promise<GetAlertRuleResult> {
  return lookUpOne(alertRuleLookup, args, opts);
}

/** The twin of {@link getAlertRule} for arguments that are not known yet. */
export function getAlertRuleOutput(
  args: GetAlertRuleOutputArgs,
  opts?: LookupOptions,
): pulumi.Output<GetAlertRuleResult> {
  return lookUpOneOutput(alertRuleLookup, args, opts);
}
