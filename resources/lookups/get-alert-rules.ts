import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { defineLookup } from "../../provider/definition/lookup.ts";
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

/** What {@link getAlertRules} answers. */
export interface GetAlertRulesResult {
  alertRules: AlertRuleInfo[];
}

const shape = z.object({
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
  endpoint: endpoints.alertRule.list,
  interpret: alertRule.interpret,
  shape,
});

/** Lists the alert rules of the organization (spec 4.1). */
export async function getAlertRules(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): Promise<GetAlertRulesResult> {
  return { alertRules: await lookUpList(alertRulesLookup, args, opts) };
}

/** The twin of {@link getAlertRules} for programs that work with outputs. */
export function getAlertRulesOutput(
  args: Record<never, never> = {},
  opts?: LookupOptions,
): pulumi.Output<GetAlertRulesResult> {
  return lookUpListOutput(alertRulesLookup, args, opts).apply((alertRules) => ({ alertRules }));
}
