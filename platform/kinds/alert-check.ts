import type { Database } from "../store/database.ts";
import { kept } from "../store/kept.ts";
import { type Stored, shape } from "../store/objects.ts";
import type { World } from "../world.ts";
import { type AlertRule, alertRules } from "./alert-rule.ts";
import { isBreached } from "./conditions.ts";
import { containers } from "./container.ts";
import { isRunning, type Machine } from "./machine.ts";
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
  const watches = objects.list(alertRules).map((rule) => watchOf(rule, world));
  if (watches.length === 0) return;
  let deliveries: Delivery[] = [];
  for (let at = Math.max(last.minute + 1, minute - longestLook + 1); at <= minute; at += 1) {
    const told = tellAll(watches, world.at(at * minuteLong));
    // More than is kept need not be written.
    deliveries = [...deliveries, ...told].slice(-keptDeliveries);
  }
  for (const { rule, told } of watches) {
    objects.update(alertRules, rule, { told_at: Object.fromEntries(told) });
  }
  for (const delivery of deliveries) objects.insert(sent, delivery);
  objects.trim(sent, keptDeliveries);
}

type Watched = Stored<Machine & { readonly name: string }>;

/** A rule, and what it looks at: read once for all the minutes. */
interface Watch {
  readonly rule: Stored<AlertRule>;
  readonly machines: readonly Watched[];
  /** When each machine was told of last, by its serial number. */
  readonly told: Map<string, number>;
}

function watchOf(rule: Stored<AlertRule>, { account }: World): Watch {
  const machines = account.of(rule.project).list(containers);
  const serials = new Set(machines.map(({ serial }) => String(serial)));
  // What is gone does not come back: a new machine of the same name has another number.
  const told = Object.entries(rule.told_at).filter(([serial]) => serials.has(serial));
  return { rule, machines, told: new Map(told) };
}

/** What all rules tell of a minute. */
function tellAll(watches: readonly Watch[], world: World): Delivery[] {
  const known = new Map<number, ReadonlyMap<string, number>>();
  const usage = (machine: Watched) => {
    const around = world.around(containers, machine);
    const found = known.get(machine.serial) ?? new Map(Object.entries(usageOf(machine, around)));
    known.set(machine.serial, found);
    return found;
  };
  return watches.flatMap((watch) => evaluate(watch, usage, world));
}

/** Tells of every machine that breaches the rule and was not told of within its cooldown. */
function evaluate(
  { rule, machines, told }: Watch,
  usage: (machine: Watched) => ReadonlyMap<string, number>,
  world: World,
): Delivery[] {
  if (world.now < rule.created_at) return [];
  const cooldown = (rule.cooldown_minutes ?? 0) * minuteLong;
  return machines.flatMap((machine) => {
    const serial = String(machine.serial);
    const last = told.get(serial) ?? Number.NEGATIVE_INFINITY;
    if (!isRunning(machine, world.around(containers, machine))) return [];
    if (world.now - last < cooldown) return [];
    const value = usage(machine).get(rule.metric);
    if (value === undefined || !isBreached(rule.condition, value, rule.threshold)) return [];
    told.set(serial, world.now);
    return deliveriesTo(rule, { instance: machine.name, value }, world);
  });
}

/** One for each channel. */
function deliveriesTo(
  { id, name, metric, condition, threshold, channels }: Stored<AlertRule>,
  found: Pick<Delivery, "instance" | "value">,
  { now }: World,
): Delivery[] {
  const time = new Date(now).toISOString();
  const told = { rule_id: id, rule: name, ...found, metric, condition, threshold, time };
  return channels.split(",").map((channel) => ({ ...told, channel }));
}
