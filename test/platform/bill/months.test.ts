import { expect, test } from "vitest";
import { billedWorld, changesBy, written } from "./world.ts";

/**
 * Months worked out with a calculator from the price list of spec 8, in dollars: a dedicated IPv4 address
 * costs 2 / 730 an hour and at most 2 a month; a floating IP that serves no running instance 2 a month; a
 * gigabyte of block storage 0.10, of snapshots and of custom images 0.02 a month. An hour that has begun
 * counts whole, and a part of a month costs its share of the calendar month's hours.
 */

test("January, 31 days: a dedicated address is capped at its price per month", async () => {
  const { platform, at, server } = billedWorld();
  await server("web");
  at("2026-02-01");
  // 31 × 24 = 744 h; 744 × 2 / 730 = 2.0384, which is over 2.00: 2.00, as for 730 h.
  const { lines, total } = platform.bill({ month: "2026-01" });
  expect(written(lines)).toEqual(["proj_default dedicatedAddress: 730 hour = 2.00"]);
  expect(total).toBe(200);
});

test("February, 28 days: hours are a 730th each, months of storage are whole", async () => {
  const { platform, at, server, volume } = billedWorld();
  at("2026-02-01");
  await server("web");
  await volume("data", 100);
  at("2026-03-01");
  const { lines, total } = platform.bill({ month: "2026-02" });
  expect(written(lines)).toEqual([
    // 28 × 24 = 672 h; 672 × 2 / 730 = 1344 / 730 = 1.8411.
    "proj_default dedicatedAddress: 672 hour = 1.84",
    // The whole month: 100 × 0.10 = 10.00; 100 × 672 = 67,200 GB hours.
    "proj_default volume: 67200 GB hour = 10.00",
  ]);
  expect(total).toBe(1184);
});

test("March: a dedicated address is held without a server until it is released", async () => {
  const { platform, at, server, endServer } = billedWorld();
  at("2026-03-01");
  const web = await server("web");
  at("2026-03-02");
  await endServer(web);
  at("2026-03-11");
  platform.releaseAddress(platform.addresses()[0]?.ip ?? "");
  at("2026-04-01");
  const { lines, total, unpriced } = platform.bill({ month: "2026-03" });
  // 10 days, of which a server has it on one: 240 h; 240 × 2 / 730 = 480 / 730 = 0.6575.
  expect(written(lines)).toEqual(["proj_default dedicatedAddress: 240 hour = 0.66"]);
  expect(total).toBe(66);
  // The server itself has a price that nobody knows, also after it is gone.
  expect(unpriced).toMatchObject([{ id: web, what: "the price of a size is not shown" }]);
});

test("April: a floating IP is free only while it is on a running instance", async () => {
  const { platform, at, floatingIp, instance, act, done } = billedWorld();
  at("2026-04-01");
  const [one, two] = [await instance("one"), await instance("two")];
  await act(`/v1/instances/${two}`, "stop");
  const address = await floatingIp();
  at("2026-04-04"); // 3 days unassigned: 72 h
  await done(`POST /v1/floating-ips/${address}/assign`, { instance_id: one });
  at("2026-04-10"); // 6 days on a running one: free
  await done(`POST /v1/floating-ips/${address}/assign`, { instance_id: two });
  at("2026-04-15"); // 5 days on a stopped one: 120 h
  await act(`/v1/instances/${two}`, "start");
  at("2026-04-20"); // 5 days on a running one: free
  await done(`POST /v1/floating-ips/${address}/unassign`);
  at("2026-05-01"); // 11 days unassigned: 264 h
  const { lines, total } = platform.bill({ month: "2026-04" });
  // 72 + 120 + 264 = 456 h of 30 × 24 = 720 h; 456 × 2 / 720 = 912 / 720 = 1.2667.
  expect(written(lines)).toEqual(["proj_default floatingIp: 456 hour = 1.27"]);
  expect(total).toBe(127);
});

test("May: a volume that grows in the middle costs more from then on", async () => {
  const { platform, at, volume, done } = billedWorld();
  at("2026-05-01");
  const data = await volume("data", 50);
  at("2026-05-16 12:00");
  await done(`PATCH /v1/volumes/${data}`, { size_gb: 80 });
  at("2026-06-01");
  const { lines, total } = platform.bill({ month: "2026-05" });
  // 15.5 days of 31 with each size, 372 h: 50 × 372 + 80 × 372 = 18,600 + 29,760 = 48,360 GB hours.
  // 5.00 / 2 + 8.00 / 2 = 6.50.
  expect(written(lines)).toEqual(["proj_default volume: 48360 GB hour = 6.50"]);
  expect(total).toBe(650);
});

test("June: an image costs the project that has it, not those that it is shared to", async () => {
  const { platform, at, within } = billedWorld();
  platform.configure({ imageGb: 25 });
  const shop = changesBy(within("proj_shop"));
  within("proj_blog");
  at("2026-06-11");
  const golden = await shop.image("golden");
  at("2026-06-12");
  await shop.done(`POST /v1/images/${golden}/share`, { project_ids: ["proj_blog"] });
  at("2026-07-01");
  const { lines, total } = platform.bill({ month: "2026-06" });
  // 20 days of 30, 480 h of 720: 25 × 480 = 12,000 GB hours; 25 × 0.02 × 2 / 3 = 0.3333.
  expect(written(lines)).toEqual(["proj_shop image: 12000 GB hour = 0.33"]);
  expect(total).toBe(33);
  expect(platform.bill({ month: "2026-06", project: "proj_blog" })).toMatchObject({
    lines: [],
    total: 0,
  });
});

test("July: of 6 TB through a balancer 5 are free, and one has no price", async () => {
  const { platform, at, balancer } = billedWorld();
  at("2026-07-01");
  const [front, other] = [await balancer("front"), await balancer("other")];
  platform.meterTraffic(front, 4e12);
  at("2026-07-31 23:59");
  platform.meterTraffic(front, 2e12);
  platform.meterTraffic(other, 4e12);
  at("2026-08-01");
  platform.meterTraffic(front, 3e12);
  const { lines, total, unpriced } = platform.bill({ month: "2026-07" });
  // 4 + 2 = 6 TB, 5 of them free; the other balancer has its own 5 TB. Of August are 3 TB.
  expect(written(lines).sort()).toEqual([
    "proj_default loadBalancer: 4 TB = 0.00",
    "proj_default loadBalancer: 5 TB = 0.00",
  ]);
  expect(total).toBe(0);
  const what = "1 TB of outbound traffic beyond the free 5 TB: its price is not shown";
  expect(unpriced).toEqual([
    { project: "proj_default", kind: "loadBalancer", id: front, name: "front", what },
  ]);
});

test("August: an hour that has begun counts whole, and what is gone stays in the bill", async () => {
  const { platform, at, volume, server, endServer, done } = billedWorld();
  at("2026-08-03 10:00");
  const data = await volume("data", 1000);
  const web = await server("web");
  at("2026-08-03 11:30");
  await endServer(web);
  platform.releaseAddress(platform.addresses()[0]?.ip ?? "");
  at("2026-08-03 12:00:01");
  await done(`DELETE /v1/volumes/${data}`);
  at("2026-09-01");
  const { lines, total } = platform.bill({ month: "2026-08" });
  expect(written(lines)).toEqual([
    // 1.5 h are 2 h: 2 × 2 / 730 = 0.0055.
    "proj_default dedicatedAddress: 2 hour = 0.01",
    // 2 h and a second are 3 h: 1000 × 3 = 3,000 GB hours; 3,000 × 0.10 / 744 = 0.4032.
    "proj_default volume: 3000 GB hour = 0.40",
  ]);
  expect(total).toBe(41);
});

test("September: snapshots keep the size of the moment, and cost a fifth of their volume", async () => {
  const { platform, at, volume, done } = billedWorld();
  at("2026-09-01");
  const data = await volume("data", 200);
  at("2026-09-07");
  platform.snapshotVolume(data);
  at("2026-09-16");
  await done(`PATCH /v1/volumes/${data}`, { size_gb: 300 });
  const { id: second } = platform.snapshotVolume(data);
  at("2026-09-21");
  platform.deleteVolumeSnapshot(second);
  at("2026-10-01");
  const { lines, total } = platform.bill({ month: "2026-09" });
  expect(written(lines)).toEqual([
    // 15 days each of 30: (200 + 300) × 360 = 180,000 GB hours; 10.00 + 15.00 = 25.00.
    "proj_default volume: 180000 GB hour = 25.00",
    // 24 days of 30: 200 × 576 = 115,200 GB hours; 200 × 0.02 × 0.8 = 3.20.
    "proj_default volumeSnapshot: 115200 GB hour = 3.20",
    // 5 days of 30: 300 × 120 = 36,000 GB hours; 300 × 0.02 / 6 = 1.00.
    "proj_default volumeSnapshot: 36000 GB hour = 1.00",
  ]);
  expect(total).toBe(2920);
});

test("October: a dedicated address that changes hands is paid by each project in turn", async () => {
  const { platform, at, within } = billedWorld();
  const [shop, blog] = [changesBy(within("proj_shop")), changesBy(within("proj_blog"))];
  at("2026-10-01");
  const web = await shop.server("web");
  at("2026-10-11"); // 10 days: 240 h
  await shop.endServer(web);
  at("2026-10-16"); // 5 days at nobody's server, still the shop's: 120 h
  await blog.server("posts");
  at("2026-11-01"); // 16 days: 384 h
  const { lines, total } = platform.bill({ month: "2026-10" });
  expect(written(lines)).toEqual([
    // 240 + 120 + 384 = 744 h, of which 730 cost 2.00: 730 - 360 = 370; 370 × 2 / 730 = 1.0137.
    "proj_blog dedicatedAddress: 370 hour = 1.01",
    // 240 + 120 = 360 h; 360 × 2 / 730 = 0.9863.
    "proj_shop dedicatedAddress: 360 hour = 0.99",
  ]);
  expect(total).toBe(200);
  expect(platform.bill({ month: "2026-10", project: "proj_shop" }).total).toBe(99);
});

test("November: what began before and ends after is cut at the month's borders", async () => {
  const { platform, at, volume, instance, floatingIp, done } = billedWorld();
  at("2026-10-20");
  const data = await volume("data", 30);
  at("2026-11-02");
  const small = await volume("small", 1);
  const web = await instance("web");
  await done("POST /api/v1/storage/buckets", { name: "files" });
  await done("POST /api/v1/storage/pools/default/volumes", {
    name: "pooled",
    config: { size: "10GiB" },
  });
  at("2026-11-03 12:00");
  await done(`DELETE /v1/volumes/${small}`);
  at("2026-11-10 12:00");
  await done(`DELETE /v1/volumes/${data}`);
  at("2026-11-30 23:30");
  await floatingIp();
  at("2026-12-05");
  const { lines, total, unpriced } = platform.bill({ month: "2026-11" });
  expect(written(lines)).toEqual([
    // Half an hour is one hour: 2 / 720 = 0.0028.
    "proj_default floatingIp: 1 hour = 0.00",
    // 9.5 days: 30 × 228 = 6,840 GB hours; 30 × 0.10 × 228 / 720 = 0.95.
    "proj_default volume: 6840 GB hour = 0.95",
    // 36 h: 1 × 0.10 × 36 / 720 = 0.005; half a cent is rounded up.
    "proj_default volume: 36 GB hour = 0.01",
  ]);
  expect(total).toBe(96);
  expect(unpriced.map(({ kind, name, what }) => `${kind} ${name}: ${what}`)).toEqual([
    "bucket files: the price of a bucket is not shown",
    "instance web: the price of a plan is not shown",
    "poolVolume pooled: the price of storage of a pool is not shown",
  ]);
  expect(unpriced[1]).toMatchObject({ id: web });
  // Of October are 12 days of 31: 30 × 0.10 × 288 / 744 = 1.1613.
  expect(platform.bill({ month: "2026-10" }).total).toBe(116);
});

test("December: everything at once, all month long", async () => {
  const { platform, at, volume, floatingIp, server, image, balancer } = billedWorld();
  at("2026-12-01");
  await server("web");
  await floatingIp();
  platform.snapshotVolume(await volume("data", 7));
  await image("golden");
  platform.meterTraffic(await balancer("front"), 1e12);
  at("2027-01-01");
  const { lines, total } = platform.bill({ month: "2026-12" });
  expect(written(lines)).toEqual([
    // 744 h, capped.
    "proj_default dedicatedAddress: 730 hour = 2.00",
    "proj_default floatingIp: 744 hour = 2.00",
    // 7 × 744 = 5,208; 7 × 0.10 = 0.70.
    "proj_default volume: 5208 GB hour = 0.70",
    // 7 × 0.02 = 0.14.
    "proj_default volumeSnapshot: 5208 GB hour = 0.14",
    // An image is taken for 10 GB: 10 × 744 = 7,440; 10 × 0.02 = 0.20.
    "proj_default image: 7440 GB hour = 0.20",
    "proj_default loadBalancer: 1 TB = 0.00",
  ]);
  // 2.00 + 2.00 + 0.70 + 0.14 + 0.20 = 5.04.
  expect(total).toBe(504);
});
