import {
  type AlertRule,
  alertRules,
  type Context,
  containers,
  isRunning,
  type Machine,
  usageOf,
} from "../kinds/index.ts";
import type { Stored } from "../store/index.ts";

/** A notification that an alert rule sent over one of its channels (spec 6); none leaves the machine. */
export interface Delivery {
  readonly rule_id: string;
  readonly rule: string;
  readonly instance: string;
  readonly metric: string;
  readonly value: number;
  readonly condition: string;
  readonly threshold: number;
  readonly channel: string;
  /** The platform's time, RFC 3339. */
  readonly time: string;
}

const minute = 60_000;

const day = 24 * 60 * minute;

const mostDeliveries = 1_000;

/**
 * Notifications of the present alert rules about the present instances, from yesterday and today,
 * oldest first: the last 1,000. Metrics follow from the name and the minute, so nothing has to be kept for it.
 */
export function deliveriesOf(context: Context): readonly Delivery[] {
  const { account } = context;
  return account
    .list(alertRules)
    .flatMap((rule) =>
      account
        .of(rule.project)
        .list(containers)
        .filter((machine) => isRunning(machine, context))
        .flatMap((machine) => sentBy(rule, machine, context)),
    )
    .toSorted((one, other) => (one.time < other.time ? -1 : Number(one.time > other.time)))
    .slice(-mostDeliveries);
}

/** The rule is evaluated each minute; after a notification it is silent for its cooldown (spec 2.10). */
function sentBy(
  rule: Stored<AlertRule>,
  machine: Machine & { readonly name: string },
  context: Context,
): Delivery[] {
  const { id: rule_id, name, metric, condition, threshold, channels } = rule;
  const yesterday = (Math.floor(context.now / day) - 1) * day;
  const start = Math.max(rule.created_at, machine.settled_at, yesterday);
  const pause = Math.max(1, rule.cooldown_minutes ?? 0) * minute;
  const sent: Delivery[] = [];
  for (let at = Math.ceil(start / minute) * minute; at <= context.now; at += minute) {
    const value = new Map(Object.entries(usageOf(machine, context.with({ now: at })))).get(metric);
    if (value === undefined || !isBreached(condition, value, threshold)) continue;
    const found = { rule_id, rule: name, instance: machine.name, metric, value };
    const time = new Date(at).toISOString();
    for (const channel of channels.split(",")) {
      sent.push({ ...found, condition, threshold, channel, time });
    }
    at += pause - minute;
  }
  return sent;
}

/** spec 2.10 names `gt` alone; a rule may name any word, and is never breached by one that is not known. */
function isBreached(condition: string, value: number, threshold: number): boolean {
  switch (condition) {
    case "gt":
      return value > threshold;
    case "gte":
      return value >= threshold;
    case "lt":
      return value < threshold;
    case "lte":
      return value <= threshold;
    default:
      return condition === "eq" && value === threshold;
  }
}
