import { describe, expect, test } from "vitest";
import { billText } from "../../../cli/platform/bill.ts";
import { changesBy } from "../../platform/bill/world.ts";
import { sender } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { byFile, byUrl, type Seat } from "./seat.ts";

/** Two projects at the beginning of a January, of which fifteen days pass then. */
async function used({ platform }: Seat): Promise<void> {
  platform.configure({ bootSeconds: 0, volumeSeconds: 0, balancerSeconds: 0 });
  const own = changesBy(sender(platform));
  await own.volume("data", 200);
  await own.volume("a-volume-whose-name-is-longer-than-a-column-of-a-table", 500);
  await own.floatingIp();
  await own.instance("web");
  const balancer = await own.balancer("front");
  platform.createProject("shop", { id: "proj_shop" });
  const { key } = platform.createKey({ scopes: ["*"], level: "Admin", project: "proj_shop" });
  await changesBy(sender(platform, key)).volume("shop", 10);
  platform.clock.advance(15 * 86_400);
  platform.meterTraffic(balancer, 6e12);
}

/** 300 volumes and instances. */
async function large({ platform }: Seat): Promise<void> {
  platform.configure({ ratePerMinute: null, bootSeconds: 0, volumeSeconds: 0 });
  const { volume, instance } = changesBy(sender(platform));
  for (let made = 0; made < 150; made += 1) {
    await volume(`data-${made}`, 10 + (made % 20));
    await instance(`web-${made}`);
  }
  platform.clock.advance(40 * 86_400);
}

describe.each([
  ["by its file", byFile],
  ["by its address", byUrl],
])("the bill of a world that is found %s", (_name, open) => {
  test("is a table of what each project pays, and names what has no price", async () => {
    const seat = await open();
    await used(seat);
    const { code, stdout, stderr } = await seat.run("bill");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    await expect(stdout).toMatchFileSnapshot("golden/bill.small.txt");
  });

  test("of 300 objects fits on a screen", async () => {
    const seat = await open();
    await large(seat);
    const { stdout } = await seat.run("bill", "--month", "2099-01");
    await expect(stdout).toMatchFileSnapshot("golden/bill.large.txt");
    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
  });

  test("is asked for by month and project, and as JSON is what the platform says", async () => {
    const seat = await open();
    await used(seat);
    const asked = { month: "2099-01", project: "proj_shop" };
    const args = ["bill", "--month", asked.month, "--project", asked.project];
    const { stdout } = await seat.run(...args, "--json");
    expect(JSON.parse(stdout)).toEqual(seat.platform.bill(asked));
    const text = (await seat.run(...args)).stdout;
    expect(text).toContain("project proj_shop");
    expect(text).not.toContain("proj_default");
  });

  test.each([
    [["--month", "January"], '"January" is not a month like 2026-02.'],
    [["--month", "2099-13"], '"2099-13" is not a month like 2026-02.'],
    [["--month", "2099-02"], "2099-02 has not begun; the platform's time is 2099-01-01T"],
    [["--project", "none"], 'there is no project "none".'],
  ])("%j is refused in one line", async (args, why) => {
    const { run } = await open();
    const { code, stdout, stderr } = await run("bill", ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^The bill was not written: [^\n]*\n$/);
    expect(stderr).toContain(why);
  });
});

test("of an empty world is nothing", async () => {
  const { run } = await byFile();
  expect((await run("bill")).stdout).toMatch(/\ntotal +\$0\.00\n$/);
});

test.each([40, 60, 200])("on a terminal of %d columns the table has 60 to 80", async (columns) => {
  const seat = await byFile();
  await used(seat);
  const { stdout } = await runCli(["platform", "bill"], { directory: seat.directory, columns });
  const widths = stdout.split("\n").map((line) => line.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(columns > 60 ? 80 : 60);
  expect(stdout).toContain("a-volume-whose-name-");
});

test("no name writes to the terminal", () => {
  const thing = { project: "p\u001B[31m", kind: "volume", id: "v", name: "\u001B[31mdata" };
  const price = { what: "block storage", unit: "hour", unitPrice: { cents: 1, per: 1 } };
  const line = { ...thing, ...price, quantity: 1, amount: 1 };
  const text = billText({
    ...{ month: "2026-02", until: "2026-03-01T00:00:00.000Z", currency: "USD", total: 1 },
    lines: [line],
    unpriced: [{ ...thing, what: "the price is not shown" }],
  });
  expect(text).not.toContain("\u001B");
  expect(text).toContain("    data ");
});
