import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";
import { FailoverAddress, PersistentVolume } from "pulumi-hosting/components";

const config = new pulumi.Config("app");
const region = config.require("region");
const port = 5432;

const database = new hosting.Instance("database", {
  region,
  plan: config.require("plan"),
  image: config.require("image"),
});
const data = new PersistentVolume("data", {
  region,
  sizeGb: config.requireNumber("dataSizeGb"),
  instance: database,
  allowDataLoss: config.getBoolean("allowDataLoss") ?? false,
});

// Only a database that answers, with its data, gets the address.
const answering = new hosting.HealthGate(
  "answering",
  {
    instanceId: database.id,
    address: database.ipAddresses.apply(([first]) => first ?? ""),
    probe: { protocol: "tcp", port },
  },
  { dependsOn: data },
);
const front = new FailoverAddress("front", { region, instance: answering.instanceId });

new hosting.Firewall("database", {
  inbound: [{ protocol: "tcp", ports: [String(port)], sources: [config.require("clients")] }],
  outbound: [{ protocol: "tcp" }, { protocol: "udp" }],
});
new hosting.AlertRule("database-busy", {
  metric: "cpu_percent",
  condition: "gt",
  threshold: 80,
  channels: ["email"],
});

export const address = pulumi.interpolate`${front.ip}:${port}`;
export const volumeId = data.volumeId;
export const cost = data.estimatedMonthlyCost;
