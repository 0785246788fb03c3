import { defineKind } from "../kind.ts";

/** The usage of containers (spec 2.10). */
export const metrics = defineKind({
  prefix: "/api/v1",
  area: "monitoring",
  documented: {
    get: ["GET", "/monitoring/metrics/{name}", "monitoring:read"],
  },
  assumed: {},
  id: null,
  classes: {},
});
