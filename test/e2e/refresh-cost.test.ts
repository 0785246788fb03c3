import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

const program = `
const many = (count, make) => { for (let at = 0; at < count; at += 1) make(String(at)); };
many(100, (at) => new hosting.Container("job-" + at, { image: "debian/13" }));
many(10, (at) => {
  new hosting.Network("net-" + at, {});
  new hosting.Firewall("edge-" + at, { inbound: [], outbound: [] });
  new hosting.Bucket("files-" + at, {});
  new hosting.AlertRule("hot-" + at, {
    metric: "cpu_percent", condition: "gt", threshold: 90, channels: ["email"],
  });
});
`;

it("a refresh of 140 objects of five kinds costs one list per kind", async () => {
  await using stack = await openStack();
  stack.program(program);
  await stack.up();
  stack.requests();
  expect((await stack.refresh()).changes).toEqual({});
  expect(stack.requests().toSorted()).toEqual([
    "GET /api/v1/firewalls",
    "GET /api/v1/instances",
    "GET /api/v1/monitoring/alerts",
    "GET /api/v1/networks",
    "GET /api/v1/storage/buckets",
  ]);
});
