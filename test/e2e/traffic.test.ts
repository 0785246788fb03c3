import { expect, it, vi } from "vitest";
import { CarriedStack } from "../support/carried-stack.ts";
import { makeCertificate } from "../support/certificate.ts";
import { type Client, Hammer } from "../support/hammer.ts";

// Each is several runs of the CLI and many thousand requests, and they share the machine.
vi.setConfig({ testTimeout: 1_500_000 });

const fewest = 20_000;

/** A release of an app: its image, and whom its certificate is for. */
function app(release: number, more = ""): string {
  const commonName = `release-${release}`;
  const { certificate, privateKey } = makeCertificate({ commonName, domains: ["shop.example"] });
  return `
import { LoadBalancedApp } from "pulumi-hosting/components";
new LoadBalancedApp("shop", {
  region: "eu-1", plan: "small", image: "shop/${release}", count: 2, drainSeconds: 1,
  floatingIp: true, certificate: ${JSON.stringify({ certificate, privateKey })}, ${more}
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

it("a release, a rotation and a move of the address lose no request, three times in a row", async () => {
  await using carried = await CarriedStack.open();
  const { stack } = carried;
  stack.program(app(0));
  await stack.up();
  for (const release of [1, 2, 3]) {
    const before = stack.platform.snapshot();
    const hammer = await hammered(carried);
    stack.program(app(release));
    const { changes } = await stack.up();
    expect(changes).toMatchObject({
      ...{ "shop-0": "replace", "shop-1": "replace", "shop-certificate": "replace" },
      ...{ "shop-balancer": "update", "shop-address-assignment": "update" },
    });
    await hammer.end(fewest);
    expect(hammer.lost).toEqual([]);
    expect(hammer.count).toBeGreaterThanOrEqual(fewest);
    const images = [`shop/${release - 1}`, `shop/${release}`];
    expect([...hammer.answered.keys()].toSorted()).toEqual(images);
    expect(hammer.shown).toEqual(new Set([`release-${release - 1}`, `release-${release}`]));
    const after = stack.platform.snapshot();
    const ids = [before, after].flatMap(({ instance }) => instance.map(({ id }) => String(id)));
    expect(hammer.instances).toEqual(new Set(ids));
  }
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
  // What was under way when its instance stopped is answered otherwise.
  expect(hammer.lost).toContainEqual(expect.stringContaining("503"));
  expect([...hammer.answered.keys()].toSorted()).toEqual(["shop/0", "shop/1"]);
});

/** With names of their own, instances go before their successors come. */
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

it("a backend that is killed in the middle of a release loses what is under way on it, and comes back", async () => {
  await using carried = await CarriedStack.open();
  const { stack } = carried;
  const { platform } = stack;
  stack.program(app(0));
  await stack.up();
  const { id } = stack.resource("shop-0");
  const program = await carried.bind({ id, image: "shop/0" });
  const balancer = await carried.entry("loadBalancer");
  const clients = Array.from({ length: 6 }, () => ({ url: () => balancer, keepsAlive: true }));
  const hammer = new Hammer(clients);
  // A gate that stays shut: the old instances serve on, and one of them is killed.
  platform.configure({ unhealthyImages: ["shop/1"] });
  stack.program(
    app(1, 'healthProbe: { protocol: "http", port: 8080, interval: 0.5, attempts: 600 },'),
  );
  const run = stack.up();
  await vi.waitFor(() => expect(platform.snapshot().instance).toHaveLength(4), 60_000);
  await vi.waitFor(() => expect(hammer.instances).toContain(id), 10_000);
  await program.kill();
  await carried.found(id, { isHealthy: false });
  const again = await carried.bind({ id, image: "shop/0 again", port: program.port });
  await carried.found(id, { isHealthy: true });
  await vi.waitFor(() => expect(hammer.answered.get("shop/0 again")).toBeGreaterThan(0), 10_000);
  platform.configure({ unhealthyImages: [] });
  await run;
  await hammer.end(2000);
  await again.kill();
  expect(hammer.lost.length).toBeLessThanOrEqual(clients.length);
  expect(hammer.answered.get("shop/1")).toBeGreaterThan(0);
});

it("a provider that is killed in the middle of the switch loses no request", async () => {
  await using carried = await CarriedStack.open();
  const { stack } = carried;
  stack.preload(new URL("../support/stack-kill-preload.mjs", import.meta.url));
  stack.program(app(0));
  await stack.up();
  const hammer = await hammered(carried);
  // Before the load balancer is switched; and when it is, before the address moves.
  for (const [at, kind] of ["loadBalancer", "floatingIp"].entries()) {
    stack.program(app(at + 1));
    stack.env["KILL_PROVIDER"] = `before 1 UPDATE objects of ${kind}`;
    await stack.up({ fails: true });
    delete stack.env["KILL_PROVIDER"];
    await stack.up();
  }
  await hammer.end(2000);
  expect(hammer.lost).toEqual([]);
  expect([...hammer.answered.keys()].toSorted()).toEqual(["shop/0", "shop/1", "shop/2"]);
});
