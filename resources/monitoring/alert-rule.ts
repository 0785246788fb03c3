import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { toWire } from "../../contract/naming.ts";
import { isSameSet } from "../../contract/values/set.ts";
import { defineResource } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { AlertRuleArgs } from "../_arguments.ts";

/** Inputs of an {@link AlertRule} (spec 2.10). Changing any of them replaces it. */
export interface AlertRuleInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. */
  name?: string;
  /** The metric; the spec gives `cpu_percent` and does not list the others. */
  metric: string;
  /** How it is compared; the spec gives `gt` and does not list the others. */
  condition: string;
  /** Value it is compared with. */
  threshold: number;
  /** The recipients of notifications. */
  channels: ("email" | "slack" | "discord" | "webhook")[];
  /** Minutes without another notification. */
  cooldownMinutes?: number;
}

/** An {@link AlertRule} has no outputs besides its inputs. */
export type AlertRuleOutputs = Record<never, never>;

const replaces = { on: "replace" } as const;
const word = { ...replaces, isWord: true } as const;

export const alertRule = defineResource<AlertRuleInputs, AlertRuleOutputs>()({
  type: "monitoring:AlertRule",
  kind: "alertRule",
  noun: "alert rule",
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    metric: z.string().min(1),
    condition: z.string().min(1),
    threshold: z.number(),
    channels: z.array(z.enum(["email", "slack", "discord", "webhook"])).min(1),
    cooldownMinutes: z.int().min(0).exactOptional(),
  }),
  outputs: z.object({}),
  changes: {
    name: word,
    metric: word,
    condition: word,
    threshold: replaces,
    channels: { on: "replace", same: isSameSet },
    cooldownMinutes: replaces,
  },
  expendable: true,
  gaps: [
    "Metrics besides cpu_percent and conditions besides gt (spec 2.10).",
    "Which instances a rule watches (spec 2.10).",
    "Paths to read, update and delete a rule (spec 4 note 4).",
  ],
  // spec 2.10: the channels travel as one comma-separated text.
  body: ({ channels, ...rest }) => toWire({ ...rest, channels: channels.join(",") }),
  interpret: ({ channels }) => ({
    channels:
      typeof channels === "string" ? channels.split(",").map((name) => name.trim()) : channels,
  }),
});

/** A rule that notifies when a metric crosses a threshold (spec 2.10). */
export interface AlertRule
  extends pulumi.CustomResource,
    Attributes<AlertRuleInputs, AlertRuleOutputs> {}

export const AlertRule: ResourceClass<AlertRuleArgs, AlertRule> = resourceClass<
  AlertRuleInputs,
  AlertRuleOutputs
>()(alertRule);
