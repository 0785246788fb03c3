import { defineKind } from "../kind.ts";
import { included } from "../price.ts";

/** Port forwards of containers (spec 2.4). */
export const portForward = defineKind({
  prefix: "/api/v1",
  area: "instances",
  documented: {
    list: ["GET", "/instances/{name}/ports", "instances:read"],
    create: ["POST", "/instances/{name}/ports", "instances:write"],
    delete: ["DELETE", "/instances/{name}/ports", "instances:write"],
  },
  assumed: {},
  id: { is: "place" },
  classes: {
    "compute:PortForward": {
      price: included("Included with every server (spec 8)."),
      requests: {
        create: ["create", "list"],
        update: [],
        delete: ["delete", "list"],
        shared: {},
        besides: [],
      },
    },
  },
});
