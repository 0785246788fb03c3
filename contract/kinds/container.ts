import { defineKind } from "../kind.ts";
import { notShown, perGib } from "../price.ts";
import { countOf } from "../values/count.ts";

/** Instances under `/api/v1` (spec 2.1). */
export const container = defineKind({
  prefix: "/api/v1",
  area: "instances",
  documented: {
    list: ["GET", "/instances", "instances:read"],
    create: ["POST", "/instances", "instances:write"],
    get: ["GET", "/instances/{name}", "instances:read"],
    action: ["POST", "/instances/{name}/action", "instances:write"],
    delete: ["DELETE", "/instances/{name}", "instances:write"],
  },
  assumed: {},
  id: { is: "name" },
  classes: {
    // A running one is stopped before it is deleted (spec 7.5).
    "compute:Container": {
      price: notShown("a container", [
        { key: "container", of: "each container" },
        {
          key: "container.cpu",
          of: "each CPU of `cpuLimit`",
          times: { input: "cpuLimit", count: countOf },
        },
        perGib("container.gib", "each GiB of `memoryLimit`", "memoryLimit"),
      ]),
      requests: {
        create: ["create"],
        update: ["action"],
        delete: ["action", "delete"],
        shared: { create: 1, update: 2, delete: 3 },
        besides: ["list", "get"],
      },
    },
  },
});
