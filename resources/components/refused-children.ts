import * as pulumi from "@pulumi/pulumi";
import type { InstanceArgs, LoadBalancerArgs } from "../index.ts";
import type { transformed } from "./transform.ts";

/** @throws RunError for an instance that would be deleted before its successor is created. */
export function refuseOldFirst([name, args, opts]: Made<InstanceArgs>): void {
  const cause =
    args.name === undefined
      ? opts.deleteBeforeReplace === true && "the option deleteBeforeReplace"
      : "a fixed name";
  if (cause === false) return;
  throw new pulumi.RunError(
    `Instance "${name}" of a group has ${cause}, so it would be deleted before its successor is created. Leave that out: a group replaces without downtime.`,
  );
}

/** @throws RunError for a balancer that a release would leave without instances. */
export function refuseFixedBackends([name, , opts]: Made<LoadBalancerArgs>): void {
  const fixed = opts.ignoreChanges?.find((path) => /^(backendInstances|\*)/.test(path));
  if (fixed === undefined) return;
  throw new pulumi.RunError(
    `LoadBalancer "${name}" of a group has ignoreChanges with ${JSON.stringify(fixed)}, so a release would delete the instances that it leads to. Leave that out: the group says which ones it leads to.`,
  );
}

/** A child as its transform left it. */
type Made<A extends object> = ReturnType<typeof transformed<A>>;
