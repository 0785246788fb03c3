import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, vi } from "vitest";
import { CarriedStack } from "../support/carried-stack.ts";
import { makeCertificate } from "../support/certificate.ts";
import { type Client, Hammer } from "../support/hammer.ts";

vi.setConfig({ testTimeout: 540_000 });

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
    { url: () => balancer, keepsAlive: true },
    { url: () => balancer, keepsAlive: true },
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
    console.log(release, hammer.count, [...hammer.answered]);
  }
});
