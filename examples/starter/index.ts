import * as pulumi from "@pulumi/pulumi";
import { app } from "./app.ts";

const image = new pulumi.Config("app").require("image");

/** Addresses of the load balancer, for DNS. */
export const addresses = app(image).ipAddresses;
