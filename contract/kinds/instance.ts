import { defineKind } from "../kind.ts";
import { notShown } from "../price.ts";

/** Instances under `/v1` (spec 2.2). */
export const instance = defineKind({
  prefix: "/v1",
  area: "instances",
  documented: {
    list: ["GET", "/instances", "Read"],
    create: ["POST", "/instances", "Write"],
  },
  assumed: {
    get: ["GET", "/instances/{instance_id}", "reads one instance"],
    action: [
      "POST",
      "/instances/{instance_id}/action",
      "starts, stops, restarts and freezes an instance",
    ],
    delete: ["DELETE", "/instances/{instance_id}", "deletes an instance"],
  },
  id: { is: "answered", prefix: "inst_", fallback: null },
  classes: {
    // A running one is stopped before it is deleted (spec 7.5).
    "compute:Instance": {
      price: notShown("a plan", [
        { key: "instance.plan", by: "plan", of: "each instance of that plan" },
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
