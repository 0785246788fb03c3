import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

function program(plan: string): string {
  return `
const web = new hosting.Instance("web", { region: "eu-1", plan: "${plan}", image: "debian/13" });
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });
const address = new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.FloatingIpAssignment("route", { floatingIpId: address.id, instanceId: web.id });
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: [web.id],
});`;
}

it("what belongs to a replaced instance moves to the new one before the old one goes", async () => {
  await using stack = await openStack();
  stack.program(program("small"));
  await stack.up();
  const old = `/v1/instances/${stack.resource("web").id}`;
  stack.requests();

  stack.program(program("large"));
  const { changes } = await stack.up();
  expect(changes).toEqual({
    web: "replace",
    "data-in-web": "replace",
    route: "update",
    front: "update",
  });
  const writes = stack.writes();
  expect(writes.at(0)).toBe("POST /v1/instances");
  expect(writes.slice(-2)).toEqual([`POST ${old}/action`, `DELETE ${old}`]);
  const volume = `POST /v1/volumes/${stack.resource("data").id}`;
  const moves = writes.slice(1, -2);
  expect(moves.filter((request) => request.startsWith(volume))).toEqual([
    `${volume}/detach`,
    `${volume}/attach`,
  ]);
  expect(moves.filter((request) => !request.startsWith(volume)).toSorted()).toEqual([
    `PATCH /v1/load-balancers/${stack.resource("front").id}`,
    `POST /v1/floating-ips/${stack.resource("address").id}/assign`,
  ]);
  const { id } = stack.resource("web");
  expect(stack.platform.snapshot()).toMatchObject({
    instance: [{ id }],
    volume: [{ instance_id: id }],
    floatingIp: [{ instance_id: id }],
    loadBalancer: [{ backend_instances: [id] }],
  });
});
