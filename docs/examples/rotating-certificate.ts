import * as pulumi from "@pulumi/pulumi";
import { RotatingCertificate } from "pulumi-hosting/components";

// pulumi config set shop:certificate < shop.pem
// pulumi config set --secret shop:privateKey < shop.key
const config = new pulumi.Config("shop");

const shop = new RotatingCertificate("shop", {
  certificate: config.require("certificate"),
  privateKey: config.requireSecret("privateKey"),
  warnDays: 14,
});

/** For the https rules of a load balancer. */
export const certificateId = shop.certificateId;
export const expires = shop.notAfter;
