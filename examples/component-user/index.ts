import * as pulumi from "@pulumi/pulumi";
import { WebService } from "acme-web";

const config = new pulumi.Config("app");

const shop = new WebService("shop", {
  image: config.require("image"),
  drainSeconds: config.requireNumber("drainSeconds"),
});

export const addresses = shop.ipAddresses;
export const uploads = shop.uploadsEndpoint;
