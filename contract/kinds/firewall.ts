import { defineKind } from "../kind.ts";
import { notListed } from "../price.ts";

/** Firewall policies (spec 2.5). */
export const firewall = defineKind({
  prefix: "/api/v1",
  area: "networks",
  documented: {
    list: ["GET", "/firewalls", "networks:read"],
    create: ["POST", "/firewalls", "networks:write"],
  },
  assumed: {
    get: ["GET", "/firewalls/{id}", "reads one firewall policy"],
    update: ["PATCH", "/firewalls/{id}", "changes a policy's rules"],
    delete: ["DELETE", "/firewalls/{id}", "deletes a firewall policy"],
  },
  id: { is: "answered", prefix: null, fallback: "name" },
  classes: {
    "network:Firewall": {
      price: notListed("a firewall"),
      requests: {
        create: ["create"],
        update: ["update"],
        delete: ["delete"],
        shared: { create: 2, delete: 1 },
        besides: ["list", "get"],
      },
    },
  },
});
