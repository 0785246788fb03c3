import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";

// pulumi config set shop:certificate < shop.pem
// pulumi config set --secret shop:privateKey < shop.key
const config = new pulumi.Config("shop");

const shop = new hosting.Certificate("shop", {
  certificate: config.require("certificate"),
  privateKey: config.requireSecret("privateKey"),
});

export const domains = shop.domains;
export const expires = shop.notAfter;
