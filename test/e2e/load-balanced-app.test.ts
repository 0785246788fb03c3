import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";

const imports = 'import { LoadBalancedApp } from "pulumi-hosting/components";\n';

/** An app with everything a component adds by itself, and a floating IP and data volumes. */
function app(count: number, name = "shop", more: { options?: string; data?: string } = {}): string {
  const { options = "{}", data = "dataSizeGb: 10" } = more;
  return `${imports}
new LoadBalancedApp("${name}", {
  region: "eu-1", plan: "small", image: "debian/13", count: ${count}, drainSeconds: 1,
  floatingIp: true, ${data}
}, ${options});`;
}

function withoutIds(request: string): string {
  return request.replace(/\/[a-z]+_[0-9a-z]+/g, "/{id}");
}

/** A resource as the file of the state has it, by the end of its URN. */
function stored({ stateFile }: TestStack, end: string): { urn: string; protect?: boolean } {
  const { resources } = JSON.parse(readFileSync(stateFile, "utf8")).checkpoint.latest;
  return resources.find(({ urn }: { urn: string }) => urn.endsWith(end));
}

it("an app is released, scaled, renamed and scaled back, and its volumes follow and stay", async () => {
  await using stack = await openStack();
  const { platform } = stack;
  stack.program(app(2));
  await stack.up();
  const volumes = () => platform.snapshot().volume.map(({ id }) => id);
  const before = volumes();

  // A release that fails leaves the volumes; what it leaves is there until the end of the next one.
  platform.configure({ unhealthyImages: ["debian/15"] });
  stack.writes();
  const healthProbe = 'healthProbe: { protocol: "http", port: 8080, interval: 0.1, attempts: 2 }';
  const bad = app(2, "shop", { data: `dataSizeGb: 10, ${healthProbe}` });
  stack.program(bad.replace("debian/13", "debian/15"));
  await stack.up({ fails: true });
  expect(stack.writes()).toEqual(["POST /v1/instances", "POST /v1/instances"]);

  // The next one moves them after the switch, and before the old instances are stopped.
  stack.program(app(2));
  await stack.up();
  const order = stack.writes().map((request) => withoutIds(request).replace(/.*\//, ""));
  expect(order.lastIndexOf("attach")).toBeLessThan(order.indexOf("action"));
  expect(volumes()).toEqual(before);

  // Scaling touches the new instances and the load balancer, and waits for no drain.
  stack.program(app(4));
  const added = [2, 3].flatMap((at) => [
    `shop-${at}`,
    `shop-${at}-healthy`,
    `shop-${at}-data`,
    `shop-${at}-data-attachment`,
  ]);
  expect((await stack.up()).changes).toEqual({
    ...Object.fromEntries(added.map((name) => [name, "create"])),
    "shop-balancer": "update",
    "shop-drained": "update",
  });
  expect(stack.writes().map(withoutIds).toSorted()).toEqual([
    "PATCH /v1/load-balancers/{id}",
    "POST /v1/instances",
    "POST /v1/instances",
    "POST /v1/volumes",
    "POST /v1/volumes",
    "POST /v1/volumes/{id}/attach",
    "POST /v1/volumes/{id}/attach",
  ]);

  // Under another name, with an alias, nothing of it is touched on the platform.
  stack.program(app(4, "store", { options: '{ aliases: [{ name: "shop" }] }' }));
  await stack.up();
  expect(stack.writes()).toEqual([]);
  expect(stored(stack, ":Volume::store-2-data").protect).toBe(true);

  // Volumes with data stay until the program allows deleting them.
  stack.program(app(2, "store"));
  expect((await stack.preview({ fails: true })).output).toMatch(
    /Volume::store-[23]-data.* cannot be deleted/,
  );
  const data = "dataSizeGb: 10, allowDataLoss: true";
  stack.program(app(4, "store", { data }));
  await stack.up();
  expect(stack.writes()).toEqual([]);

  // The load balancer drops the two before they are stopped.
  stack.program(app(2, "store", { data }));
  await stack.up();
  expect(stack.writes()[0]).toMatch(/^PATCH \/v1\/load-balancers\//);

  // One instance is released together with what leads to it.
  stack.program(app(2, "store", { data }).replace("debian/13", "debian/14"));
  const target = ["--target", stored(stack, ":Instance::store-0").urn];
  const { changes } = await stack.up({}, ...target, "--target-dependents");
  expect(Object.keys(changes)).toEqual(
    expect.arrayContaining(["store-0", "store-balancer", "store-0-data-attachment"]),
  );
  expect(platform.snapshot().loadBalancer).toMatchObject([
    { backend_instances: expect.arrayContaining([stack.resource("store-0").id]) },
  ]);
  await stack.destroy();
  expect(Object.values(platform.snapshot()).flat()).toEqual([]);
});
