import { expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { openStack } from "../support/stack.ts";

const { certificate, privateKey } = makeCertificate({ domains: ["shop.example"] });

const allClasses = `
const image = "debian/13";
const job = new hosting.Container("job", { image, memoryLimit: "1GiB" });
new hosting.PortForward("web-port", {
  instanceName: job,
  protocol: "tcp",
  publicPort: job.portBlock.apply((block) => block.firstPort + 1),
  targetPort: 8080,
});
const web = ["a", "b"].map(
  (name) => new hosting.Instance("web-" + name, { region: "eu-1", plan: "small", image }),
);
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10, filesystem: "ext4" });
new hosting.VolumeAttachment("data-in-a", { volumeId: data.id, instanceId: web[0].id });
const address = new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.FloatingIpAssignment("address-to-b", { floatingIpId: address.id, instanceId: web[1].id });
const tls = new hosting.Certificate("tls", {
  certificate: ${JSON.stringify(certificate)},
  privateKey: ${JSON.stringify(privateKey)},
});
const rule = { targetPort: 80, targetProtocol: "http" };
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [
    { ...rule, entryPort: 80, entryProtocol: "http" },
    { ...rule, entryPort: 443, entryProtocol: "https", certificateId: tls.id },
  ],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: web.map((instance) => instance.id),
});
`;

it("previews without a request, makes all nine classes, sees no change, and leaves nothing behind", async () => {
  await using stack = await openStack();
  const empty = stack.platform.snapshot();
  stack.program(allClasses);

  const preview = await stack.preview();
  expect(Object.keys(preview.changes)).toHaveLength(10);
  expect(new Set(Object.values(preview.changes))).toEqual(new Set(["create"]));
  expect(stack.requests()).toEqual([]);

  const first = await stack.up();
  expect(first.changes).toEqual(preview.changes);
  expect(first.messages).toEqual([]);
  expect(stack.writes()).toHaveLength(10);
  expect(stack.platform.snapshot()).toMatchObject({
    container: [{ memory_limit: "1GiB" }],
    portForward: [{ target_port: 22 }, { target_port: 8080 }],
    instance: [{}, {}],
    volume: [{ instance_id: stack.resource("web-a").id }],
    floatingIp: [{ instance_id: stack.resource("web-b").id }],
    certificate: [{ id: stack.resource("tls").id }],
    loadBalancer: [{ forwarding_rules: [{}, { certificate_id: stack.resource("tls").id }] }],
  });

  const second = await stack.up();
  expect(second).toMatchObject({ changes: {}, messages: [] });
  const refreshed = await stack.refresh();
  expect(refreshed).toMatchObject({ changes: {}, messages: [] });
  expect((await stack.preview()).changes).toEqual({});
  expect(stack.writes()).toEqual([]);

  await stack.destroy();
  // A container's forwards go with it, without a request of their own.
  expect(stack.writes().filter((request) => request.includes("/ports"))).toEqual([]);
  expect(stack.platform.snapshot()).toEqual(empty);
});
