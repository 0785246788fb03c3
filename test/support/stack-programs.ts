import type { Platform } from "../../platform/index.ts";
import { makeCertificate } from "./certificate.ts";

/** Inputs that change in place, in one version of the program. */
interface InPlace {
  readonly desiredState: string;
  readonly ports: readonly string[];
  readonly projects: readonly string[];
  readonly role: string;
  readonly size: string;
  readonly sizeGb: number;
  readonly algorithm: string;
  /** Which of the two instances the floating IP and the load balancer lead to. */
  readonly target: 0 | 1;
}

/** Inputs that replace when they change. */
interface Replacing {
  readonly text: string;
  readonly region: string;
  readonly cidr: string;
  readonly keyId: string;
  readonly pem: Pem;
}

interface Pem {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Everything that can change in place, as it is at first. */
export const first: InPlace = {
  desiredState: "running",
  ports: ["443"],
  projects: ["proj_default"],
  role: "developer",
  size: "10GiB",
  sizeGb: 10,
  algorithm: "round_robin",
  target: 1,
};

/** The same with all of it changed. */
export const second: InPlace = {
  desiredState: "frozen",
  ports: ["443", "8000-8100"],
  projects: ["proj_default", "proj_b"],
  role: "admin",
  size: "20GiB",
  sizeGb: 20,
  algorithm: "ip_hash",
  target: 0,
};

/** Everything that replaces when it changes, distinguished by a word; makes the key that is named. */
export function replacing(platform: Platform, text: "one" | "three"): Replacing {
  const { id: keyId } = platform.createKey({ scopes: ["*"], level: "Read" });
  const places = {
    one: { region: "eu-1", cidr: "10.0.0.0/24" },
    three: { region: "us-1", cidr: "10.1.0.0/24" },
  };
  return { text, ...places[text], keyId, pem: newPem(text) };
}

function newPem(text: string): Pem {
  const { certificate, privateKey } = makeCertificate({ domains: [`${text}.example`] });
  return { certificate, privateKey };
}

/** A program with every class. */
export function everyClass(version: InPlace & Replacing): string {
  return `
const v = ${JSON.stringify(version)};
const lossy = { allowDataLoss: true };
const job = new hosting.Container("job", {
  image: "debian/" + v.text, memoryLimit: "1GiB", desiredState: v.desiredState,
});
new hosting.PortForward("web-port", {
  instanceName: job,
  protocol: "tcp",
  publicPort: job.portBlock.apply((block) => block.firstPort + 1),
  targetPort: 8080,
});
const base = new hosting.ImportedImage("base", {
  url: "https://images.example/" + v.text + ".qcow2", format: "qcow2", osType: "linux",
});
new hosting.ImageShare("partners", { imageId: base, projectIds: v.projects });
const web = ["a", "b"].map(
  (name) => new hosting.Instance("web-" + name, { region: "eu-1", plan: "small", image: "debian/13" }),
);
const guest = new hosting.Instance("guest", {
  region: "eu-1", plan: v.text, source: { imageId: base.id },
});
new hosting.Image("golden", { source: { instanceId: web[0].id, snapshot: v.text } });
new hosting.Server("server", { size: v.text });
new hosting.Network("net", { config: { "ipv4.address": v.cidr } });
new hosting.Firewall("edge", {
  name: "edge-" + v.text, inbound: [{ protocol: "tcp", ports: v.ports }], outbound: [],
});
const data = new hosting.Volume("data", {
  region: v.region, sizeGb: v.sizeGb, filesystem: "ext4", ...lossy,
});
new hosting.VolumeAttachment("data-in-guest", { volumeId: data.id, instanceId: guest.id });
const address = new hosting.FloatingIp("address", { region: v.region, allowAddressChange: true });
new hosting.FloatingIpAssignment("address-to-web", {
  floatingIpId: address.id, instanceId: web[v.target].id,
});
const tls = new hosting.Certificate("tls", v.pem);
const rule = { targetPort: 80, targetProtocol: "http" };
const front = new hosting.LoadBalancer("front", {
  region: v.region,
  forwardingRules: [
    { ...rule, entryPort: 80 + v.target, entryProtocol: "http" },
    { ...rule, entryPort: 443, entryProtocol: "https", certificateId: tls.id },
  ],
  healthCheck: { protocol: "http", port: 80 + v.target, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: [web[v.target].id],
  algorithm: v.algorithm,
});
new hosting.PoolVolume("scratch", { name: "scratch-" + v.text, size: v.size, ...lossy });
const files = new hosting.Bucket("files", { name: "files-" + v.text, ...lossy });
new hosting.AlertRule("hot", {
  metric: "cpu_percent", condition: "gt", threshold: v.text.length, channels: ["email", "slack"],
});
new hosting.ProjectMember("ada", {
  projectId: "proj_default", email: "Ada-" + v.text + "@example.com", role: v.role,
});
new hosting.ApiKey("ci", { keyId: v.keyId });
`;
}

/** Lookups of what that program makes. */
export const lookups = `
export const pools = await hosting.getStoragePools();
export const networks = hosting.getNetworksOutput();
export const image = hosting.getImageOutput({ imageId: base.id });
export const metrics = hosting.getMetricsOutput({ name: job.id });
export const endpoint = files.endpoint;
`;

/** Classes of which two cannot be there at once: by a fixed name, or the plan's allowance. */
export function oneAtATime(text: string): string {
  return `
const image = "debian/${text}";
new hosting.Container("job", { name: "job", image });
new hosting.Instance("web", { name: "web", region: "eu-1", plan: "small", image });
new hosting.Server("own", { size: "${text}", networkAccess: "dedicated" });
new hosting.Network("net", { name: "net", config: { "dns.mode": "${text}" } });
new hosting.Certificate("tls", { name: "tls", ...${JSON.stringify(newPem(text))} });
`;
}
