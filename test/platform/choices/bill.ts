import type { billChoices } from "../../../platform/choices/bill.ts";
import { changesBy } from "../bill/world.ts";
import { sender } from "../support.ts";
import type { ChoiceCase } from "./asking.ts";

type AskedWorld = Parameters<ChoiceCase["ask"]>[0];

const hour = 3600;

export const bill: Readonly<Record<keyof typeof billChoices, ChoiceCase>> = {
  "bill.hours": {
    ask: async (world) => {
      const data = await changesBy(world.send).volume("data", 1000);
      world.clock.pass(1.5 * hour);
      await world.send(`DELETE /v1/volumes/${data}`);
      world.clock.pass(hour);
      return quantities(world);
    },
    answers: [[2000], [1500]],
  },
  "bill.partMonth": {
    // January has 744 hours: 372 are half of it, and 372 × 2 / 730 are 1.02.
    ask: async (world) => {
      await changesBy(world.send).floatingIp();
      world.clock.pass(372 * hour);
      const half = world.platform.bill().total;
      world.clock.pass(372 * hour);
      return [half, world.platform.bill({ month: "2026-01" }).total];
    },
    answers: [
      [100, 200],
      [102, 200],
    ],
  },
  "bill.start": {
    ask: async (world) => {
      world.platform.configure({
        volumeSeconds: 5 * hour,
        resizeSeconds: 5 * hour,
        importSeconds: 5 * hour,
      });
      const { volume, image, done } = changesBy(world.send);
      const data = await volume("data", 100);
      await image("golden");
      world.clock.pass(10 * hour);
      await done(`PATCH /v1/volumes/${data}`, { size_gb: 200 });
      world.clock.pass(10 * hour);
      return quantities(world);
    },
    // 10 h of 100 GB and 10 h of 200, or 5 h of nothing, 10 h of 100 and 5 h of 200; an image of 10 GB.
    answers: [
      [3000, 200],
      [2000, 150],
    ],
  },
  "bill.floatingIps": {
    ask: async (world) => {
      const { floatingIp, instance, act, done } = changesBy(world.send);
      const [web, address] = [await instance("web"), await floatingIp()];
      await done(`POST /v1/floating-ips/${address}/assign`, { instance_id: web });
      world.clock.pass(hour);
      await act(`/v1/instances/${web}`, "stop");
      world.clock.pass(4 * hour);
      await done(`POST /v1/floating-ips/${address}/unassign`);
      world.clock.pass(hour);
      return quantities(world);
    },
    // The second of booting makes one of the hours more.
    answers: [[6], [1]],
  },
  "bill.dedicatedAddresses": {
    ask: async ({ platform, clock }) => {
      platform.createProject("shop", { id: "proj_shop" });
      const options = { scopes: ["*"], level: "Admin", project: "proj_shop" } as const;
      await changesBy(sender(platform, platform.createKey(options).key)).server("web");
      clock.pass(hour);
      return platform.bill().lines.map(({ project }) => project);
    },
    answers: [["proj_shop"], ["proj_default"]],
  },
  "bill.poolVolumes": {
    ask: async (world) => {
      const path = "/api/v1/storage/pools/default/volumes";
      await world.send(`POST ${path}`, { name: "data", config: { size: "10GiB" } });
      world.clock.pass(hour);
      return [quantities(world), world.platform.bill().unpriced.map(({ what }) => what)];
    },
    // 10 GiB are 10.73741824 GB, rounded for show.
    answers: [
      [[], ["the price of storage of a pool is not shown"]],
      [[10.737418], []],
    ],
  },
  "bill.freeTraffic": {
    ask: async (world) => {
      const { balancer } = changesBy(world.send);
      for (const name of ["a", "b"]) world.platform.meterTraffic(await balancer(name), 4e12);
      return [quantities(world).sort(), world.platform.bill().unpriced.length];
    },
    answers: [
      [[4, 4], 0],
      [[1, 4], 1],
    ],
  },
};

function quantities({ platform }: Pick<AskedWorld, "platform">): number[] {
  return platform.bill().lines.map(({ quantity }) => quantity);
}
