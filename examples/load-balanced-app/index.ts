import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";
import { FailoverAddress, LoadBalancedApp } from "pulumi-hosting/components";

const config = new pulumi.Config("app");
const region = config.get("region") ?? "eu-1";
/** Which of the instances the floating IP leads to. */
const primary = config.getNumber("primary") ?? 0;
const certificate = config.get("certificate");

const app = new LoadBalancedApp("app", {
  region,
  plan: config.get("plan") ?? "small",
  image: config.get("image") ?? "debian/13",
  count: config.getNumber("instances") ?? 2,
  drainSeconds: config.getNumber("drainSeconds") ?? 30,
  healthPath: "/healthz",
  algorithm: "least_connections",
  dataSizeGb: config.getNumber("dataSizeGb") ?? 20,
  allowDataLoss: config.getBoolean("allowDataLoss") ?? false,
  // Without a certificate (setup.ts makes one) the app is served on port 80.
  ...(certificate === undefined
    ? {}
    : { certificate: { certificate, privateKey: config.requireSecret("privateKey") } }),
});

const instance = app.group.servingIds[primary];
if (instance === undefined) throw new pulumi.RunError(`There is no instance ${primary}.`);
const front = new FailoverAddress("front", { region, instance });

const worker = new hosting.Container("worker", { image: "debian/13", memoryLimit: "1GiB" });
/** The block is the container's own; its first port already reaches ssh. */
const metricsPort = worker.portBlock.apply((block) => (block?.firstPort ?? 20_000) + 1);
new hosting.PortForward("metrics", {
  instanceName: worker,
  protocol: "tcp",
  publicPort: metricsPort,
  targetPort: 9100,
  description: "metrics of the worker",
});

export const domains = app.certificate?.domains;
export const certificateExpires = app.certificate?.notAfter;
export const loadBalancerAddresses = app.ipAddresses;
export const backends = app.instances.map(({ ipAddresses }) => ipAddresses);
export const floatingIp = front.ip;
export const dataVolumes = app.volumes.map(
  ({ volume }) => pulumi.interpolate`${volume.id}: ${volume.sizeGb} GB`,
);
export const estimatedMonthlyCost = app.estimatedMonthlyCost;
export const workerMetrics = pulumi.interpolate`${worker.portBlock.apply((block) => block?.address ?? "")}:${metricsPort}`;
