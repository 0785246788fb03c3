import * as pulumi from "@pulumi/pulumi";
import { Bucket } from "pulumi-hosting";
import { LoadBalancedApp, type LoadBalancedAppArgs } from "pulumi-hosting/components";

/** Arguments of a {@link WebService}. */
export interface WebServiceArgs {
  /** Image of the release. */
  image: pulumi.Input<string>;
  /** Who gets how much: `standard` unless given. */
  size?: "standard" | "large";
  /** Seconds old instances have to finish; 30 unless given. */
  drainSeconds?: number;
  /** Adjusts the resources of the app. */
  transform?: NonNullable<LoadBalancedAppArgs["transform"]>;
}

const sizes = {
  standard: { plan: "small", count: 2 },
  large: { plan: "large", count: 4 },
} as const;

/**
 * A web service the way Acme runs them: in one region, behind a load balancer, with a bucket for
 * uploads that nobody deletes by accident.
 *
 * Children of the service `shop`: the app `shop` and the bucket `shop-uploads`.
 */
export class WebService extends pulumi.ComponentResource {
  readonly app: LoadBalancedApp;
  readonly uploads: Bucket;
  /** Addresses of the load balancer. */
  readonly ipAddresses: pulumi.Output<string[]>;

  constructor(name: string, args: WebServiceArgs, opts?: pulumi.ComponentResourceOptions) {
    super("acme:web:WebService", name, {}, opts);
    const { image, size = "standard", drainSeconds = 30, transform = {} } = args;
    this.app = new LoadBalancedApp(
      name,
      { region: "eu-1", image, ...sizes[size], drainSeconds, healthPath: "/healthz", transform },
      { parent: this },
    );
    this.uploads = new Bucket(`${name}-uploads`, {}, { parent: this });
    this.ipAddresses = this.app.ipAddresses;
    this.registerOutputs({ ipAddresses: this.ipAddresses });
  }
}
