import { expect, test } from "vitest";
import type { Platform } from "../../platform/index.ts";
import { buildWorld } from "../platform/page/world.ts";
import { newInstance, volumeBody } from "../platform/support.ts";
import { inBrowser, lookAgain, openPage, openTab } from "./support.ts";

inBrowser("the clock", () => {
  test("is shown, frozen, moved and set going again", async () => {
    const { page, platform, clock } = await openPage();
    const shown = () => page.locator("#clock").textContent();
    expect(await shown()).toBe("2026-01-01 00:00:00 UTC");
    await page.getByRole("button", { name: "Freeze" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect(platform.clock.factor()).toBe(0);
    expect(await page.locator("#pace").textContent()).toBe("frozen");
    clock.pass(1000);
    await page.getByLabel("Advance by").fill("2");
    await page.getByLabel("Unit").selectOption("days");
    await page.getByLabel("Advance by").press("Enter");
    await expect.poll(shown).toBe("2026-01-03 00:00:00 UTC");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Freeze" }).waitFor();
    expect(platform.clock.factor()).toBe(1);
    expect(await page.locator("#pace").textContent()).toBe("");
  });

  test("what it refuses is told", async () => {
    const { page, platform } = await openPage();
    await page.getByLabel("Advance by").fill("99999999");
    await page.getByLabel("Unit").selectOption("days");
    await page.getByRole("button", { name: "Advance" }).click();
    const alert = page.getByRole("alert");
    await expect
      .poll(() => alert.textContent())
      .toContain("its last moment is the end of the year");
    expect(platform.clock.now()).toBe(Date.parse("2026-01-01T00:00:00Z"));
  });
});

inBrowser("the faults", () => {
  test("are listed, added like one that is often wanted, and ended", async () => {
    const { page, platform, send } = await openPage();
    await openTab(page, "Faults");
    const rows = () => page.locator("#fault-list tr").allTextContents();
    await expect
      .poll(() => page.locator("#fault-empty").textContent())
      .toContain("no fault is in force");
    await page.getByRole("button", { name: "Add" }).click();
    await expect.poll(rows).toEqual([`fault_1${faultText(platform)}00End`]);
    await send("POST /v1/volumes", volumeBody());
    await lookAgain(page);
    await expect.poll(rows).toEqual([`fault_1${faultText(platform)}11End`]);
    await page.getByLabel("New fault, like").selectOption("Answers break off");
    await page.getByRole("button", { name: "Add" }).press("Enter");
    await expect.poll(rows).toHaveLength(2);
    expect(platform.faults.list()[1]?.fault).toEqual({ cut: 20 });
    await page.getByRole("button", { name: "End fault_1" }).press("Enter");
    await expect.poll(rows).toHaveLength(1);
    await page.getByRole("button", { name: "End all" }).press(" ");
    await expect.poll(rows).toEqual([]);
    expect(platform.faults.list()).toEqual([]);
  });

  test("one that says nothing to do is refused, and so is what is no JSON", async () => {
    const { page, platform } = await openPage();
    await openTab(page, "Faults");
    const alert = page.getByRole("alert");
    await page.getByLabel("As JSON").fill('{"method": "GET"}');
    await page.getByRole("button", { name: "Add" }).click();
    await expect.poll(() => alert.textContent()).toContain("it says nothing to do");
    await page.getByLabel("As JSON").fill("{");
    await page.getByRole("button", { name: "Add" }).click();
    await expect.poll(() => alert.textContent()).toContain("JSON");
    expect(platform.faults.list()).toEqual([]);
  });
});

inBrowser("the bill", () => {
  test("shows the lines of each project, the total, and what has no price", async () => {
    const { page, platform } = await openPage({
      build: async ({ send, platform: { createProject } }) => {
        createProject("shop", { id: "proj_shop" });
        await send("POST /v1/volumes", { ...volumeBody(), size_gb: 100 });
        await send("POST /api/v2/servers", { name: "shop", size: "small" });
      },
    });
    await openTab(page, "Bill");
    const cents = (bill: ReturnType<Platform["bill"]>) => `$${(bill.total / 100).toFixed(2)}`;
    const total = page.locator("#bill-total");
    await expect.poll(() => total.textContent()).toBe(cents(platform.bill()));
    expect(await page.locator("#bill-lines tr").allTextContents()).toEqual([
      expect.stringMatching(/^proj_default.*data\$10\.00$/),
    ]);
    expect(await page.locator("#bill-unpriced").textContent()).toContain("1 × server");
    await page.getByLabel("Project").selectOption("proj_shop");
    await expect.poll(() => total.textContent()).toBe("$0.00");
    expect(await page.locator("#bill-lines").textContent()).toBe("Nothing here has a price.");
  });
});

inBrowser("the picture", () => {
  test("is the one that the renderer draws, and follows the world without losing its place", async () => {
    const { page, platform, send } = await openPage({
      build: ({ send: make }) => buildWorld(make),
    });
    await openTab(page, "Picture");
    // Smaller than the picture.
    await page.setViewportSize({ width: 1280, height: 400 });
    const drawn = () => page.locator("#picture svg .hg-box").count();
    const boxes = () => platform.picture("svg").match(/class="hg-box"/g)?.length;
    await expect.poll(drawn).toBe(boxes());
    await page.evaluate("document.getElementById('picture').scrollTo(40, 60)");
    await newInstance(send, "more");
    await lookAgain(page);
    await expect.poll(drawn).toBe(boxes());
    expect(await page.evaluate("document.getElementById('picture').scrollTop")).toBe(60);
  });

  test("of one object has what belongs to it alone", async () => {
    const { page } = await openPage({ build: ({ send }) => buildWorld(send) });
    await page.getByText("pool-data", { exact: true }).click();
    await openTab(page, "Picture");
    await page.getByLabel("Draw").selectOption("what belongs to the chosen object");
    await expect.poll(() => page.locator("#picture svg .hg-box").count()).toBe(1);
    expect(await page.locator("#picture svg .hg-name").textContent()).toBe("pool-data");
  });
});

function faultText(platform: Platform): string {
  return JSON.stringify(platform.faults.list()[0]?.fault);
}
