import { expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";
import {
  everyClass,
  first,
  lookups,
  oneAtATime,
  replacing,
  second,
} from "../support/stack-programs.ts";
import { servePlatform } from "../support/stack-server.ts";

/** Each list of requests is found among the writes in its order, and there are no other writes. */
function expectOrders(writes: readonly string[], orders: readonly (readonly string[])[]): void {
  for (const order of orders) {
    expect(writes.filter((write) => order.includes(write))).toEqual(order);
  }
  expect(writes.toSorted()).toEqual(orders.flat().toSorted());
}

/** The last part of a resource's id. */
function idOf(stack: TestStack, name: string): string {
  return stack.resource(name).id.split("/").at(-1) ?? "";
}

it("a stack with every class is made on an account as previewed, read by few lists, changed, replaced and deleted", async () => {
  await using stack = await openStack();
  await using served = await servePlatform(stack.platform);
  Object.assign(stack.env, served.env);
  const empty = stack.platform.snapshot();
  const one = replacing(stack.platform, "one");

  stack.program(everyClass({ ...first, ...one }));
  const preview = await stack.preview();
  expect(Object.keys(preview.changes)).toHaveLength(22);
  expect(new Set(Object.values(preview.changes))).toEqual(new Set(["create"]));
  expect(stack.requests()).toEqual([]);

  const made = await stack.up();
  expect(made).toMatchObject({ changes: preview.changes, messages: [] });
  // One request each, but for the key, which is taken over.
  expect(stack.writes()).toHaveLength(21);
  expect(stack.platform.snapshot()).toMatchObject({
    container: [{ memory_limit: "1GiB" }],
    portForward: [{ target_port: 22 }, { target_port: 8080 }],
    instance: [{}, {}, {}],
    volume: [{ instance_id: idOf(stack, "guest") }],
    floatingIp: [{ instance_id: idOf(stack, "web-b") }],
    certificate: [{ id: idOf(stack, "tls") }],
    loadBalancer: [{ forwarding_rules: [{}, { certificate_id: idOf(stack, "tls") }] }],
  });

  expect(await stack.refresh()).toMatchObject({ changes: {}, messages: [] });
  const reads = stack.requests();
  const lists = ["networks", "firewalls", "storage/buckets", "monitoring/alerts", "instances"];
  const forwards = `GET /api/v1/instances/${idOf(stack, "job")}/ports`;
  for (const list of lists.map((path) => `GET /api/v1/${path}`)) {
    const asked = reads.filter((read) => read.startsWith(list) && read !== forwards);
    expect(asked).toEqual([list]);
  }

  // In place, all that can change so, by one request each.
  stack.program(everyClass({ ...second, ...one }) + lookups);
  const names = ["job", "partners", "edge", "data", "address-to-web", "front", "scratch", "ada"];
  expect((await stack.up()).changes).toEqual(
    Object.fromEntries(names.map((name) => [name, "update"])),
  );
  expectOrders(stack.writes(), [
    [`POST /api/v1/instances/${idOf(stack, "job")}/action`],
    [`POST /v1/images/${idOf(stack, "base")}/share`],
    [`PATCH /api/v1/firewalls/${idOf(stack, "edge")}`],
    [`PATCH /v1/volumes/${idOf(stack, "data")}`],
    [`POST /v1/floating-ips/${idOf(stack, "address")}/assign`],
    [`PATCH /v1/load-balancers/${idOf(stack, "front")}`],
    [`PATCH /api/v1/storage/pools/default/volumes/${idOf(stack, "scratch")}`],
    [`PATCH /v1/projects/proj_default/members/${idOf(stack, "ada")}`],
  ]);
  const outputs: unknown = JSON.parse(await stack.run("stack", "output", "--json", "-s", "dev"));
  expect(outputs).toMatchObject({
    pools: { storagePools: [{ name: "default" }] },
    image: { progress: 100 },
    metrics: { cpu: { value: expect.any(Number), unit: "percent" } },
  });

  // And replaced: most new before old, some old before new.
  const ids = new Map(stack.state().map(({ name }) => [name, idOf(stack, name)]));
  const old = (name: string) => ids.get(name) ?? "";
  const three = replacing(stack.platform, "three");
  stack.requests();
  stack.program(everyClass({ ...second, ...three }) + lookups);
  const { changes } = await stack.up();
  const kept = Object.entries(changes).filter(([, change]) => change !== "replace");
  expect(kept).toEqual([]);
  expect(Object.keys(changes)).toHaveLength(20);

  const now = (name: string) => idOf(stack, name);
  const containers = "/api/v1/instances";
  const instances = "/v1/instances";
  const servers = "/api/v2/servers";
  const newFirst = {
    "/api/v1/networks": "net",
    "/api/v1/firewalls": "edge",
    "/v1/images": "golden",
    "/api/v1/monitoring/alerts": "hot",
    "/v1/projects/proj_default/members": "ada",
  };
  const oldFirst = {
    "/api/v1/storage/pools/default/volumes": "scratch",
    "/api/v1/storage/buckets": "files",
  };
  expectOrders(stack.writes(), [
    ...Object.entries(newFirst).map(([path, name]) => [
      `POST ${path}`,
      `DELETE ${path}/${old(name)}`,
    ]),
    ...Object.entries(oldFirst).map(([path, name]) => [
      `DELETE ${path}/${old(name)}`,
      `POST ${path}`,
    ]),
    // A frozen one is unfrozen, stopped, and then deleted.
    [
      `POST ${containers}`,
      `POST ${containers}/${now("job")}/action`,
      `POST ${containers}/${old("job")}/action`,
      `POST ${containers}/${old("job")}/action`,
      `DELETE ${containers}/${old("job")}`,
    ],
    [`DELETE ${containers}/${old("job")}/ports`, `POST ${containers}/${now("job")}/ports`],
    [
      `POST ${instances}`,
      `POST ${instances}/${old("guest")}/action`,
      `DELETE ${instances}/${old("guest")}`,
    ],
    [
      `POST ${servers}`,
      `POST ${servers}/${old("server")}/action`,
      `DELETE ${servers}/${old("server")}`,
    ],
    // A share goes with its image.
    [
      "POST /v1/images/import",
      `POST /v1/images/${now("base")}/share`,
      `DELETE /v1/images/${old("base")}`,
    ],
    [
      "POST /v1/volumes",
      `POST /v1/volumes/${old("data")}/detach`,
      `POST /v1/volumes/${now("data")}/attach`,
      `DELETE /v1/volumes/${old("data")}`,
    ],
    [
      "POST /v1/floating-ips",
      `POST /v1/floating-ips/${old("address")}/unassign`,
      `POST /v1/floating-ips/${now("address")}/assign`,
      `DELETE /v1/floating-ips/${old("address")}`,
    ],
    [
      "POST /v1/certificates",
      "POST /v1/load-balancers",
      `DELETE /v1/load-balancers/${old("front")}`,
      `DELETE /v1/certificates/${old("tls")}`,
    ],
    [`DELETE /v1/api-keys/${old("ci")}`],
  ]);

  const key = `DELETE /v1/api-keys/${idOf(stack, "ci")}`;
  stack.requests();
  await stack.destroy();
  const writes = stack.writes();
  expect(writes).toContain(key);
  // A container's forwards are deleted with it, without a separate request, and a share with its image.
  expect(writes.filter((request) => /\/(ports|share)/.test(request))).toEqual([]);
  expect(stack.platform.snapshot()).toEqual(empty);
  for (const objects of Object.values(empty)) expect(objects).toEqual([]);
});

it("where only one can exist, the old one is deleted before the new one is created", async () => {
  await using stack = await openStack();
  stack.platform.configure({ dedicatedAllowance: 1 });
  stack.program(oneAtATime("one"));
  await stack.up();
  const [web, own, net, tls] = ["web", "own", "net", "tls"].map((name) => idOf(stack, name));
  stack.requests();
  stack.program(oneAtATime("three"));
  const { changes, messages } = await stack.up();
  expect(new Set(Object.values(changes))).toEqual(new Set(["replace"]));
  expect(new Set(messages)).toEqual(
    new Set([expect.stringContaining('certificate "tls" has a fixed name')]),
  );
  const machines = { "/api/v1/instances": "job", "/v1/instances": web, "/api/v2/servers": own };
  const others = { "/api/v1/networks": net, "/v1/certificates": tls };
  expectOrders(stack.writes(), [
    ...Object.entries(machines).map(([path, id]) => [
      `POST ${path}/${id}/action`,
      `DELETE ${path}/${id}`,
      `POST ${path}`,
    ]),
    ...Object.entries(others).map(([path, id]) => [`DELETE ${path}/${id}`, `POST ${path}`]),
  ]);
});
