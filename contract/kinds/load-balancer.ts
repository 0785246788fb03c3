import { defineKind } from "../kind.ts";
import { limits, prices } from "../limits.ts";

/** Load balancers (spec 2.9). */
export const loadBalancer = defineKind({
  prefix: "/v1",
  area: "networks",
  documented: {
    create: ["POST", "/load-balancers", "Write"],
  },
  assumed: {
    list: ["GET", "/load-balancers", "lists load balancers"],
    get: ["GET", "/load-balancers/{id}", "reads one load balancer"],
    update: ["PATCH", "/load-balancers/{id}", "changes a load balancer"],
    delete: ["DELETE", "/load-balancers/{id}", "deletes a load balancer"],
  },
  id: { is: "answered", prefix: null, fallback: null },
  classes: {
    "network:LoadBalancer": {
      price: {
        about: `Free; outbound traffic beyond ${limits.freeTerabytesPerMonth} TB a month is paid, at a price not shown (spec 8).`,
        monthly: () => prices.loadBalancer,
      },
      requests: {
        create: ["create", "get"],
        update: ["update"],
        delete: ["delete", "get"],
        shared: { create: 1 },
        besides: [],
      },
    },
  },
});
