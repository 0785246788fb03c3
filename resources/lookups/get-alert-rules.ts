import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { defineLookup } from "../../provider/definition/lookup.ts";
import type { GetAlertRulesOutputArgs } from "../_arguments.ts";
import { alertRule } from "../monitoring/alert-rule.ts";
import { type LookupOptions, lookUpList, lookUpListOutput } from "./lookup.ts";

/** An alert rule as the platform lists it. The spec does not show the fields of a listed one: what the answer lacks is left out (spec 4 note 1). */
export interface AlertRuleInfo {
  id?: string;
  name?: string;
  metric?: string;
  condition?: string;
  threshold?: number;
  channels?: string[];
  cooldownMinutes?: number;
}

/** Arguments of {@link getAlertRules}. */
export interface GetAlertRulesArgs {
  /** Only those with this name; `*` is for any letters. */
  name?: string | undefined;
}

/** What {@link getAlertRules} answers. */
export interface GetAlertRulesResult {
  alertRules: AlertRuleInfo[];
}

/** Fields that are taken of an answer. */
export const alertRuleInfo = z.object({
  id: z.string(),
  name: z.string(),
  metric: z.string(),
  condition: z.string(),
  threshold: z.number(),
  channels: z.array(z.string()),
  cooldownMinutes: z.number(),
});

/** See {@link getAlertRules}. */
export const alertRulesLookup = defineLookup({
  area: "monitoring",
  name: "getAlertRules",
  list: "alertRules",
  kind: "alertRule",
  verb: "list",
  filters: ["name"],
  interpret: alertRule.interpret,
  shape: alertRuleInfo,
});

/** Lists the alert rules of the organization (spec 4.1). */
export async function getAlertRules(
  args: GetAlertRulesArgs = {},
  opts?: LookupOptions,
): Promise<GetAlertRulesResult> {
  return { alertRules: await lookUpList(alertRulesLookup, args, opts) };
}

/** The twin of {@link getAlertRules} for programs that work with outputs. */
export function getAlertRulesOutput(
  args: GetAlertRulesOutputArgs = {},
  opts?: LookupOptions,
): pulumi.Output<GetAlertRulesResult> {
  return lookUpListOutput(alertRulesLookup, args, opts).apply((alertRules) => ({ alertRules }));
}
