import * as pulumi from "@pulumi/pulumi";
import { WebService } from "acme-web";

const config = new pulumi.Config("app");

const shop = new WebService("shop", {
  image: config.require("image"),
  drainSeconds: config.requireNumber("drainSeconds"),
  transform: { loadBalancer: { algorithm: "ip_hash" } },
});

export const addresses = shop.ipAddresses;
export const uploads = shop.uploads.endpoint;
