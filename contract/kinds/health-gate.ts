import { defineKind } from "../kind.ts";
import { included } from "../price.ts";

/** Probes of machines: nothing on the platform, so they send it nothing. */
export const healthGate = defineKind({
  prefix: null,
  area: null,
  documented: {},
  assumed: {},
  id: null,
  classes: {
    "monitoring:HealthGate": {
      price: included("Free: it is nothing on the platform, so it is in no price list (spec 8)."),
      requests: {
        create: [],
        update: [],
        delete: [],
        shared: {},
        besides: [],
      },
    },
  },
});
