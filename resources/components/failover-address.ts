import * as pulumi from "@pulumi/pulumi";
import {
  FloatingIp,
  type FloatingIpArgs,
  FloatingIpAssignment,
  type FloatingIpAssignmentArgs,
  type Instance,
} from "../index.ts";
import { type Known, refuseUnknown } from "./known-arguments.ts";
import { type MonthlyCost, monthlyCost } from "./monthly-cost.ts";
import type { Reference } from "./reference.ts";
import { type Transform, transformed } from "./transform.ts";

/** Arguments of a {@link FailoverAddress}. */
export interface FailoverAddressArgs {
  /** Region the address is reserved in. */
  region: pulumi.Input<string>;
  /** Instance the address leads to, or its id. Another one takes it over in one call. */
  instance: Reference<Instance>;
  /** Adjusts its children. */
  transform?: FailoverAddressTransform | undefined;
}

/** Adjusts the children of a {@link FailoverAddress}. */
export interface FailoverAddressTransform {
  /** The reserved address. */
  floatingIp?: Transform<FloatingIpArgs> | undefined;
  /** The assignment of the address to the instance. */
  assignment?: Transform<FloatingIpAssignmentArgs> | undefined;
}

/** Arguments of a {@link FailoverAddress}. */
export const addressNames: Known<FailoverAddressArgs, FailoverAddressTransform> = {
  args: {
    region: true,
    instance: true,
    transform: "object",
  },
  transform: {
    floatingIp: true,
    assignment: true,
  },
};

/**
 * A public address that moves between instances and is never unassigned in between. It leads to the
 * new instance within 5 seconds (spec 3).
 *
 * Children of the address `front`: `front` and `front-assignment`.
 */
export class FailoverAddress extends pulumi.ComponentResource {
  /** Type token, for policies and for what other packages build on it. */
  static readonly __pulumiType = "hosting:components:FailoverAddress";

  /** The reserved address. */
  readonly floatingIp: FloatingIp;
  /** The assignment of the address to the instance. */
  readonly assignment: FloatingIpAssignment;
  /** The IPv4 address. */
  readonly ip: pulumi.Output<string>;
  /** Its cost a month, as far as prices are known; shown at preview too. */
  readonly estimatedMonthlyCost: pulumi.Output<MonthlyCost>;

  constructor(name: string, args: FailoverAddressArgs, opts?: pulumi.ComponentResourceOptions) {
    refuseUnknown(`FailoverAddress "${name}"`, args, addressNames);
    super(FailoverAddress.__pulumiType, name, {}, opts);
    const { region, instance, transform = {} } = args;
    const floatingIp = transformed<FloatingIpArgs>(transform.floatingIp, name, {
      args: { region },
      opts: { parent: this },
    });
    this.floatingIp = new FloatingIp(...floatingIp);
    const assignment = transformed<FloatingIpAssignmentArgs>(
      transform.assignment,
      `${name}-assignment`,
      {
        args: { floatingIpId: this.floatingIp, instanceId: instance },
        opts: { parent: this },
      },
    );
    this.assignment = new FloatingIpAssignment(...assignment);
    this.ip = this.floatingIp.ip;
    this.estimatedMonthlyCost = monthlyCost([this.floatingIp, this.assignment]);
    this.registerOutputs({ ip: this.ip, estimatedMonthlyCost: this.estimatedMonthlyCost });
  }
}
