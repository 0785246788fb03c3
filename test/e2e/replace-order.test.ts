import { expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { openStack, type TestStack } from "../support/stack.ts";

/** What one version of the program says where the other says something else. */
interface Version {
  readonly text: string;
  readonly region: string;
  readonly cidr: string;
  readonly keyId: string;
  readonly pem: { certificate: string; privateKey: string };
}

/** Every class with one input that replaces it taken from the version. */
function program({ text, region, cidr, keyId, pem }: Version): string {
  return `
const image = "debian/${text}";
const lossy = { allowDataLoss: true };
const job = new hosting.Container("job", { image });
new hosting.PortForward("web", {
  instanceName: job.name, protocol: "tcp", targetPort: 8080, description: "${text}",
  publicPort: job.portBlock.apply((block) => block.firstPort + 1),
});
const host = new hosting.Instance("host", { region: "eu", plan: "small", image: "debian/13" });
const guest = new hosting.Instance("guest", { region: "eu", plan: "${text}", image });
new hosting.Server("shared", { size: "${text}" });
new hosting.Server("dedicated", { size: "${text}", networkAccess: "dedicated" });
new hosting.Image("golden", { source: { instanceId: host.id, snapshot: "${text}" } });
const base = new hosting.ImportedImage("base", {
  url: "https://images.example/${text}.qcow2", format: "qcow2", osType: "linux",
});
new hosting.ImageShare("partners", { imageId: base, projectIds: ["proj_a"] });
new hosting.Network("net", { config: { "ipv4.address": "${cidr}" } });
new hosting.Firewall("edge", { name: "edge-${text}", inbound: [], outbound: [] });
new hosting.FloatingIp("ip", { region: "${region}", allowAddressChange: true });
new hosting.LoadBalancer("front", {
  region: "${region}",
  forwardingRules: [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }],
  healthCheck: { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 },
  backendInstances: [host.id],
});
new hosting.Certificate("tls", ${JSON.stringify(pem)});
new hosting.PoolVolume("scratch", { name: "scratch-${text}", size: "1GiB", ...lossy });
new hosting.Bucket("files", { name: "files-${text}", ...lossy });
const data = new hosting.Volume("data", { region: "eu", sizeGb: 1, ...lossy });
new hosting.VolumeAttachment("data", { volumeId: data.id, instanceId: guest.id });
new hosting.AlertRule("hot", {
  metric: "cpu_percent", condition: "gt", threshold: ${text.length}, channels: ["email"],
});
new hosting.ProjectMember("ada", { projectId: "proj_a", email: "${text}@example.com", role: "viewer" });
new hosting.ApiKey("ci", { keyId: "${keyId}" });
`;
}

/** Methods of the writes to a path, in their order. */
function methods(writes: readonly string[], path: RegExp): string {
  const own = writes.filter((write) => path.test(write.split(" ")[1] ?? ""));
  return own.map((write) => write.split(" ")[0]).join(" ");
}

function version(
  stack: TestStack,
  [text, region, cidr]: readonly [string, string, string],
): Version {
  const { certificate, privateKey } = makeCertificate({ domains: [`${text}.example`] });
  const { id: keyId } = stack.platform.createKey({ scopes: ["*"], level: "Read" });
  return { text, region, cidr, keyId, pem: { certificate, privateKey } };
}

it("every class is replaced in its order: most new before old, some old before new", async () => {
  await using stack = await openStack();
  stack.program(program(version(stack, ["one", "eu", "10.0.0.0/24"])));
  await stack.up();
  stack.requests();
  stack.program(program(version(stack, ["three", "us", "10.1.0.0/24"])));
  const { changes } = await stack.up();
  const kept = Object.entries(changes).filter(([, change]) => change !== "replace");
  expect(kept).toEqual([]);

  const writes = stack.writes();
  const newFirst = {
    networks: /^\/api\/v1\/networks/,
    firewalls: /^\/api\/v1\/firewalls/,
    "floating IPs": /^\/v1\/floating-ips/,
    "load balancers": /^\/v1\/load-balancers/,
    certificates: /^\/v1\/certificates/,
    "alert rules": /^\/api\/v1\/monitoring\/alerts/,
    members: /^\/v1\/projects/,
  };
  for (const [kind, path] of Object.entries(newFirst)) {
    expect([kind, methods(writes, path)]).toEqual([kind, "POST DELETE"]);
  }
  const oldFirst = {
    "pool volumes": /^\/api\/v1\/storage\/pools/,
    buckets: /^\/api\/v1\/storage\/buckets/,
  };
  for (const [kind, path] of Object.entries(oldFirst)) {
    expect([kind, methods(writes, path)]).toEqual([kind, "DELETE POST"]);
  }
  // New container, then the old one is stopped and deleted; its forward goes before the new one comes.
  expect(methods(writes, /^\/api\/v1\/instances(\/[^/]+(\/action)?)?$/)).toBe("POST POST DELETE");
  expect(methods(writes, /^\/v1\/volumes\/[^/]+\/(de|at)tach$/)).toBe("POST POST");
  expect(writes.findIndex((write) => write.endsWith("/detach"))).toBeLessThan(
    writes.findIndex((write) => write.endsWith("/attach")),
  );
  expect(writes.filter((write) => write.includes("/v1/api-keys/"))).toHaveLength(1);
  await stack.destroy();
});
