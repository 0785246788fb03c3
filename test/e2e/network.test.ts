import { expect, it } from "vitest";
import { makeCertificate, pem } from "../support/certificate.ts";
import { openStack } from "../support/stack.ts";

const twoInstances = `
const [a, b] = ["a", "b"].map(
  (name) => new hosting.Instance(name, { region: "eu-1", plan: "small", image: "debian/13" }),
);
`;

function balancedWith({ certificate, privateKey }: { certificate: string; privateKey: string }) {
  return `
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
const tls = new hosting.Certificate("tls", {
  certificate: ${JSON.stringify(certificate)},
  privateKey: ${JSON.stringify(privateKey)},
});
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [
    { entryPort: 443, entryProtocol: "https", targetPort: 80, targetProtocol: "http", certificateId: tls.id },
  ],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: [web.id],
});
`;
}

function rewrapped(text: string): string {
  const [, label = ""] = /-----BEGIN ([A-Z ]+)-----/.exec(text) ?? [];
  const content = text.replace(/-----[A-Z ]+-----|\s/g, "");
  return pem(label, Buffer.from(content, "base64"), 76).replaceAll("\n", "\r\n");
}

it("a floating IP moves to another instance by one assign call and is never unassigned", async () => {
  await using stack = await openStack();
  const assignedTo = (instance: string) => `${twoInstances}
const address = new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.FloatingIpAssignment("route", { floatingIpId: address.id, instanceId: ${instance}.id });`;
  stack.program(assignedTo("a"));
  await stack.up();
  const { id } = stack.resource("address");
  stack.requests();

  stack.program(assignedTo("b"));
  expect((await stack.preview()).changes).toEqual({ route: "update" });
  await stack.up();
  expect(stack.writes()).toEqual([`POST /v1/floating-ips/${id}/assign`]);
  const { floatingIp } = stack.platform.snapshot();
  expect(floatingIp).toMatchObject([{ instance_id: stack.resource("b").id }]);
});

it("a rotated certificate is created, the load balancer moves to it, and the old one is deleted", async () => {
  await using stack = await openStack();
  stack.program(balancedWith(makeCertificate()));
  await stack.up();
  const before = stack.resource("tls").id;
  stack.requests();

  stack.program(balancedWith(makeCertificate()));
  const preview = await stack.preview();
  expect(preview.changes).toEqual({ tls: "replace", front: "update" });
  await stack.up();
  expect(stack.writes()).toEqual([
    "POST /v1/certificates",
    `PATCH /v1/load-balancers/${stack.resource("front").id}`,
    `DELETE /v1/certificates/${before}`,
  ]);
  const [balancer] = stack.platform.snapshot().loadBalancer;
  expect(balancer).toMatchObject({
    forwarding_rules: [{ certificate_id: stack.resource("tls").id }],
  });
});

it("certificates and keys wrapped in another way are no change", async () => {
  await using stack = await openStack();
  const { certificate, privateKey } = makeCertificate();
  stack.program(balancedWith({ certificate, privateKey }));
  await stack.up();
  stack.requests();

  stack.program(
    balancedWith({ certificate: rewrapped(certificate), privateKey: rewrapped(privateKey) }),
  );
  expect((await stack.preview()).changes).toEqual({});
  expect((await stack.up()).changes).toEqual({});
  expect(stack.writes()).toEqual([]);
});
