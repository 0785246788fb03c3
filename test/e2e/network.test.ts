import { expect, it } from "vitest";
import { makeCertificate, pem } from "../support/certificate.ts";
import { openStack } from "../support/stack.ts";

type Pair = Pick<ReturnType<typeof makeCertificate>, "certificate" | "privateKey">;

/** A volume, an address and a load balancer that lead to one of two instances. */
function program({ target, plan = "small", ...tls }: Pair & { target: string; plan?: string }) {
  return `
const [a, b] = ["a", "b"].map((name) => {
  return new hosting.Instance(name, { region: "eu-1", plan: name === "b" ? "${plan}" : "small", image: "debian/13" });
});
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.VolumeAttachment("data-in-b", { volumeId: data.id, instanceId: b.id });
const address = new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.FloatingIpAssignment("route", { floatingIpId: address.id, instanceId: ${target}.id });
const tls = new hosting.Certificate("tls", ${JSON.stringify(tls)});
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [
    { entryPort: 443, entryProtocol: "https", targetPort: 80, targetProtocol: "http", certificateId: tls.id },
  ],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: [b.id],
});`;
}

function rewrapped(text: string): string {
  const [, label = ""] = /-----BEGIN ([A-Z ]+)-----/.exec(text) ?? [];
  const content = text.replace(/-----[A-Z ]+-----|\s/g, "");
  return pem(label, Buffer.from(content, "base64"), 76).replaceAll("\n", "\r\n");
}

function newPair(): Pair {
  const { certificate, privateKey } = makeCertificate();
  return { certificate, privateKey };
}

it("an address moves in one call, a certificate rotates new before old, and what an instance has moves before it goes", async () => {
  await using stack = await openStack();
  const id = (name: string) => stack.resource(name).id;
  stack.program(program({ ...newPair(), target: "a" }));
  await stack.up();
  const [oldTls, address, front] = [id("tls"), id("address"), id("front")];
  stack.requests();

  const pair = newPair();
  stack.program(program({ ...pair, target: "b" }));
  const { changes } = await stack.up();
  expect(changes).toEqual({ route: "update", tls: "replace", front: "update" });
  const assign = `POST /v1/floating-ips/${address}/assign`;
  const writes = stack.writes();
  expect(writes.filter((request) => request.includes("floating"))).toEqual([assign]);
  expect(writes.filter((request) => request !== assign)).toEqual([
    "POST /v1/certificates",
    `PATCH /v1/load-balancers/${front}`,
    `DELETE /v1/certificates/${oldTls}`,
  ]);

  // The same pair, wrapped in another way, is no change.
  const same = {
    certificate: rewrapped(pair.certificate),
    privateKey: rewrapped(pair.privateKey),
    target: "b",
  };
  stack.program(program(same));
  expect((await stack.preview()).changes).toEqual({});

  const [old, volume] = [id("b"), `POST /v1/volumes/${id("data")}`];
  stack.program(program({ ...same, plan: "large" }));
  await stack.up();
  const moves = stack.writes();
  expect(moves.at(0)).toBe("POST /v1/instances");
  expect(moves.slice(-2)).toEqual([
    `POST /v1/instances/${old}/action`,
    `DELETE /v1/instances/${old}`,
  ]);
  const between = moves.slice(1, -2);
  expect(between.filter((request) => request.startsWith(volume))).toEqual([
    `${volume}/detach`,
    `${volume}/attach`,
  ]);
  expect(between.filter((request) => !request.startsWith(volume)).toSorted()).toEqual([
    `PATCH /v1/load-balancers/${front}`,
    assign,
  ]);
  const instance_id = id("b");
  expect(stack.platform.snapshot()).toMatchObject({
    volume: [{ instance_id }],
    floatingIp: [{ instance_id }],
    loadBalancer: [{ backend_instances: [instance_id] }],
  });
});
