import { defineKind } from "../kind.ts";
import { notListed } from "../price.ts";

/** Alert rules (spec 2.10). */
export const alertRule = defineKind({
  prefix: "/api/v1",
  area: "monitoring",
  documented: {
    list: ["GET", "/monitoring/alerts", "not shown"],
    create: ["POST", "/monitoring/alerts", "not shown"],
  },
  assumed: {
    get: ["GET", "/monitoring/alerts/{id}", "reads one alert rule"],
    delete: ["DELETE", "/monitoring/alerts/{id}", "deletes an alert rule"],
  },
  id: { is: "answered", prefix: null, fallback: "name" },
  classes: {
    "monitoring:AlertRule": {
      price: notListed("an alert rule"),
      requests: {
        create: ["create"],
        update: [],
        delete: ["delete"],
        shared: { create: 2, delete: 1 },
        besides: ["list", "get"],
      },
    },
  },
});
