import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { inSameNetwork, isCidr, sameCidr } from "../../contract/values/address.ts";
import { defineResource, type Problem } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Props } from "../../provider/definition/session.ts";
import type { NetworkArgs } from "../_arguments.ts";

/** Inputs of a {@link Network} (spec 2.5). */
export interface NetworkInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. Changing it replaces the network. */
  name?: string;
  /** Sent at creation; no way is shown to change it. */
  description?: string;
  /** Settings by the platform's own keys; `ipv4.address` takes an address and its prefix like `10.0.0.1/24`. Changing them replaces the network. */
  config?: Record<string, string>;
}

/** A {@link Network} has no outputs besides its inputs: the spec shows none. */
export type NetworkOutputs = Record<never, never>;

const addressKey = "ipv4.address";

export const network = defineResource<NetworkInputs, NetworkOutputs>()({
  type: "network:Network",
  kind: "network",
  noun: "network",
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    description: z.string().exactOptional(),
    config: z.record(z.string(), z.string()).exactOptional(),
  }),
  outputs: z.object({}),
  changes: {
    name: { on: "replace", isWord: true },
    description: { on: "keep", isWord: true },
    config: { on: "replace", same: isSameConfig, respelled: isSameNetwork },
  },
  replacement: {
    order: "deleteFirst",
    when: sameRange,
    why: "Two networks cannot have one range, so the old one is deleted first where the range stays.",
  },
  gaps: [
    "Fields of a network in answers (spec 2.5).",
    "Paths to read, update and delete a network (spec 4 note 4).",
    "A way to attach an instance, a container or a server to a network (spec 2.1, 2.2, 2.3, 4).",
  ],
  validate,
});

/** A private network (spec 2.5). */
export interface Network extends pulumi.CustomResource, Attributes<NetworkInputs, NetworkOutputs> {}

export const Network: ResourceClass<NetworkArgs, Network> = resourceClass<
  NetworkInputs,
  NetworkOutputs
>()(network);

function validate({ config }: Partial<NetworkInputs>): readonly Problem[] {
  const cidr = config?.[addressKey];
  if (cidr === undefined) return [];
  const reason = (problem: string) => [
    { property: "config", reason: `config["${addressKey}"] ${problem}` },
  ];
  if (!isCidr(cidr) || cidr.includes(":"))
    return reason(`must be an IPv4 address and prefix like 10.0.0.1/24, not "${cidr}"`);
  return [];
}

function cidrOf({ config }: Props): string | undefined {
  const cidr = Object(config)[addressKey];
  return typeof cidr === "string" ? cidr : undefined;
}

function sameRange(state: Props, inputs: Props): boolean {
  const [before, after] = [cidrOf(state), cidrOf(inputs)];
  return before !== undefined && after !== undefined && inSameNetwork(before, after);
}

function isSameConfig(before: unknown, after: unknown): boolean {
  return areConfigs(before, after, sameCidr);
}

/** spec 2.5: `ipv4.address` is an address with a prefix; a platform may answer the network it lies in. */
function isSameNetwork(found: unknown, said: unknown): boolean {
  return areConfigs(found, said, inSameNetwork);
}

function areConfigs(
  before: unknown,
  after: unknown,
  areRanges: (left: string, right: string) => boolean,
): boolean {
  const [left, right] = [Object(before), Object(after)];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return keys.every((key) => {
    if (left[key] === right[key]) return true;
    const bothTexts = typeof left[key] === "string" && typeof right[key] === "string";
    return bothTexts && areRanges(left[key], right[key]);
  });
}
