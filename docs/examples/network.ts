import * as hosting from "pulumi-hosting";

const backend = new hosting.Network("backend", {
  description: "between the shop and its database",
  config: { "ipv4.address": "10.20.0.0/24" },
});

export const networkId = backend.id;
