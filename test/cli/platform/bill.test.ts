import { describe, expect, test } from "vitest";
import { billText } from "../../../cli/platform/bill.ts";
import { newInstance, sender, volumeBody } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { byFile, byUrl, type Seat } from "./seat.ts";

/** Two projects with something of each kind that is billed. */
async function used({ platform }: Seat): Promise<void> {
  const send = sender(platform);
  const long = "a-volume-whose-name-is-longer-than-a-column-of-a-table";
  await send("POST /v1/volumes", { ...volumeBody("data"), size_gb: 200 });
  await send("POST /v1/volumes", { ...volumeBody(long), size_gb: 500 });
  await send("POST /v1/floating-ips", { region: "eu" });
  await newInstance(send);
  platform.createProject("shop", { id: "proj_shop" });
  const { key } = platform.createKey({ scopes: ["*"], level: "Admin", project: "proj_shop" });
  await sender(platform, key)("POST /v1/volumes", volumeBody("shop"));
}

/** 300 volumes and instances. */
async function large({ platform }: Seat): Promise<void> {
  const send = sender(platform);
  for (let made = 0; made < 150; made += 1) {
    await send("POST /v1/volumes", { ...volumeBody(`data-${made}`), size_gb: 10 + (made % 20) });
    await newInstance(send, `web-${made}`);
  }
}

describe.each([
  ["by its file", byFile],
  ["by its address", byUrl],
])("the bill of a platform that is found %s", (_name, open) => {
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
    const { stdout } = await seat.run("bill");
    await expect(stdout).toMatchFileSnapshot("golden/bill.large.txt");
    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
  });

  test("is asked for by project, and as JSON is what the platform says", async () => {
    const seat = await open();
    await used(seat);
    const args = ["bill", "--project", "proj_shop"];
    const { stdout } = await seat.run(...args, "--json");
    expect(JSON.parse(stdout)).toEqual(seat.platform.bill({ project: "proj_shop" }));
    const text = (await seat.run(...args)).stdout;
    expect(text).toContain("project proj_shop");
    expect(text).not.toContain("proj_default");
  });

  test("of a project that is none is refused in one line", async () => {
    const { run } = await open();
    expect(await run("bill", "--project", "none")).toEqual({
      code: 1,
      stdout: "",
      stderr: 'The bill was not written: there is no project "none".\n',
    });
  });
});

test("of an empty platform is nothing", async () => {
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
  const text = billText({
    ...{ time: "2026-02-01T00:00:00.000Z", currency: "USD", total: 1 },
    lines: [{ ...thing, what: "$0.10 a month for each GB", amount: 1 }],
    unpriced: [{ ...thing, what: "the price is not shown" }],
  });
  expect(text).not.toContain("\u001B");
  expect(text).toContain("    data ");
});
