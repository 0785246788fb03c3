import type { ThirdParty } from "../thirdparty/platform/index.ts";

/** A program of every class but gates, which probe the network; some of them differ once it is changed. */
export function thirdPartyProgram({ thirdParty, pem, publicPort, isChanged }: Version): string {
  const { keyIds, projects } = thirdParty;
  return `
const isChanged = ${isChanged};
const publicPort = ${publicPort};
const pem = ${JSON.stringify(pem)};
const region = "eu-north";
const web = new hosting.Container("web", { image: "debian/13", memoryLimit: "1GiB" });
if (publicPort !== undefined) {
  new hosting.PortForward("door", { instanceName: web, protocol: "tcp", publicPort, targetPort: 8080 });
}
const app = new hosting.Instance("app", { region, plan: "small", image: "debian/13" });
const copy = new hosting.Image("copy", { source: { instanceId: app, snapshot: "daily" } });
new hosting.ImageShare("lent", { imageId: copy, projectIds: [${JSON.stringify(projects.other)}] });
new hosting.ImportedImage("fetched", {
  url: "https://images.example/base.qcow2", format: "qcow2", osType: "linux",
});
new hosting.Server("box", { size: isChanged ? "s-2" : "s-1" });
const data = new hosting.Volume("data", { region, sizeGb: isChanged ? 20 : 10, filesystem: "ext4" });
new hosting.VolumeAttachment("plug", { volumeId: data.id, instanceId: app.id });
new hosting.PoolVolume("shelf", { size: "10GiB", allowDataLoss: true });
new hosting.Bucket("logs", {});
new hosting.Network("back", { config: { "ipv4.address": "10.20.0.1/24" } });
new hosting.Firewall("wall", { inbound: [{ protocol: "tcp", ports: ["443"] }], outbound: [] });
const address = new hosting.FloatingIp("address", { region });
new hosting.FloatingIpAssignment("route", { floatingIpId: address.id, instanceId: app.id });
const paper = new hosting.Certificate("paper", pem);
const http = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
new hosting.LoadBalancer("front", {
  region,
  forwardingRules: [http, { ...http, entryPort: 443, entryProtocol: "https", certificateId: paper.id }],
  healthCheck: {
    protocol: "http", port: 80, path: "/", interval: isChanged ? 15 : 10, timeout: 5, threshold: 3,
  },
  backendInstances: [app.id],
});
new hosting.AlertRule("alarm", {
  metric: "cpu_percent", condition: "gt", threshold: isChanged ? 80 : 90,
  channels: ["email", "slack"], cooldownMinutes: 10,
});
new hosting.ProjectMember("ada", {
  projectId: ${JSON.stringify(projects.own)}, email: "Ada@example.com", role: "developer",
});
new hosting.ApiKey("key", { keyId: ${JSON.stringify(keyIds.reader)} });
`;
}

/** The declarations in one version of the program. */
interface Version {
  readonly thirdParty: Pick<ThirdParty, "keyIds" | "projects">;
  readonly pem: { readonly certificate: string; readonly privateKey: string };
  /** Where the container is reached; it is not yet while nobody knows which ports the platform gave it. */
  readonly publicPort: number | undefined;
  readonly isChanged: boolean;
}
