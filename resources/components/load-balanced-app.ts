import * as pulumi from "@pulumi/pulumi";
import {
  AlertRule,
  type AlertRuleArgs,
  type Certificate,
  Firewall,
  type FirewallArgs,
  type ForwardingRuleArgs,
  type HealthGateArgs,
  type Instance,
  type LoadBalancer,
  type LoadBalancerArgs,
} from "../index.ts";
import { busy, openTo } from "./app-defaults.ts";
import {
  addressNames,
  FailoverAddress,
  type FailoverAddressTransform,
} from "./failover-address.ts";
import {
  groupNames,
  InstanceGroup,
  type InstanceGroupSettings,
  type InstanceGroupTransform,
  type MachineImage,
} from "./instance-group.ts";
import { type Known, picked, refuseUnknown } from "./known-arguments.ts";
import { type MonthlyCost, monthlyCost } from "./monthly-cost.ts";
import {
  PersistentVolume,
  type PersistentVolumeTransform,
  volumeNames,
} from "./persistent-volume.ts";
import { idOf, type Reference } from "./reference.ts";
import {
  certificateNames,
  RotatingCertificate,
  type RotatingCertificateArgs,
  type RotatingCertificateTransform,
} from "./rotating-certificate.ts";
import { type Transform, transformed } from "./transform.ts";

/** Arguments of a {@link LoadBalancedApp}: exactly one of `image` and `source`. */
export type LoadBalancedAppArgs = LoadBalancedAppSettings & MachineImage;

/** Arguments of a {@link LoadBalancedApp} besides what the instances start from. */
export interface LoadBalancedAppSettings
  extends Omit<InstanceGroupSettings, "healthProbe" | "loadBalancer" | "transform"> {
  /** Port the app listens on; 8080 unless given. The load balancer serves it on port 80, or 443 with `certificate`. */
  port?: number | undefined;
  /** Path that a healthy app answers with a status below 400; `/` unless given. */
  healthPath?: pulumi.Input<string> | undefined;
  /** How new instances are probed before they serve; over http at `port` and `healthPath` unless given. */
  healthProbe?: HealthGateArgs["probe"] | undefined;
  /** How requests are spread over the instances (spec 2.9); `round_robin` unless given. */
  algorithm?: LoadBalancerArgs["algorithm"] | undefined;
  /** Certificate, its id, or what to make one of: then the app is served on 443. Without one, on 80. */
  certificate?: RotatingCertificate | Reference<Certificate> | RotatingCertificateArgs | undefined;
  /** Also reserves a floating IP that leads to the first instance, past the load balancer; false unless given. */
  floatingIp?: boolean | undefined;
  /**
   * Gives each instance a volume of so many gigabytes. More grows it. A release moves it after the load balancer's
   * switch, so a new instance has to start without it, and an old one ends without it.
   */
  dataSizeGb?: pulumi.Input<number> | undefined;
  /**
   * Allows data volumes, which are protected, to be deleted; false unless given. Run `up` with it first,
   * then lower `count`, leave `dataSizeGb` out or destroy.
   */
  allowDataLoss?: boolean | undefined;
  /**
   * Alert rules by name; `cpu`, for `cpu_percent` over 90 by e-mail, unless given. The spec shows no way to bind them: they
   * watch nothing until you bind them to the instances in the console. `{}` leaves them out.
   */
  alerts?: Readonly<Record<string, AlertRuleArgs>> | undefined;
  /**
   * Firewall policy beside the app; `port` open to everybody and everything outbound unless given. The spec shows no way to
   * attach it: it filters nothing until you attach it to the instances in the console. `false` leaves it out.
   */
  firewall?: FirewallArgs | false | undefined;
  /** Adjusts its children. */
  transform?: LoadBalancedAppTransform | undefined;
}

/** Adjusts the children of a {@link LoadBalancedApp}. */
export interface LoadBalancedAppTransform
  extends InstanceGroupTransform,
    RotatingCertificateTransform,
    FailoverAddressTransform,
    PersistentVolumeTransform {
  /** Each rule of `alerts`. */
  alert?: Transform<AlertRuleArgs> | undefined;
  /** The policy beside the app. */
  firewall?: Transform<FirewallArgs> | undefined;
}

const { loadBalancer: _itsOwn, ...machineNames } = groupNames.args;
const names: Known<LoadBalancedAppArgs, LoadBalancedAppTransform> = {
  args: {
    ...machineNames,
    ...{ port: "number", healthPath: true, algorithm: true, certificate: true },
    ...{ floatingIp: "boolean", dataSizeGb: true, allowDataLoss: "boolean" },
    ...{ alerts: "object", firewall: "objectOrFalse" },
  },
  transform: {
    ...groupNames.transform,
    ...certificateNames.transform,
    ...addressNames.transform,
    ...volumeNames.transform,
    ...{ alert: true, firewall: true },
  },
};

/**
 * Instances behind a load balancer that change without downtime. The app has a health check, alert
 * rules and a firewall policy, and on request a certificate, a floating IP and data volumes. See
 * {@link InstanceGroup}.
 *
 * Children of the app `shop`: the group `shop`, `shop-certificate`, `shop-address`, `shop-0-data`, …,
 * `shop-alert-cpu`, `shop-firewall`.
 */
export class LoadBalancedApp extends pulumi.ComponentResource {
  /** Type token, for policies and for what other packages build on it. */
  static readonly __pulumiType = "hosting:components:LoadBalancedApp";

  /** The instances, their health gates and the load balancer. */
  readonly group: InstanceGroup;
  /** The certificate it made; undefined when it was given one, or none. */
  readonly certificate: RotatingCertificate | undefined;
  /** The floating IP; undefined unless `floatingIp` is true. */
  readonly address: FailoverAddress | undefined;
  /** One for each instance; none without `dataSizeGb`. */
  readonly volumes: readonly PersistentVolume[];
  /** The rules by the names of `alerts`. */
  readonly alerts: Readonly<Record<string, AlertRule>>;
  /** The policy beside the app, which is to be attached in the console; undefined where `firewall` is false. */
  readonly firewall: Firewall | undefined;
  /** Id of each instance, known once all are healthy and the load balancer leads to them. */
  readonly instanceIds: pulumi.Output<string[]>;
  /** The address of `floatingIp`. */
  readonly ip: pulumi.Output<string> | undefined;
  /** Addresses of the load balancer: where clients and DNS should lead. */
  readonly ipAddresses: pulumi.Output<string[]>;
  /** Its cost a month, as far as prices are known; shown at preview too. */
  readonly estimatedMonthlyCost: pulumi.Output<MonthlyCost>;

  constructor(name: string, args: LoadBalancedAppArgs, opts?: pulumi.ComponentResourceOptions) {
    refuseUnknown(`LoadBalancedApp "${name}"`, args, names);
    super(LoadBalancedApp.__pulumiType, name, {}, opts);
    const { certificate } = args;
    this.certificate = isPem(certificate) ? this.#certify(name, certificate, args) : undefined;
    this.group = this.#group(name, args);
    this.address = this.#reserve(name, args);
    this.volumes = this.#store(name, args);
    this.alerts = this.#watch(name, args);
    this.firewall = this.#protect(name, args);
    this.instanceIds = this.group.instanceIds;
    this.ip = this.address?.ip;
    this.ipAddresses = this.group.ipAddresses;
    this.estimatedMonthlyCost = this.#estimate();
    this.#sayWhatIsNotAttached();
    const { instanceIds, ip, ipAddresses, estimatedMonthlyCost } = this;
    this.registerOutputs({ instanceIds, ip, ipAddresses, estimatedMonthlyCost });
  }

  /** The instances of `group`. */
  get instances(): readonly Instance[] {
    return this.group.instances;
  }

  /** The load balancer of `group`; an app always has one. */
  get loadBalancer(): LoadBalancer | undefined {
    return this.group.loadBalancer;
  }

  #certify(
    name: string,
    pem: RotatingCertificateArgs,
    { transform = {} }: LoadBalancedAppArgs,
  ): RotatingCertificate {
    const own = picked(transform, certificateNames.transform);
    const args = { transform: own, ...pem };
    return new RotatingCertificate(`${name}-certificate`, args, { parent: this });
  }

  #group(name: string, args: LoadBalancedAppArgs): InstanceGroup {
    const { port = 8080, healthPath: path = "/", algorithm, certificate, ...others } = args;
    const { floatingIp, dataSizeGb, allowDataLoss, alerts, firewall, ...rest } = others;
    const { transform = {}, ...machines } = rest;
    const { healthProbe = { protocol: "http", port, path } } = args;
    const loadBalancer: InstanceGroupSettings["loadBalancer"] = {
      forwardingRules: [{ ...this.#entry(certificate), targetPort: port, targetProtocol: "http" }],
      healthCheck: { protocol: "http", port, path, interval: 10, timeout: 5, threshold: 3 },
      ...(algorithm === undefined ? {} : { algorithm }),
    };
    const own = { healthProbe, loadBalancer, transform: picked(transform, groupNames.transform) };
    return new InstanceGroup(name, { ...machines, ...own }, { parent: this });
  }

  /** spec 2.9: an https entry has a certificate. */
  #entry(
    certificate: LoadBalancedAppArgs["certificate"],
  ): Pick<ForwardingRuleArgs, "entryPort" | "entryProtocol" | "certificateId"> {
    const id = this.certificate?.certificateId ?? certificateIdOf(certificate);
    if (id === undefined) return { entryPort: 80, entryProtocol: "http" };
    return { entryPort: 443, entryProtocol: "https", certificateId: id };
  }

  /** The address moves once all instances are healthy and the load balancer is switched. */
  #reserve(name: string, { region, floatingIp, transform = {} }: LoadBalancedAppArgs) {
    const [instance] = this.group.servingIds;
    if (floatingIp !== true || instance === undefined) return undefined;
    const args = { region, instance, transform: picked(transform, addressNames.transform) };
    return new FailoverAddress(`${name}-address`, args, { parent: this });
  }

  #store(name: string, args: LoadBalancedAppArgs) {
    const { region, dataSizeGb, allowDataLoss = false, transform = {} } = args;
    if (dataSizeGb === undefined) return [];
    return this.group.servingIds.map((instance, at) => {
      const own = picked(transform, volumeNames.transform);
      const volume = { region, sizeGb: dataSizeGb, instance, allowDataLoss, transform: own };
      return new PersistentVolume(`${name}-${at}-data`, volume, { parent: this });
    });
  }

  #watch(name: string, { alerts = busy, transform = {} }: LoadBalancedAppArgs) {
    const rules = Object.entries(alerts).map(([key, args]): [string, AlertRule] => {
      const child = { args, opts: { parent: this } };
      return [key, new AlertRule(...transformed(transform.alert, `${name}-alert-${key}`, child))];
    });
    return Object.fromEntries(rules);
  }

  #protect(name: string, { port = 8080, firewall, transform = {} }: LoadBalancedAppArgs) {
    if (firewall === false) return undefined;
    const child = { args: firewall ?? openTo(port), opts: { parent: this } };
    return new Firewall(...transformed(transform.firewall, `${name}-firewall`, child));
  }

  /** spec 2.5, 2.10: the API attaches no firewall and binds no alert, so neither does anything by itself. */
  #sayWhatIsNotAttached(): void {
    const { firewall, alerts } = this;
    const steps = [
      ...(firewall === undefined
        ? []
        : [
            "attach the firewall policy, which filters nothing before (`firewall: false` leaves it out)",
          ]),
      ...(Object.keys(alerts).length === 0
        ? []
        : ["bind the alert rules, which watch nothing before (`alerts: {}` leaves them out)"]),
    ];
    if (steps.length === 0) return;
    pulumi
      .all(this.instances.map(({ name }) => name))
      .apply((names) =>
        pulumi.log.info(`to do in the console for ${names.join(", ")}: ${steps.join("; ")}`, this),
      );
  }

  #estimate(): pulumi.Output<MonthlyCost> {
    const { group, address, certificate, loadBalancer } = this;
    const resources = [
      ...group.instances,
      ...(loadBalancer ? [loadBalancer] : []),
      ...(certificate ? [certificate.certificate] : []),
      ...(address ? [address.floatingIp, address.assignment] : []),
      ...this.volumes.map(({ volume }) => volume),
      ...Object.values(this.alerts),
      ...(this.firewall ? [this.firewall] : []),
    ];
    return monthlyCost(resources);
  }
}

function isPem(
  certificate: LoadBalancedAppArgs["certificate"],
): certificate is RotatingCertificateArgs {
  if (typeof certificate !== "object" || certificate instanceof Promise) return false;
  return !pulumi.Output.isInstance(certificate) && !pulumi.Resource.isInstance(certificate);
}

function certificateIdOf(
  certificate: LoadBalancedAppArgs["certificate"],
): pulumi.Output<string> | undefined {
  if (certificate === undefined || isPem(certificate)) return undefined;
  return RotatingCertificate.isInstance(certificate)
    ? certificate.certificateId
    : idOf(certificate);
}
