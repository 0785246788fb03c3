import { defineKind } from "../kind.ts";
import { prices } from "../limits.ts";
import { dollars } from "../price.ts";

/** Servers under `/api/v2` (spec 2.3). */
export const server = defineKind({
  prefix: "/api/v2",
  area: "instances",
  documented: {
    create: ["POST", "/servers", "not shown"],
  },
  assumed: {
    list: ["GET", "/servers", "lists servers"],
    get: ["GET", "/servers/{id}", "reads one server"],
    action: ["POST", "/servers/{id}/action", "starts, stops, restarts and freezes a server"],
    delete: ["DELETE", "/servers/{id}", "deletes a server"],
  },
  id: { is: "answered", prefix: null, fallback: null },
  classes: {
    // A running one is stopped before it is deleted (spec 7.5).
    "compute:Server": {
      price: {
        about: `With dedicated access, ${dollars(prices.dedicatedIpv4)} a month for its IPv4 address, billed hourly (price / 730) and never more than the monthly price; the spec shows no price of a size (spec 8).`,
        monthly: ({ inputs }) =>
          inputs["networkAccess"] === "dedicated" ? prices.dedicatedIpv4 : 0,
        unpriced: "the price of a size is not shown",
        own: [{ key: "server.size", by: "size", of: "each server of that size" }],
      },
      requests: {
        create: ["create", "get"],
        update: ["get", "action", "get"],
        delete: ["get", "action", "get", "delete", "get"],
        shared: { create: 1 },
        besides: [],
      },
    },
  },
});
