import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";

const config = new pulumi.Config("app");
const cidr = config.require("cidr");

const network = new hosting.Network("backend", {
  description: "between the services of the app",
  config: { "ipv4.address": cidr },
});

new hosting.Firewall("edge", {
  inbound: [
    { protocol: "tcp", ports: config.requireObject<string[]>("openPorts"), description: "the app" },
    {
      protocol: "tcp",
      ports: ["22"],
      sources: [config.require("office")],
      description: "operators",
    },
    { protocol: "tcp", sources: [cidr], description: "the private network" },
    { protocol: "icmp" },
  ],
  outbound: [{ protocol: "tcp" }, { protocol: "udp" }],
});

const services = ["api", "worker"].map(
  (name) => new hosting.Container(name, { image: config.require("image"), memoryLimit: "1GiB" }),
);

export const networkId = network.id;
export const addresses = services.map(({ ipAddresses }) => ipAddresses);
