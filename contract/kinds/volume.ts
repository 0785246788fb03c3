import { defineKind } from "../kind.ts";
import { prices } from "../limits.ts";
import { dollars, included } from "../price.ts";

/** Block volumes (spec 2.7). */
export const volume = defineKind({
  prefix: "/v1",
  area: "storage",
  documented: {
    create: ["POST", "/volumes", "Write"],
    attach: ["POST", "/volumes/{volume_id}/attach", "Write", "/instances/{instance_id}"],
    detach: ["POST", "/volumes/{volume_id}/detach", "Write"],
    update: ["PATCH", "/volumes/{volume_id}", "Write"],
  },
  assumed: {
    list: ["GET", "/volumes", "lists volumes"],
    get: ["GET", "/volumes/{volume_id}", "reads one volume"],
    delete: ["DELETE", "/volumes/{volume_id}", "deletes a volume"],
  },
  id: { is: "answered", prefix: "vol_", fallback: null },
  classes: {
    "storage:Volume": {
      price: {
        about: `${dollars(prices.blockStoragePerGb)} per GB and month, attached or not (spec 8).`,
        monthly: ({ inputs }) =>
          typeof inputs["sizeGb"] === "number"
            ? inputs["sizeGb"] * prices.blockStoragePerGb
            : { missing: "sizeGb is not known yet" },
      },
      requests: {
        create: ["create", "get"],
        update: ["update"],
        delete: ["get", "delete", "get"],
        shared: { create: 1 },
        besides: ["detach"],
      },
    },
    "storage:VolumeAttachment": {
      price: included("Free: only the volume costs (spec 8)."),
      requests: {
        create: ["attach", "get"],
        update: [],
        delete: ["get", "detach", "get"],
        shared: {},
        besides: [],
      },
    },
  },
});
