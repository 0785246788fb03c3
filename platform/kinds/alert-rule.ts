import { z } from "zod";
import { type Answer, created } from "../http/answer.ts";
import { type Call, deleting, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import { fields, stated } from "../rules/stated.ts";
import { shape } from "../store/objects.ts";
import { refuseTakenName, type World } from "../world.ts";
import { conditions, isCondition } from "./conditions.ts";
import { isMetric, metrics } from "./usage.ts";

const refused = "alert rule was not created";
const channels: readonly string[] = ["email", "slack", "discord", "webhook"];

export interface AlertRule extends Omit<OutputOf<typeof NewAlertRule>, "channels"> {
  readonly channels: string;
  readonly created_at: number;
  /** When each machine was told of last, by its serial number: its name may be given again. */
  readonly told_at: Readonly<Record<string, number>>;
}

/** The fields of spec 2.10, which does not enumerate metrics and conditions. */
const NewAlertRule = lazySchema(() =>
  fields({
    name: stated(z.string().min(1), "2.10: name string"),
    metric: stated(z.string().min(1), "2.10: metric string"),
    condition: stated(z.string().min(1), "2.10: condition string"),
    threshold: stated(z.number(), "2.10: threshold number"),
    channels: stated(
      z
        .string()
        .refine((list) => list.split(",").every((name) => channels.includes(name.trim())), {
          error: `a comma-separated list of ${channels.join(", ")}`,
        })
        .exactOptional(),
      "2.10: channels string",
      "2.10: comma-separated list of email, slack, discord, webhook",
    ),
    cooldown_minutes: stated(
      z.int().nonnegative().nullable().default(null),
      "2.10: cooldown_minutes integer",
      "2.10: integer minutes",
    ),
  }),
);

/** Alert rules (spec 2.10). */
export const alertRules = defineKind({
  kind: "alertRule",
  noun: "alert rule",
  idPrefix: "alert_",
  record: shape<AlertRule>(),
  view: (
    { id, serial: _serial, project: _project, created_at: _created, told_at: _told, ...rule },
    world,
  ) => ({
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
  const given = body(NewAlertRule, refused);
  refuseTakenName(world, alertRules, given);
  if (world.choice("alertRules.metrics") === "known" && !isMetric(given.metric)) {
    const why = `it is not one of ${metrics.join(", ")}`;
    throw world.notAccepted("alertRules.metrics", { refused, field: "metric" }, why);
  }
  if (world.choice("alertRules.conditions") === "known" && !isCondition(given.condition)) {
    const why = `it is not one of ${conditions.join(", ")}`;
    throw world.notAccepted("alertRules.conditions", { refused, field: "condition" }, why);
  }
  const channels = channelsOf(given.channels, world);
  const record = { ...given, channels, created_at: world.now, told_at: {} };
  return created(alertRules.view(world.objects.insert(alertRules, record), world));
}

/** @throws Refusal where the list has to be there, or without blanks. */
function channelsOf(given: string | undefined, world: World): string {
  if (given === undefined) {
    const channel = world.choice("alertRules.channels");
    if (channel !== "required") return channel;
    throw world.refusal("invalid", "alertRules.channels", `${refused}: "channels" is required`);
  }
  const plain = given.replace(/\s/g, "");
  if (plain === given || world.choice("alertRules.blanks") === "allow") return plain;
  throw world.notAccepted("alertRules.blanks", { refused, field: "channels" }, "it has blanks");
}
