import { defineKind } from "../kind.ts";
import { notListed } from "../price.ts";

/** API keys (spec 2.11); the spec shows no call that makes one. */
export const apiKey = defineKind({
  prefix: "/v1",
  area: null,
  documented: {
    delete: ["DELETE", "/api-keys/{key_id}", "Admin"],
  },
  assumed: {
    list: ["GET", "/api-keys", "lists API keys, without their values"],
  },
  id: { is: "answered", prefix: "key_", fallback: null },
  classes: {
    // It is taken over, never made: what is sent looks for it.
    "access:ApiKey": {
      price: notListed("an API key"),
      requests: {
        create: ["list"],
        update: [],
        delete: ["delete"],
        shared: { delete: 1 },
        besides: [],
      },
    },
  },
});
