import { defineKind } from "../kind.ts";
import { notShown } from "../price.ts";

/** S3-compatible buckets (spec 2.6). */
export const bucket = defineKind({
  prefix: "/api/v1",
  area: "storage",
  documented: {
    list: ["GET", "/storage/buckets", "storage:read"],
    create: ["POST", "/storage/buckets", "storage:write"],
  },
  assumed: {
    get: ["GET", "/storage/buckets/{name}", "reads one bucket"],
    delete: ["DELETE", "/storage/buckets/{name}", "deletes a bucket"],
  },
  id: { is: "name" },
  classes: {
    "storage:Bucket": {
      price: notShown("a bucket", [{ key: "bucket", of: "each bucket" }]),
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
