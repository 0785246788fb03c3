import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";
import { LoadBalancedApp } from "pulumi-hosting/components";

const config = new pulumi.Config("app");
const region = config.require("region");

/** An embedded platform stands for an account here; see README.md for real ones. */
function account(name: string): hosting.Provider {
  return new hosting.Provider(name, {
    backend: "embedded",
    embeddedFile: `.hosting/${name}.db`,
  });
}

const staging = new LoadBalancedApp(
  "staging",
  { region, plan: "small", image: config.require("stagingImage"), count: 1, drainSeconds: 0 },
  { provider: account("staging") },
);
const production = new LoadBalancedApp(
  "production",
  { region, plan: "large", image: config.require("productionImage"), drainSeconds: 1 },
  { provider: account("production") },
);

export const stagingAddresses = staging.ipAddresses;
export const productionAddresses = production.ipAddresses;
