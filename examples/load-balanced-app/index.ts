import * as pulumi from "@pulumi/pulumi";
import * as hosting from "pulumi-hosting";

const config = new pulumi.Config("app");
const region = config.get("region") ?? "eu-1";
const instanceCount = config.getNumber("instances") ?? 2;
const dataSizeGb = config.getNumber("dataSizeGb") ?? 20;
/** Which of the instances the floating IP leads to. */
const primary = config.getNumber("primary") ?? 0;

const web = Array.from({ length: instanceCount }, (_, at) => {
  const instance = new hosting.Instance(`web-${at}`, { region, plan: "small", image: "debian/13" });
  const data = new hosting.Volume(`data-${at}`, {
    region,
    sizeGb: dataSizeGb,
    filesystem: "ext4",
  });
  new hosting.VolumeAttachment(`data-${at}`, { volumeId: data.id, instanceId: instance.id });
  return { instance, data };
});

const certificate = new hosting.Certificate("app", {
  certificate: config.require("certificate"),
  privateKey: config.requireSecret("privateKey"),
});

const loadBalancer = new hosting.LoadBalancer("app", {
  region,
  forwardingRules: [
    {
      entryPort: 443,
      entryProtocol: "https",
      targetPort: 8080,
      targetProtocol: "http",
      certificateId: certificate.id,
    },
  ],
  healthCheck: {
    protocol: "http",
    port: 8080,
    path: "/healthz",
    interval: 10,
    timeout: 5,
    threshold: 3,
  },
  backendInstances: web.map(({ instance }) => instance.id),
  algorithm: "least_connections",
});

const front = web[primary] ?? web[0];
const address = new hosting.FloatingIp("front", { region });
if (front !== undefined) {
  new hosting.FloatingIpAssignment("front", {
    floatingIpId: address.id,
    instanceId: front.instance.id,
  });
}

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

export const url = certificate.domains.apply(([domain]) => `https://${domain}`);
export const loadBalancerAddresses = loadBalancer.ipAddresses;
export const backends = web.map(({ instance }) => instance.ipAddresses);
export const floatingIp = address.ip;
export const dataVolumes = web.map(({ data }) => pulumi.interpolate`${data.id}: ${data.sizeGb} GB`);
export const certificateExpires = certificate.notAfter;
export const workerMetrics = pulumi.interpolate`${worker.portBlock.apply((block) => block?.address ?? "")}:${metricsPort}`;
