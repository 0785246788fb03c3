import { LoadBalancedApp } from "pulumi-hosting/components";

const shop = new LoadBalancedApp("shop", {
  region: "eu-1",
  plan: "small",
  image: "debian/13",
  count: 3,
  port: 3000,
  healthPath: "/healthz",
  floatingIp: true,
});

// Clients go through the load balancer; the floating IP leads to the first instance.
export const addresses = shop.ipAddresses;
export const firstInstance = shop.address?.ip;
export const cost = shop.estimatedMonthlyCost;
