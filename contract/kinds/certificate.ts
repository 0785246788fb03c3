import { defineKind } from "../kind.ts";
import { notListed } from "../price.ts";

/** TLS certificates (spec 2.9). */
export const certificate = defineKind({
  prefix: "/v1",
  area: null,
  documented: {
    create: ["POST", "/certificates", "Write"],
  },
  assumed: {
    list: ["GET", "/certificates", "lists certificates"],
    get: ["GET", "/certificates/{id}", "reads one certificate"],
    delete: ["DELETE", "/certificates/{id}", "deletes a certificate"],
  },
  id: { is: "answered", prefix: "cert_", fallback: null },
  classes: {
    "network:Certificate": {
      price: notListed("a certificate"),
      requests: {
        create: ["create", "get"],
        update: [],
        delete: ["delete", "get"],
        shared: { create: 1 },
        besides: [],
      },
    },
  },
});
