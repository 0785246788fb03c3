import type { Database } from "../store/database.ts";
import { kept } from "../store/kept.ts";
import { type Stored, shape } from "../store/objects.ts";
import type { World } from "../world.ts";
import { type AlertRule, alertRules } from "./alert-rule.ts";
import { isBreached } from "./conditions.ts";
import { containers } from "./container.ts";
import { isRunning } from "./machine.ts";
import { usageOf } from "./usage.ts";

/** How many minutes are looked at after time has leapt. */
const longestLook = 60;

const minuteLong = 60_000;

/** A world that runs for weeks must not grow by what nobody reads. */
const keptDeliveries = 1_000;

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

const sent = { kind: "alertDelivery", record: shape<Delivery>() } as const;
const checks = { kind: "alertCheck", record: shape<{ minute: number }>() } as const;

/** What alert rules have sent until now, oldest first: the last 1,000. */
export function deliveriesOf(world: World): readonly Delivery[] {
  checkAlerts(world);
  const deliveries = world.account.list(sent);
  return deliveries.map(({ id: _id, serial: _serial, project: _project, ...one }) => one);
}

/** Checks alerts once a minute, as long as nobody else changes the file. */
export function alertChecks(database: Pick<Database, "version">): (world: World) => void {
  const checked = kept(database, () => ({ minute: Number.NEGATIVE_INFINITY }));
  return (world) => {
    const minute = Math.floor(world.now / minuteLong);
    const last = checked();
    if (minute <= last.minute) return;
    checkAlerts(world);
    last.minute = minute;
  };
}

/**
 * Evaluates the rules for each minute that began since the last time. Metrics change by the minute, so
 * this has to be done only before something else changes and before somebody looks.
 */
function checkAlerts(world: World): void {
  const { account: objects } = world;
  const minute = Math.floor(world.now / minuteLong);
  const last = objects.find(checks, "last");
  if (last === undefined) objects.insert(checks, { minute }, "last");
  if (last === undefined || last.minute >= minute) return;
  objects.update(checks, last, { minute });
  const rules = objects.list(alertRules);
  const first = Math.max(last.minute + 1, minute - longestLook + 1);
  for (const rule of rules) {
    const told_at = { ...rule.told_at };
    for (let at = first; at <= minute; at += 1) {
      evaluate({ ...rule, told_at }, world.at(at * minuteLong));
    }
    objects.update(alertRules, rule, { told_at });
  }
  if (rules.length > 0) objects.trim(sent, keptDeliveries);
}

/** Tells of every machine that breaches the rule and was not told of within its cooldown. */
function evaluate(rule: Stored<AlertRule>, world: World): void {
  if (world.now < rule.created_at) return;
  const cooldown = (rule.cooldown_minutes ?? 0) * minuteLong;
  for (const machine of world.account.of(rule.project).list(containers)) {
    const told = rule.told_at[machine.name] ?? Number.NEGATIVE_INFINITY;
    const around = world.around(containers, machine);
    if (!isRunning(machine, around) || world.now - told < cooldown) continue;
    const value = new Map(Object.entries(usageOf(machine, around))).get(rule.metric);
    if (value === undefined || !isBreached(rule.condition, value, rule.threshold)) continue;
    rule.told_at[machine.name] = world.now;
    send(rule, { instance: machine.name, value }, world);
  }
}

function send(
  rule: Stored<AlertRule>,
  found: Pick<Delivery, "instance" | "value">,
  world: World,
): void {
  const { id, name, metric, condition, threshold } = rule;
  const time = new Date(world.now).toISOString();
  for (const channel of rule.channels.split(",")) {
    const told = { rule_id: id, rule: name, ...found, metric, condition, threshold, channel, time };
    world.account.insert(sent, told);
  }
}
