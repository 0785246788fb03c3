import { defineKind } from "../kind.ts";

/** Storage pools (spec 2.6). */
export const storagePool = defineKind({
  prefix: "/api/v1",
  area: "storage",
  documented: {
    list: ["GET", "/storage/pools", "not shown"],
  },
  assumed: {},
  id: null,
  classes: {},
});
