import { expect, it, vi } from "vitest";
import { CarriedStack } from "../support/carried-stack.ts";
import { makeCertificate } from "../support/certificate.ts";
import { type Client, Hammer } from "../support/hammer.ts";
import { killedOnce } from "../support/stack-kill.ts";

const fewest = 20_000;

/** A release of an app: its image, and whom its certificate is for. */
function app(release: number): string {
  const commonName = `release-${release}`;
  const { certificate, privateKey } = makeCertificate({ commonName, domains: ["shop.example"] });
  return `
import { LoadBalancedApp } from "pulumi-hosting/components";
new LoadBalancedApp("shop", {
  region: "eu-1", plan: "small", image: "shop/${release}", count: 2, drainSeconds: 1,
  floatingIp: true, certificate: ${JSON.stringify({ certificate, privateKey })},
});`;
}

/** Starts the app and asks it by its load balancer and by its address, on kept and on new connections. */
async function hammered(carried: CarriedStack): Promise<Hammer> {
  const balancer = await carried.entry("loadBalancer");
  const address = (await carried.entry("floatingIp")).replace("tcp:", "http:");
  const clients: readonly Client[] = [
    ...Array.from({ length: 4 }, () => ({ url: () => balancer, keepsAlive: true })),
    { url: () => balancer, keepsAlive: false },
    { url: () => address, keepsAlive: false },
  ];
  return new Hammer(clients);
}

it("a release, a rotation and a move of the address lose no request, also where the switch is killed", async () => {
  await using carried = await CarriedStack.open();
  const { stack } = carried;
  stack.program(app(0));
  await stack.up();
  const before = stack.platform.snapshot();
  const hammer = await hammered(carried);
  stack.program(app(1));
  const { changes } = await stack.up();
  expect(changes).toMatchObject({
    ...{ "shop-0": "replace", "shop-1": "replace", "shop-certificate": "replace" },
    ...{ "shop-balancer": "update", "shop-address-assignment": "update" },
  });
  await hammer.end(fewest);
  expect(hammer.lost).toEqual([]);
  expect(hammer.count).toBeGreaterThanOrEqual(fewest);
  expect([...hammer.answered.keys()].toSorted()).toEqual(["shop/0", "shop/1"]);
  expect(hammer.shown).toEqual(new Set(["release-0", "release-1"]));
  const after = stack.platform.snapshot();
  const ids = [before, after].flatMap(({ instance }) => instance.map(({ id }) => String(id)));
  expect(hammer.instances).toEqual(new Set(ids));

  const again = await hammered(carried);
  const { seq: last = 0 } = stack.platform.requests().at(-1) ?? {};
  const isSwitched = () => {
    const fresh = stack.platform.requests().filter(({ seq }) => seq > last);
    expect(fresh.map(({ path }) => path.split("/")[2])).toContain("load-balancers");
  };
  stack.program(app(2));
  await killedOnce(stack, vi.waitFor(isSwitched, { timeout: 120_000, interval: 20 }));
  await stack.up();
  await again.end(2000);
  expect(again.lost).toEqual([]);
  expect([...again.answered.keys()].toSorted()).toEqual(["shop/1", "shop/2"]);
});

it("a release that stops the old instances before the new ones are backends loses some", async () => {
  await using carried = await CarriedStack.open();
  const { stack } = carried;
  stack.program(oldFirst("shop/0"));
  await stack.up();
  const balancer = await carried.entry("loadBalancer");
  const hammer = new Hammer([{ url: () => balancer, keepsAlive: true }]);
  stack.program(oldFirst("shop/1"));
  await stack.up();
  await hammer.end(0);
  expect(hammer.lost.length).toBeGreaterThan(0);
  // Requests under way when their instance stopped have another answer.
  expect(hammer.lost).toContainEqual(expect.stringContaining("503"));
  expect([...hammer.answered.keys()].toSorted()).toEqual(["shop/0", "shop/1"]);
});

/** With fixed names, instances are deleted before their replacements are created. */
function oldFirst(image: string): string {
  return `
const web = [0, 1].map((at) => {
  const machine = { name: "web-" + at, region: "eu-1", plan: "small", image: "${image}" };
  return new hosting.Instance("web-" + at, machine);
});
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: web.map(({ id }) => id),
});`;
}
