import * as pulumi from "@pulumi/pulumi";
import { Bucket } from "pulumi-hosting";
import { LoadBalancedApp } from "pulumi-hosting/components";

// Pulumi's analyzer, which other languages need, takes words of a constant and no union of texts.
export const Size = { standard: "standard", large: "large" } as const;
export type Size = (typeof Size)[keyof typeof Size];

/** Arguments of a {@link WebService}. */
export interface WebServiceArgs {
  /** Image of the release. */
  image: pulumi.Input<string>;
  /** How much the service gets; by default `standard`. */
  size?: Size;
  /** Seconds that old instances have to finish; by default 30. */
  drainSeconds?: number;
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
  /** Addresses of the load balancer. */
  readonly ipAddresses: pulumi.Output<string[]>;
  /** URL of the bucket for uploads. */
  readonly uploadsEndpoint: pulumi.Output<string>;

  constructor(name: string, args: WebServiceArgs, opts?: pulumi.ComponentResourceOptions) {
    super("acme-web:index:WebService", name, {}, opts);
    const { image, size = "standard", drainSeconds = 30 } = args;
    const app = new LoadBalancedApp(
      name,
      { region: "eu-1", image, ...sizes[size], drainSeconds, healthPath: "/healthz" },
      { parent: this },
    );
    const uploads = new Bucket(`${name}-uploads`, {}, { parent: this });
    this.ipAddresses = app.ipAddresses;
    this.uploadsEndpoint = uploads.endpoint;
    this.registerOutputs({
      ipAddresses: this.ipAddresses,
      uploadsEndpoint: this.uploadsEndpoint,
    });
  }
}
