import axe from "axe-core";
import { expect, test } from "vitest";
import { buildWorld } from "../platform/page/world.ts";
import { inBrowser, openPage } from "./support.ts";

const tabs = ["Objects", "Picture", "Requests", "Faults", "Bill"] as const;

inBrowser("the page", () => {
  test.each([
    ["light", false],
    ["dark", true],
  ])("breaks no rule of axe-core in any tab (%s)", async (_, dark) => {
    const { page } = await openPage({
      dark,
      build: async ({ send, platform }) => {
        await buildWorld(send);
        await send("GET /v1/volumes/vol_x");
        platform.faults.add({ path: "/v1/volumes*", status: 500 });
        await send("GET /v1/volumes");
        platform.clock.freeze();
      },
    });
    for (const name of tabs) {
      await page.getByRole("tab", { name }).focus();
      await page.getByRole("tab", { name }).click();
      const grid = page.locator("main > section:not([hidden]) .grid .space .row").first();
      if (name === "Objects" || name === "Requests") {
        await grid.click();
        await page.locator("main > section:not([hidden]) .pane h2").waitFor();
      }
      if (name === "Picture") await page.locator("#picture svg").waitFor();
      expect(await violations(page), name).toEqual([]);
    }
    await page.getByRole("tab", { name: "Faults" }).click();
    await page.locator("#fault-text").fill("{");
    await page.getByRole("button", { name: "Add" }).click();
    await page.locator("#problem:not(:empty)").waitFor();
    expect(await violations(page), "with a problem").toEqual([]);
  });

  test("is worked with a keyboard alone: tabs by arrows, everything by Tab, what has the focus seen", async () => {
    const { page, platform } = await openPage({ build: ({ send }) => buildWorld(send) });
    await page.locator("#object-grid .space .row").first().waitFor();
    const reached = new Set<string>();
    for (let press = 0; press < 10; press++) {
      await page.keyboard.press("Tab");
      reached.add(
        String(
          await page.evaluate("document.activeElement.id || document.activeElement.textContent"),
        ),
      );
      expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe(
        "solid",
      );
    }
    const all = ["hold", "advance-by", "advance-unit", "Advance", "tab-objects", "object-filter"];
    for (const id of [...all, "object-noun", "object-state", "object-grid", "object-pane"]) {
      expect([...reached]).toContain(id);
    }
    await page.locator("#tab-objects").focus();
    for (const name of ["Picture", "Requests", "Faults", "Bill", "Objects"]) {
      await page.keyboard.press("ArrowRight");
      const panel = page.getByRole("tabpanel");
      await expect.poll(() => panel.getAttribute("aria-labelledby")).toBe(`tab-${names[name]}`);
      expect(await page.evaluate("document.activeElement.id")).toBe(`tab-${names[name]}`);
    }
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => platform.faults.list()).toHaveLength(1);
  });
});

const names: Readonly<Record<string, string>> = {
  Objects: "objects",
  Picture: "links",
  Requests: "requests",
  Faults: "faults",
  Bill: "bill",
};

async function violations(page: Awaited<ReturnType<typeof openPage>>["page"]) {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))",
  );
  return found;
}
