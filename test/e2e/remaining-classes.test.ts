import { expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";

/** What the second version of the program says otherwise. */
interface Version {
  readonly size: string;
  readonly ports: string;
  readonly role: string;
  readonly projects: string;
  readonly threshold: number;
}

const first: Version = {
  size: "10GiB",
  ports: '["443"]',
  role: "developer",
  projects: '["proj_a"]',
  threshold: 80,
};
const second: Version = {
  size: "20GiB",
  ports: '["443", "8000-8100"]',
  role: "admin",
  projects: '["proj_a", "proj_b"]',
  threshold: 90,
};

function program({ size, ports, role, projects, threshold }: Version, keyId: string): string {
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

it("the remaining classes come up, change in place where they can, and leave nothing behind", async () => {
  await using stack = await openStack();
  const { id: keyId } = stack.platform.createKey({ scopes: ["*"], level: "Read" });
  stack.program(program(first, keyId));
  await stack.up();
  expect(await outputs(stack)).toMatchObject({
    pools: { storagePools: [{ name: "default" }] },
    image: { progress: 100 },
    metrics: { cpu: { value: expect.any(Number), unit: "percent" } },
  });
  stack.requests();

  expect((await stack.refresh()).changes).toEqual({});
  const reads = stack.requests();
  for (const list of [
    "networks",
    "firewalls",
    "storage/buckets",
    "monitoring/alerts",
    "instances",
  ]) {
    const asked = reads.filter((request) => request.startsWith(`GET /api/v1/${list}`));
    expect(asked).toEqual([`GET /api/v1/${list}`]);
  }
  expect((await stack.up()).changes).toEqual({});
  expect(stack.writes()).toEqual([]);

  stack.program(program(second, keyId));
  expect((await stack.up()).changes).toEqual({
    edge: "update",
    scratch: "update",
    partners: "update",
    ada: "update",
    hot: "replace",
  });
  const alerts = stack.writes().filter((request) => request.includes("/monitoring/alerts"));
  expect(alerts.map((request) => request.split(" ")[0])).toEqual(["POST", "DELETE"]);

  await stack.destroy();
  expect(stack.writes()).toContain(`DELETE /v1/api-keys/${keyId}`);
  for (const objects of Object.values(stack.platform.snapshot())) expect(objects).toEqual([]);
});

it("bucket credentials are secrets of the state and survive a refresh that does not show them", async () => {
  await using stack = await openStack();
  stack.program('export const secret = new hosting.Bucket("files", {}).secretKey;');
  await stack.up();
  const shown = () => stack.run("stack", "output", "secret", "--show-secrets", "--stack", "dev");
  const secret = (await shown()).trim();
  expect(secret.length).toBeGreaterThan(8);
  expect((await stack.refresh()).changes).toEqual({});
  expect((await shown()).trim()).toBe(secret);
  expect(await stack.run("stack", "export", "--stack", "dev")).not.toContain(secret);
});

it("a refused dedicated address creates no server and says so", async () => {
  await using stack = await openStack();
  stack.platform.configure({ dedicatedAllowance: 0 });
  stack.program('new hosting.Server("web", { size: "small", networkAccess: "dedicated" });');
  const { errors } = await stack.up({ fails: true });
  expect(errors.join("\n")).toContain("Nothing was created:");
  expect(stack.platform.snapshot().server).toEqual([]);
});

it("a failed import shows the platform's own reason and keeps the image for the next run", async () => {
  await using stack = await openStack();
  stack.program(`new hosting.ImportedImage("base", {
    url: "https://images.example/broken.qcow2", format: "qcow2", osType: "linux",
  });`);
  const { errors } = await stack.up({ fails: true });
  const [image] = stack.platform.snapshot().image;
  expect(errors.join("\n")).toContain(String(image?.["error"]));
  expect(stack.resource("base").id).toBe(image?.["id"]);
});

async function outputs(stack: TestStack): Promise<unknown> {
  return JSON.parse(await stack.run("stack", "output", "--json", "--stack", "dev"));
}
