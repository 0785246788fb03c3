/** What the second version of the program says otherwise. */
export interface Version {
  readonly size: string;
  readonly ports: string;
  readonly role: string;
  readonly projects: string;
  readonly threshold: number;
}

/** The program as it is made. */
export const first: Version = {
  size: "10GiB",
  ports: '["443"]',
  role: "developer",
  projects: '["proj_a"]',
  threshold: 80,
};
/** The same with everything changed that can change. */
export const second: Version = {
  size: "20GiB",
  ports: '["443", "8000-8100"]',
  role: "admin",
  projects: '["proj_a", "proj_b"]',
  threshold: 90,
};

/** A program with every class that the load-balanced app has no use for. */
export function program(
  { size, ports, role, projects, threshold }: Version,
  keyId: string,
): string {
  return `
const net = new hosting.Network("net", { config: { "ipv4.address": "10.0.0.0/24" } });
new hosting.Firewall("edge", { inbound: [{ protocol: "tcp", ports: ${ports} }], outbound: [] });
new hosting.PoolVolume("scratch", { size: "${size}" });
const files = new hosting.Bucket("files", {});
new hosting.AlertRule("hot", {
  metric: "cpu_percent", condition: "gt", threshold: ${threshold}, channels: ["email", "slack"],
});
const base = new hosting.ImportedImage("base", {
  url: "https://images.example/base.qcow2", format: "qcow2", osType: "linux",
});
new hosting.ImageShare("partners", { imageId: base, projectIds: ${projects} });
const web = new hosting.Instance("web", { region: "eu", plan: "small", source: { imageId: base.id } });
new hosting.Image("golden", { source: { instanceId: web.id, snapshot: "nightly" } });
new hosting.Server("edge-server", { size: "small", networkAccess: "dedicated" });
new hosting.ProjectMember("ada", { projectId: "proj_a", email: "Ada@example.com", role: "${role}" });
new hosting.ApiKey("ci", { keyId: "${keyId}" });
const job = new hosting.Container("job", { image: "debian/13" });
export const pools = await hosting.getStoragePools();
export const networks = hosting.getNetworksOutput();
export const image = hosting.getImageOutput({ imageId: base.id });
export const metrics = hosting.getMetricsOutput({ name: job.id });
export const endpoint = files.endpoint;
`;
}
