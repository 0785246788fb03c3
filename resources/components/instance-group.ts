import * as pulumi from "@pulumi/pulumi";
import {
  HealthGate,
  type HealthGateArgs,
  Instance,
  type InstanceArgs,
  type InstanceArgsWithImage,
  type InstanceArgsWithSource,
  LoadBalancer,
  type LoadBalancerArgs,
} from "../index.ts";
import { type Known, refuseUnknown } from "./known-arguments.ts";
import { type MonthlyCost, monthlyCost } from "./monthly-cost.ts";
import { refuseFixedBackends, refuseOldFirst } from "./refused-children.ts";
import { type Transform, transformed } from "./transform.ts";

/** How a change replaces the instances of a group; either way the old ones serve until the end. */
export type Strategy =
  /** All new instances at once. */
  | "blueGreen"
  /** `batch` new instances at a time, each batch healthy before the next one is created. */
  | "rolling";

/** Arguments of an {@link InstanceGroup}: exactly one of `image` and `source`. */
export type InstanceGroupArgs = InstanceGroupSettings & MachineImage;

/** The source of the instances. */
export type MachineImage =
  | Pick<InstanceArgsWithImage, "image" | "source">
  | Pick<InstanceArgsWithSource, "image" | "source">;

/** Arguments of an {@link InstanceGroup} besides what the instances start from. */
export interface InstanceGroupSettings {
  /** Region of the instances and the load balancer. */
  region: pulumi.Input<string>;
  /** Plan that sets the size of the instances. */
  plan: pulumi.Input<string>;
  /** The answer of a healthy instance. */
  healthProbe: HealthGateArgs["probe"];
  /** Number of instances; 2 unless given. */
  count?: number | undefined;
  /** How a change replaces them: all at once, or `batch` at a time (`rolling`); `blueGreen` unless given. */
  strategy?: Strategy | undefined;
  /** Instances that a `rolling` change creates, or restarts, at a time; 1 unless given. */
  batch?: number | undefined;
  /** Fewest instances that may ever be ready: a smaller `count` is refused, and a restart that leaves fewer; 1 unless given. */
  minHealthy?: number | undefined;
  /** A change of these restarts the instances in place, `batch` at a time, each batch healthy before the next one; only with `strategy: "rolling"`. */
  restartTriggers?: InstanceArgs["restartTriggers"] | undefined;
  /** Seconds between the load balancer's switch and the end of the old instances; 30 unless given. */
  drainSeconds?: number | undefined;
  /** The load balancer in front; without one, nothing is switched and nothing drained. */
  loadBalancer?: Omit<LoadBalancerArgs, "backendInstances" | "region"> | undefined;
  /** Adjusts its children. */
  transform?: InstanceGroupTransform | undefined;
}

/** Adjusts the children of an {@link InstanceGroup}. */
export interface InstanceGroupTransform {
  /**
   * Each instance. It keeps its generated name: with a name you choose, it would be deleted before
   * its replacement is created.
   */
  instance?: Transform<InstanceArgs> | undefined;
  /** The wait until an instance answers `healthProbe`. */
  gate?: Transform<HealthGateArgs> | undefined;
  /** The load balancer in front, where there is one. */
  loadBalancer?: Transform<LoadBalancerArgs> | undefined;
  /** The wait of `drainSeconds` after the load balancer's switch. */
  drain?: Transform<HealthGateArgs> | undefined;
}

/** Arguments of an {@link InstanceGroup}. */
export const groupNames: Known<InstanceGroupArgs, InstanceGroupTransform> = {
  args: {
    region: true,
    plan: true,
    image: true,
    source: true,
    healthProbe: true,
    count: "number",
    strategy: "string",
    batch: "number",
    minHealthy: "number",
    restartTriggers: true,
    drainSeconds: "number",
    loadBalancer: "object",
    transform: "object",
  },
  transform: {
    instance: true,
    gate: true,
    loadBalancer: true,
    drain: true,
  },
};

/**
 * Instances that are replaced without downtime. New ones are created beside the old ones, each has
 * to pass its health gate, then the load balancer is switched to all of them in one update; the old
 * ones drain and are deleted last. A gate that stays shut fails `up` while the old ones serve on, and
 * the next `up` goes on from there. A change needs quota for both generations: `count` more instances.
 * A change of `restartTriggers` alone restarts them in place.
 *
 * Children of the group `web`: `web-0`, `web-0-healthy`, …, `web-balancer`, `web-drained`.
 */
export class InstanceGroup extends pulumi.ComponentResource {
  /** Type token, for policies and for what other packages build on it. */
  static readonly __pulumiType = "hosting:components:InstanceGroup";

  /** `count` instances. */
  readonly instances: readonly Instance[];
  /** One for each instance: it waits until the instance answers. */
  readonly gates: readonly HealthGate[];
  /** The one in front; undefined unless the input is given. */
  readonly loadBalancer: LoadBalancer | undefined;
  /** Waits for the old instances' connections; there is none without a load balancer or with `drainSeconds: 0`. */
  readonly drain: HealthGate | undefined;
  /** Id of each instance, known once all are healthy and the load balancer leads to them. */
  readonly servingIds: readonly pulumi.Output<string>[];
  /** Id of each instance, as `servingIds`, in one output. */
  readonly instanceIds: pulumi.Output<string[]>;
  /** Addresses of the load balancer; those of the instances where there is none. */
  readonly ipAddresses: pulumi.Output<string[]>;
  /** Its cost a month, as far as prices are known; shown at preview too. */
  readonly estimatedMonthlyCost: pulumi.Output<MonthlyCost>;

  constructor(name: string, args: InstanceGroupArgs, opts?: pulumi.ComponentResourceOptions) {
    refuseUnknown(`InstanceGroup "${name}"`, args, groupNames);
    super(InstanceGroup.__pulumiType, name, {}, opts);
    const { instances, gates } = this.#roll(name, args);
    this.instances = instances;
    this.gates = gates;
    const ids = instances.map(({ id }) => id);
    this.loadBalancer = this.#balance(name, args, ids);
    this.drain = this.#drain(name, args, ids);
    const last: readonly pulumi.CustomResource[] = this.loadBalancer ? [this.loadBalancer] : gates;
    const switched = pulumi.all(last.map(({ id }) => id));
    this.servingIds = ids.map((id) => switched.apply(() => id));
    this.instanceIds = pulumi.all([...this.servingIds]);
    const own = pulumi.all(instances.map(addressOf));
    this.ipAddresses = this.loadBalancer?.ipAddresses ?? own;
    const balancers = this.loadBalancer ? [this.loadBalancer] : [];
    this.estimatedMonthlyCost = monthlyCost([...instances, ...gates, ...balancers]);
    this.registerOutputs({
      instanceIds: this.instanceIds,
      ipAddresses: this.ipAddresses,
      estimatedMonthlyCost: this.estimatedMonthlyCost,
    });
  }

  /** Instances with their gates; a batch waits for the gates of the one before. */
  #roll(name: string, args: InstanceGroupArgs) {
    const { count, batch } = sizesOf(name, args);
    const instances: Instance[] = [];
    const gates: HealthGate[] = [];
    for (let at = 0; at < count; at += 1) {
      const start = at - (at % batch);
      const instance = this.#instance(`${name}-${at}`, args, gates.slice(0, start).slice(-batch));
      instances.push(instance);
      gates.push(this.#gate(`${name}-${at}-healthy`, args, instance));
    }
    return { instances, gates };
  }

  #instance(name: string, args: InstanceGroupArgs, dependsOn: readonly HealthGate[]): Instance {
    const { region, plan, restartTriggers, transform = {} } = args;
    const triggers = restartTriggers === undefined ? {} : { restartTriggers };
    const made = transformed<InstanceArgs>(transform.instance, name, {
      args: { region, plan, ...imageOf(args), ...triggers },
      opts: { parent: this, dependsOn: [...dependsOn] },
    });
    refuseOldFirst(made);
    return new Instance(...made);
  }

  /** A restart keeps the instance's id and address, so its triggers are what probes again. */
  #gate(name: string, args: InstanceGroupArgs, instance: Instance) {
    const { healthProbe: probe, restartTriggers, transform = {} } = args;
    const triggers = restartTriggers === undefined ? {} : { triggers: restartTriggers };
    const made = transformed<HealthGateArgs>(transform.gate, name, {
      args: { instanceId: instance.id, address: addressOf(instance), probe, ...triggers },
      opts: { parent: this },
    });
    return new HealthGate(...made);
  }

  /** One update switches all backends, after the last gate. */
  #balance(
    name: string,
    args: InstanceGroupArgs,
    backendInstances: readonly pulumi.Output<string>[],
  ) {
    const { region, loadBalancer, transform = {} } = args;
    if (loadBalancer === undefined) return undefined;
    const made = transformed<LoadBalancerArgs>(transform.loadBalancer, `${name}-balancer`, {
      args: { ...loadBalancer, region, backendInstances },
      opts: { parent: this, dependsOn: [...this.gates] },
    });
    refuseFixedBackends(made);
    return new LoadBalancer(...made);
  }

  /** Pulumi deletes what was replaced after everything else, so a wait behind the switch is enough. */
  #drain(name: string, args: InstanceGroupArgs, triggers: readonly pulumi.Output<string>[]) {
    const { drainSeconds = 30, healthProbe, transform = {} } = args;
    const [first] = this.instances;
    if (first === undefined || this.loadBalancer === undefined || drainSeconds === 0) {
      return undefined;
    }
    const address = addressOf(first);
    const made = transformed<HealthGateArgs>(transform.drain, `${name}-drained`, {
      args: { instanceId: first.id, address, probe: healthProbe, drainSeconds, triggers },
      opts: { parent: this, dependsOn: [this.loadBalancer] },
    });
    return new HealthGate(...made);
  }
}

const strategies: readonly Strategy[] = ["blueGreen", "rolling"];

/** @throws RunError for numbers that contradict each other, and for a strategy that is none. */
function sizesOf(name: string, args: InstanceGroupArgs): { count: number; batch: number } {
  const { count = 2, strategy = "blueGreen", minHealthy = 1 } = args;
  const batch = strategy === "rolling" ? (args.batch ?? 1) : count;
  const refuse = (reason: string) => new pulumi.RunError(`InstanceGroup "${name}": ${reason}.`);
  if (!strategies.includes(strategy)) {
    throw refuse(`strategy must be ${strategies.join(" or ")}, not ${JSON.stringify(strategy)}`);
  }
  for (const [what, value] of Object.entries({ count, batch, minHealthy })) {
    if (!Number.isInteger(value) || value < 1) {
      throw refuse(`${what} must be a whole number from 1, not ${JSON.stringify(value)}`);
    }
  }
  if (args.batch !== undefined && strategy !== "rolling") {
    throw refuse("batch is for the rolling strategy: blueGreen creates all new instances at once");
  }
  if (count < minHealthy) {
    throw refuse(`count is ${count}, fewer than the ${minHealthy} of minHealthy`);
  }
  if (args.restartTriggers === undefined) return { count, batch };
  if (strategy !== "rolling") {
    throw refuse("restartTriggers is for the rolling strategy: blueGreen changes all at once");
  }
  if (count - batch < minHealthy) {
    throw refuse(
      `a restart of ${batch} of ${count} instances leaves fewer than the ${minHealthy} of minHealthy; raise count, or lower batch`,
    );
  }
  return { count, batch };
}

/** Its IPv4 address, else its IPv6 address; answers may lack either. */
function addressOf({ ipAddresses, ipv6Addresses }: Instance): pulumi.Output<string> {
  return pulumi
    .all([ipAddresses, ipv6Addresses])
    .apply(([ipv4, ipv6]) => ipv4?.[0] ?? ipv6?.[0] ?? "");
}

function imageOf(args: MachineImage): MachineImage {
  return args.source === undefined ? { image: args.image } : { source: args.source };
}
