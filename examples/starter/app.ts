import { LoadBalancedApp } from "pulumi-hosting/components";

/** The app: machines behind a load balancer, replaced without downtime. */
export function app(image: string, drainSeconds = 30): LoadBalancedApp {
  return new LoadBalancedApp("app", {
    region: "eu-1",
    plan: "small",
    image,
    count: 2,
    healthPath: "/",
    drainSeconds,
  });
}
