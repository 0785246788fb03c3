import { defineKind } from "../kind.ts";
import { notListed } from "../price.ts";

/** Private networks (spec 2.5). */
export const network = defineKind({
  prefix: "/api/v1",
  area: "networks",
  documented: {
    list: ["GET", "/networks", "networks:read"],
    create: ["POST", "/networks", "networks:write"],
  },
  assumed: {
    get: ["GET", "/networks/{id}", "reads one network"],
    delete: ["DELETE", "/networks/{id}", "deletes a network"],
  },
  id: { is: "answered", prefix: null, fallback: "name" },
  classes: {
    "network:Network": {
      price: notListed("a network"),
      requests: {
        create: ["create"],
        update: [],
        delete: ["delete"],
        shared: { create: 1, delete: 1 },
        besides: ["list", "get"],
      },
    },
  },
});
