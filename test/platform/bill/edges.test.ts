import { describe, expect, test } from "vitest";
import { isMetered } from "../../../platform/bill/prices.ts";
import { openPlatform } from "../../../platform/index.ts";
import { sender, temporaryDirectory } from "../support.ts";
import { billedWorld, changesBy, written } from "./world.ts";

describe("time", () => {
  test("one jump over several months leaves each its own hours", async () => {
    const { platform, at, volume, floatingIp } = billedWorld();
    at("2026-01-31 23:00");
    await volume("data", 10);
    await floatingIp();
    at("2026-03-01 02:00");
    const bills = ["2026-01", "2026-02", "2026-03"].map((month) => platform.bill({ month }));
    expect(bills.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([
      [1, 10],
      [672, 6720],
      [2, 20],
    ]);
    expect(bills.map(({ total }) => total)).toEqual([0, 300, 1]);
  });

  test("a month that has begun is billed until now, and is the usual one", async () => {
    const { platform, at, floatingIp } = billedWorld();
    at("2026-02-01");
    await floatingIp();
    at("2026-02-08");
    // A quarter of February: 0.50.
    expect(platform.bill()).toMatchObject({
      month: "2026-02",
      from: "2026-02-01T00:00:00.000Z",
      until: "2026-02-08T00:00:00.000Z",
      total: 50,
    });
  });

  test("29 February is in the bill of a leap year", async () => {
    const { platform, at, floatingIp } = billedWorld();
    at("2028-02-29");
    await floatingIp();
    at("2028-03-01");
    const [line] = platform.bill({ month: "2028-02" }).lines;
    expect(line).toMatchObject({ quantity: 24, unitPrice: { cents: 200, per: 29 * 24 } });
  });

  test("while the clock is frozen nothing costs anything, and what comes and goes was never there", async () => {
    const { platform, at, clock, volume, instance, act, done } = billedWorld();
    at("2026-01-02");
    platform.clock.freeze();
    await volume("data", 500);
    const web = await instance("web");
    await act(`/v1/instances/${web}`, "stop");
    await done(`DELETE /v1/instances/${web}`);
    clock.pass(100 * 3600);
    expect(platform.bill()).toMatchObject({ lines: [], unpriced: [] });
    platform.clock.resume();
    clock.pass(3600);
    expect(written(platform.bill().lines)).toEqual([
      // 500 × 0.10 / 744 = 0.0672.
      "proj_default volume: 500 GB hour = 0.07",
    ]);
    expect(platform.bill().unpriced).toEqual([]);
  });

  test("a restored world has the bill of the moment that was saved, and goes on from there", async () => {
    const { platform, clock, volume, done } = billedWorld();
    const data = await volume("data", 100);
    clock.pass(10 * 3600);
    platform.save("then");
    await done(`PATCH /v1/volumes/${data}`, { size_gb: 9000 });
    await volume("more", 9000);
    platform.clock.advance(40 * 24 * 3600);
    await done(`DELETE /v1/volumes/${data}`);
    platform.restore("then");
    expect(platform.bill()).toMatchObject({ month: "2026-01" });
    expect(written(platform.bill().lines)).toEqual([
      // 1000 × 0.10 / 744 = 0.1344.
      "proj_default volume: 1000 GB hour = 0.13",
    ]);
    clock.pass(10 * 3600);
    expect(platform.bill().lines).toMatchObject([{ quantity: 2000 }]);
  });

  test("a system clock that goes back takes no hours off, and adds none", async () => {
    const { platform, clock, volume, done } = billedWorld();
    const data = await volume("data", 10);
    clock.pass(2 * 3600);
    await done(`PATCH /v1/volumes/${data}`, { size_gb: 20 });
    clock.pass(-3600);
    await done(`PATCH /v1/volumes/${data}`, { size_gb: 30 });
    clock.pass(3600);
    const { lines } = platform.bill();
    expect(lines).toMatchObject([{ quantity: 10 * 2 + 30 }]);
  });
});

test("what takes a part of a millisecond is billed from a whole one", async () => {
  const { platform, clock, volume, instance, floatingIp } = billedWorld();
  platform.configure({ choices: { "bill.start": "ready", "bill.hours": "exact" } });
  platform.configure({ volumeSeconds: 0.0005, bootSeconds: 0.0003 });
  await volume("data", 10);
  await instance("web");
  await floatingIp();
  clock.pass(3600);
  expect(platform.bill().lines).toHaveLength(2);
});

describe("a dedicated address", () => {
  test("that three projects have in a month never costs more than its price", async () => {
    const { platform, at, within } = billedWorld();
    const [one, two, three] = ["proj_a", "proj_b", "proj_c"].map((id) => changesBy(within(id)));
    at("2026-12-01");
    const first = await one?.server("one");
    at("2026-12-01 02:00"); // 2 h × 2 / 730 = 0.0055
    await one?.endServer(String(first));
    const second = await two?.server("two");
    at("2026-12-02 17:00"); // 39 h × 2 / 730 = 0.1068; 0.0055 + 0.1068 = 0.1123, of which 0.01 is paid
    await two?.endServer(String(second));
    await three?.server("three");
    at("2027-01-01"); // 730 - 41 = 689 h × 2 / 730 = 1.8877; one by one they would be 2.01
    expect(written(platform.bill({ month: "2026-12" }).lines)).toEqual([
      "proj_a dedicatedAddress: 2 hour = 0.01",
      "proj_b dedicatedAddress: 39 hour = 0.10",
      "proj_c dedicatedAddress: 689 hour = 1.89",
    ]);
  });

  test("that is released and taken again in a month is capped once", async () => {
    const { platform, at, server, endServer } = billedWorld();
    const first = await server("first");
    at("2026-01-15");
    await endServer(first);
    const ip = platform.addresses()[0]?.ip ?? "";
    platform.releaseAddress(ip);
    await server("second");
    at("2026-02-01");
    const { lines } = platform.bill({ month: "2026-01" });
    expect(lines).toMatchObject([{ id: ip, quantity: 730, amount: 200 }]);
  });

  test("is paid by its next project from the first moment, and by the last one months later", async () => {
    // Each look at this clock is a millisecond later.
    let now = Date.parse("2026-01-01T00:00:00Z");
    const clock = {
      now: () => {
        now += 1;
        return now;
      },
    };
    const platform = openPlatform({ file: `${temporaryDirectory()}/platform.db`, clock });
    const projects = ["proj_a", "proj_b"].map((id) => {
      platform.createProject(id, { id });
      const { key } = platform.createKey({ scopes: ["*"], level: "Admin", project: id });
      return changesBy(sender(platform, key));
    });
    platform.configure({ bootSeconds: 0 });
    const payers = (month: string) => platform.bill({ month }).lines.map(({ project }) => project);
    const first = String(await projects[0]?.server("web"));
    platform.clock.jump(new Date("2026-01-02T00:00:00Z"));
    await projects[0]?.endServer(first);
    platform.clock.jump(new Date("2026-04-01T00:00:00Z"));
    expect(payers("2026-03")).toEqual(["proj_a"]);
    platform.releaseAddress(platform.addresses()[0]?.ip ?? "");
    platform.clock.jump(new Date("2026-05-01T00:00:00Z"));
    await projects[1]?.server("web2");
    platform.clock.jump(new Date("2026-06-01T00:00:00Z"));
    expect(payers("2026-04")).toEqual(["proj_a"]);
    expect(payers("2026-05")).toEqual(["proj_b"]);
    platform.close();
  });
});

describe("a floating IP", () => {
  test("costs something while its instance boots, each time", async () => {
    const { platform, clock, instance, act, floatingIp, done } = billedWorld();
    platform.configure({ bootSeconds: 2 * 3600 });
    const web = await instance("web");
    await done(`POST /v1/floating-ips/${await floatingIp()}/assign`, { instance_id: web });
    clock.pass(24 * 3600);
    expect(platform.bill().lines).toMatchObject([{ quantity: 2 }]);
    await act(`/v1/instances/${web}`, "restart");
    clock.pass(24 * 3600);
    expect(platform.bill().lines).toMatchObject([{ quantity: 4 }]);
    await act(`/v1/instances/${web}`, "freeze");
    clock.pass(24 * 3600);
    expect(platform.bill().lines).toMatchObject([{ quantity: 28 }]);
  });

  test("costs nothing for what its instance did before it came, and something when that is gone", async () => {
    const { platform, clock, instance, act, floatingIp, done } = billedWorld();
    const web = await instance("web");
    clock.pass(3600);
    await act(`/v1/instances/${web}`, "stop");
    clock.pass(3600);
    await act(`/v1/instances/${web}`, "start");
    const address = await floatingIp();
    clock.pass(3600);
    await done(`POST /v1/floating-ips/${address}/assign`, { instance_id: web });
    clock.pass(5 * 3600);
    expect(platform.bill().lines).toMatchObject([{ quantity: 1 }]);
    await act(`/v1/instances/${web}`, "stop");
    await done(`DELETE /v1/instances/${web}`);
    clock.pass(3600);
    const ip = platform.snapshot().floatingIp[0]?.["ip"];
    expect(platform.bill().lines).toMatchObject([{ quantity: 2, name: ip }]);
  });
});

describe("storage", () => {
  test("an import that fails leaves nothing that costs", async () => {
    const { platform, clock, done } = billedWorld();
    const url = "https://images.test/broken.raw";
    await done("POST /v1/images/import", { name: "a", url, format: "raw", os_type: "linux" });
    clock.pass(3600);
    expect(platform.bill().lines).toEqual([]);
  });

  test("a snapshot outlives its volume", async () => {
    const { platform, clock, volume, done } = billedWorld();
    const data = await volume("data", 100);
    const snapshot = platform.snapshotVolume(data);
    expect(snapshot).toMatchObject({ volume: data, sizeGb: 100 });
    await done(`DELETE /v1/volumes/${data}`);
    clock.pass(3600);
    expect(platform.volumeSnapshots()).toEqual([snapshot]);
    expect(platform.bill().lines).toMatchObject([{ kind: "volumeSnapshot", name: "data" }]);
    expect(() => platform.snapshotVolume(data)).toThrow(
      `No snapshot was taken: there is no volume "${data}".`,
    );
    platform.deleteVolumeSnapshot(snapshot.id);
    expect(() => platform.deleteVolumeSnapshot(snapshot.id)).toThrow("there is no snapshot");
  });

  test("an image keeps the size that it was made with", async () => {
    const { platform, clock, image } = billedWorld();
    platform.configure({ imageGb: 4 });
    await image("small");
    platform.configure({ imageGb: 400 });
    clock.pass(3600);
    expect(platform.bill().lines).toMatchObject([{ quantity: 4 }]);
  });
});

describe("traffic", () => {
  test("is counted to the byte, and stays when its balancer is gone", async () => {
    const { platform, balancer, done } = billedWorld();
    const front = await balancer("front");
    for (const _ of [1, 2, 3]) platform.meterTraffic(front, Number.MAX_SAFE_INTEGER);
    await done(`DELETE /v1/load-balancers/${front}`);
    // 3 × 9,007,199,254,740,991 bytes are 27,021.597764222973 TB.
    expect(platform.bill().unpriced).toMatchObject([
      { what: expect.stringMatching(/^27016\.597764222973 TB of outbound traffic beyond/) },
    ]);
  });

  test("is refused where there is no balancer or no number of bytes", async () => {
    const { platform, balancer } = billedWorld();
    const front = await balancer("front");
    expect(() => platform.meterTraffic("lb_none", 1)).toThrow(
      'The traffic was not counted: there is no load balancer "lb_none".',
    );
    for (const bytes of [0, -1, 1.5, Number.NaN, 1e300]) {
      expect(() => platform.meterTraffic(front, bytes)).toThrow("is not a whole number of bytes");
    }
    expect(platform.bill().lines).toEqual([]);
  });
});

describe("what is asked for", () => {
  test("a month that is none or has not begun is refused", () => {
    const { platform } = billedWorld();
    for (const month of ["2026-13", "2026-00", "2026-1", "January", "2026-01-01", ""]) {
      expect(() => platform.bill({ month })).toThrow("is not a month like 2026-02");
    }
    expect(() => platform.bill({ month: "2026-02" })).toThrow(
      "The bill was not written: 2026-02 has not begun; the platform's time is 2026-01-01T00:00:00.000Z.",
    );
    expect(platform.bill({ month: "2025-12" })).toMatchObject({ lines: [], total: 0 });
  });

  test("a project that there is not is refused", () => {
    const { platform } = billedWorld();
    expect(() => platform.bill({ project: "proj_none" })).toThrow(
      'The bill was not written: there is no project "proj_none".',
    );
  });

  test("the control API answers what the platform does", async () => {
    const { platform, at, volume } = billedWorld();
    await volume("data", 10);
    at("2026-02-01");
    const headers = { authorization: `Bearer ${platform.controlToken}` };
    const url = "http://platform.test/_control/bill?month=2026-01&project=proj_default";
    const response = await platform.fetch(new Request(url, { headers }));
    expect(await response.json()).toEqual(
      platform.bill({ month: "2026-01", project: "proj_default" }),
    );
  });
});

test("what has no price is named once, for each that had the name", async () => {
  const { platform, clock, within } = billedWorld();
  const path = "/api/v1/storage/buckets";
  for (const project of ["proj_a", "proj_b"]) {
    const { done } = changesBy(within(project));
    await done(`POST ${path}`, { name: "files" });
    clock.pass(3600);
    await done(`DELETE ${path}/files`);
  }
  const { lines, unpriced } = platform.bill();
  expect(lines).toEqual([]);
  const bucket = { kind: "bucket", id: "files", name: "files" };
  const what = "the price of a bucket is not shown";
  expect(unpriced).toEqual([
    { project: "proj_a", ...bucket, what },
    { project: "proj_b", ...bucket, what },
  ]);
});

test("the history has what may cost something, and nothing else", () => {
  const kinds = [
    ...["bucket", "container", "dedicatedAddress", "floatingIp", "image", "instance"],
    ...["poolVolume", "server", "volume", "volumeSnapshot"],
  ];
  expect(kinds.filter((kind) => !isMetered(kind))).toEqual([]);
  const free = ["loadBalancer", "network", "firewall", "certificate", "alertRule", "apiKey"];
  const own = ["alertCheck", "alertDelivery", "portForward", "projectMember", "toString"];
  expect([...free, ...own].filter(isMetered)).toEqual([]);
});
