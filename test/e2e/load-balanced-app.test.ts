import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
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

/** The same resources of an app with two instances, written by hand. */
const byHand = `
const machine = { region: "eu-1", plan: "small", image: "debian/13" };
const web = [0, 1].map((at) => new hosting.Instance("shop-" + at, machine));
new hosting.LoadBalancer("shop-balancer", {
  region: "eu-1",
  forwardingRules: [
    { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" },
  ],
  healthCheck: { protocol: "http", port: 8080, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: web.map(({ id }) => id),
});
const front = new hosting.FloatingIp("shop-address", { region: "eu-1" });
new hosting.FloatingIpAssignment("front", { floatingIpId: front.id, instanceId: web[0].id });
web.forEach((instance, at) => {
  const data = new hosting.Volume("data-" + at, { region: "eu-1", sizeGb: 10, filesystem: "ext4" });
  new hosting.VolumeAttachment("attached-" + at, { volumeId: data.id, instanceId: instance.id });
});
new hosting.AlertRule("cpu", {
  metric: "cpu_percent", condition: "gt", threshold: 90, channels: ["email"], cooldownMinutes: 30,
});
new hosting.Firewall("edge", {
  inbound: [{ protocol: "tcp", ports: ["8080"], description: "the app" }],
  outbound: [{ protocol: "tcp" }, { protocol: "udp" }, { protocol: "icmp" }],
});`;

/** Requests of an up on a platform where nothing has to be waited for, without the ids in them. */
async function requestsOf(stack: TestStack, program: string): Promise<readonly string[]> {
  stack.platform.configure({ bootSeconds: 0 });
  stack.program(program);
  await stack.up();
  return stack.requests().map(withoutIds).toSorted();
}

function withoutIds(request: string): string {
  return request.replace(/\/[a-z]+_[0-9a-z]+/g, "/{id}");
}

it("an app needs no more requests than its resources written by hand, and one instance is released alone", async () => {
  await using stack = await openStack();
  await using other = await openStack();
  expect(await requestsOf(stack, app(2))).toEqual(await requestsOf(other, byHand));

  // A release of one instance leaves out what leads to it, unless that is taken along.
  const toInstance = ["shop-balancer", "shop-address-assignment", "shop-0-data-attachment"];
  const target = ["--target", stored(stack, ":Instance::shop-0").urn];
  stack.program(app(2).replace("debian/13", "debian/14"));
  expect((await stack.up({}, ...target)).changes).toEqual({ "shop-0": "replace" });
  stack.program(app(2).replace("debian/13", "debian/15"));
  const { changes } = await stack.up({}, ...target, "--target-dependents");
  expect(Object.keys(changes)).toEqual(expect.arrayContaining(["shop-0", ...toInstance]));
  const { backend_instances } = Object(stack.platform.snapshot().loadBalancer[0]);
  expect(backend_instances).toContain(stack.resource("shop-0").id);
});

/** A resource as the file of the state has it, by the end of its URN. */
function stored({ stateFile }: TestStack, end: string): { urn: string; protect?: boolean } {
  const { resources } = JSON.parse(readFileSync(stateFile, "utf8")).checkpoint.latest;
  return resources.find(({ urn }: { urn: string }) => urn.endsWith(end));
}

it("a certificate rotates without a gap: the old one goes when the load balancer has left it", async () => {
  await using stack = await openStack();
  const secure = (domain: string) => {
    const { certificate, privateKey } = makeCertificate({ domains: [domain] });
    return `${imports}
new LoadBalancedApp("shop", {
  region: "eu-1", plan: "small", image: "debian/13", count: 1,
  certificate: ${JSON.stringify({ certificate, privateKey })},
});`;
  };
  stack.program(secure("one.example"));
  await stack.up();
  stack.writes();
  stack.program(secure("two.example"));
  const { changes } = await stack.up();
  expect(changes).toEqual({ "shop-certificate": "replace", "shop-balancer": "update" });
  expect(stack.writes().map(withoutIds)).toEqual([
    "POST /v1/certificates",
    "PATCH /v1/load-balancers/{id}",
    "DELETE /v1/certificates/{id}",
  ]);
});

it("a release that fails leaves the volumes, others move them after the switch and before the old ones are stopped", async () => {
  await using stack = await openStack();
  stack.program(app(2));
  await stack.up();
  const volumes = () => stack.platform.snapshot().volume.map(({ id }) => id);
  const before = volumes();

  // What one that fails leaves stands until the end of the next one.
  stack.platform.configure({ unhealthyImages: ["debian/15"] });
  stack.writes();
  const healthProbe = 'healthProbe: { protocol: "http", port: 8080, interval: 0.1, attempts: 2 }';
  const bad = app(2, "shop", { data: `dataSizeGb: 10, ${healthProbe}` });
  stack.program(bad.replace("debian/13", "debian/15"));
  await stack.up({ fails: true });
  expect(stack.writes()).toEqual(["POST /v1/instances", "POST /v1/instances"]);

  for (const [image, stopped] of [
    ["debian/14", 4],
    ["debian/13", 2],
  ] as const) {
    stack.writes();
    stack.program(app(2).replace("debian/13", image));
    await stack.up();
    const order = stack.writes().map((request) => withoutIds(request).replace(/.*\//, ""));
    expect(order.slice(0, 3)).toEqual(["instances", "instances", "{id}"]);
    expect(order.lastIndexOf("attach")).toBeLessThan(order.indexOf("action"));
    expect(order.filter((last) => last === "detach")).toHaveLength(2);
    expect(order.filter((last) => last === "action")).toHaveLength(stopped);
    expect(volumes()).toEqual(before);
  }
});

it("scaling from 2 to 4 touches the new instances and the load balancer, and waits for no drain", async () => {
  await using stack = await openStack();
  stack.program(app(2));
  await stack.up();
  stack.requests();
  stack.program(app(4));
  const { changes: planned } = await stack.preview();
  const { changes } = await stack.up();
  const added = [2, 3].flatMap((at) => [
    `shop-${at}`,
    `shop-${at}-healthy`,
    `shop-${at}-data`,
    `shop-${at}-data-attachment`,
  ]);
  const expected = {
    ...Object.fromEntries(added.map((name) => [name, "create"])),
    "shop-balancer": "update",
    "shop-drained": "update",
  };
  expect(changes).toEqual(expected);
  expect(planned).toEqual(expected);
  const writes = stack.writes().map(withoutIds);
  expect(writes.toSorted()).toEqual([
    "PATCH /v1/load-balancers/{id}",
    "POST /v1/instances",
    "POST /v1/instances",
    "POST /v1/volumes",
    "POST /v1/volumes",
    "POST /v1/volumes/{id}/attach",
    "POST /v1/volumes/{id}/attach",
  ]);

  // What the state no longer protects is protected again by the next `up`.
  const { urn, protect } = stored(stack, ":Volume::shop-2-data");
  await stack.run("state", "unprotect", urn, "--yes", "--stack", "dev");
  expect([protect, stored(stack, ":Volume::shop-2-data").protect]).toEqual([true, undefined]);

  // Under another name, with an alias, nothing of it is touched on the platform.
  stack.program(app(4, "store", { options: '{ aliases: [{ name: "shop" }] }' }));
  await stack.up();
  expect(stack.writes()).toEqual([]);
  expect(stored(stack, ":Volume::store-2-data").protect).toBe(true);

  // Volumes with data stay until the program says that they may go.
  const protectedVolume = /Volume::store-[23]-data.* cannot be deleted/;
  const data = "dataSizeGb: 10, allowDataLoss: true";
  const atOnce = app(2, "store", { data });
  for (const smaller of [app(2, "store"), app(4, "store", { data: "" }), atOnce]) {
    stack.program(smaller);
    expect((await stack.preview({ fails: true })).output).toMatch(protectedVolume);
  }
  stack.program(app(4, "store", { data }));
  await stack.up();
  expect(stack.writes()).toEqual([]);

  // And back: the load balancer lets go of the two before they are stopped.
  stack.program(app(2, "store", { data }));
  await stack.up();
  const back = stack.writes().map((request) => request.split("/")[2]);
  expect(back[0]).toBe("load-balancers");
  await stack.destroy();
  expect(Object.values(stack.platform.snapshot()).flat()).toEqual([]);
});
