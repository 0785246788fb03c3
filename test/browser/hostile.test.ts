import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { idOf, volumeBody } from "../platform/support.ts";
import { inBrowser, openPage, openTab, rowsOf } from "./support.ts";

const names = [
  "<script>window.ran=1</script>",
  '"><img src=x onerror="window.ran=2">',
  "]]></style><svg onload=window.ran=3>",
  "&lt;b&gt;",
  "__proto__",
  "constructor",
  "'; rm -rf ~ #",
  "x".repeat(20_000),
];

inBrowser("names that a program, a client or another key gives", () => {
  test("are text wherever they are shown, and nothing of them runs", async () => {
    const { page, platform } = await openPage({
      build: async ({ send, platform: made }) => {
        for (const name of names) {
          expect(
            (await send("POST /v1/volumes", { ...volumeBody(name), region: name })).status,
          ).toBe(201);
          await send("POST /v1/certificates", { name });
          await send(`GET /v1/${encodeURIComponent(name.slice(0, 100))}`);
          made.faults.add({ path: `/nowhere/${name}`, status: 500 });
          made.createProject(name);
          made.createKey({ name, level: "Read", scopes: ["*"] });
        }
      },
    });
    const count = platform.overview().length;
    expect(count).toBe(2 * names.length);
    await page.locator("#object-grid").focus();
    for (let at = 0; at < count; at++) {
      await page.keyboard.press(at === 0 ? "Home" : "ArrowDown");
      const { key = "" } = platform.overview()[at] ?? {};
      await expect.poll(() => page.locator("#object-pane h2").textContent()).toBe(key);
    }
    await openTab(page, "Picture");
    await expect.poll(() => page.locator("#picture svg .hg-box").count()).toBe(count);
    await openTab(page, "Requests");
    await expect.poll(() => rowsOf(page, "request")).toHaveLength(3 * names.length);
    await page.locator("#request-grid").focus();
    for (let at = 0; at < 3 * names.length; at++) await page.keyboard.press("ArrowDown");
    await openTab(page, "Faults");
    await expect.poll(() => page.locator("#fault-list tr").count()).toBe(names.length);
    expect(await page.locator("#fault-list tr").first().textContent()).toContain(names[0]);
    await openTab(page, "Bill");
    await expect.poll(() => page.locator("#bill-lines tr").count()).toBeGreaterThan(0);
    expect(await page.evaluate("window.ran")).toBeUndefined();
    const strange = "script:not(body > script), img, iframe, object, a, [onload], [onerror], b";
    expect(await page.locator(strange).count()).toBe(0);
  });

  test("cannot make others be read in another order, or hide what is in them", async () => {
    const { page } = await openPage({
      build: async ({ send }) => {
        await send("POST /v1/volumes", volumeBody("web\u202Egnp.exe"));
        await send("POST /v1/volumes", volumeBody("a\u0000b"));
      },
    });
    await page.getByText("web<U+202E>gnp.exe").first().waitFor();
    await page.getByText("a<U+0000>b").first().waitFor();
    await page.getByText("web<U+202E>gnp.exe").first().click();
    await expect
      .poll(() => page.locator("#object-pane .fields").textContent())
      .toContain("web<U+202E>gnp.exe");
    await openTab(page, "Picture");
    await page.locator("#picture svg").waitFor();
    expect(await page.locator("#picture").textContent()).not.toMatch(/\p{Bidi_Control}/u);
  });

  test("that are only shown in part cannot be written back in part", async () => {
    const { page, platform, send } = await openPage();
    const long = "y".repeat(300);
    const id = idOf(await send("POST /v1/volumes", { ...volumeBody(), region: long }));
    await page.getByText("data", { exact: true }).click();
    const form = page.getByRole("form", { name: "Edit" });
    await form.getByRole("textbox", { name: "name" }).fill("renamed");
    expect(await form.getByRole("textbox", { name: "region" }).count()).toBe(0);
    await form.getByRole("button", { name: "Change" }).click();
    await expect
      .poll(() => platform.snapshot().volume[0])
      .toMatchObject({ id, name: "renamed", region: long });
  });
});

inBrowser("the page on other screens", () => {
  /** How far it is wider than the window. */
  const overflow = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

  test.each([320, 640])("%i pixels wide is not wider than that in any tab", async (width) => {
    const { page } = await openPage({
      build: ({ send }) => send("POST /v1/volumes", volumeBody()),
    });
    await page.setViewportSize({ width, height: 640 });
    for (const name of ["Picture", "Requests", "Faults", "Bill", "Objects"]) {
      await openTab(page, name);
      expect(await overflow(page), name).toBe(0);
    }
    await page.locator("#object-grid").getByText("data", { exact: true }).click();
    await page.locator("#object-pane h2").waitFor();
    expect(await overflow(page)).toBe(0);
  });

  test("with colours of the user's own, what is chosen can be told from the rest", async () => {
    const { page } = await openPage({
      build: async ({ send }) => {
        await send("POST /v1/volumes", volumeBody("one"));
        await send("POST /v1/volumes", volumeBody("two"));
      },
    });
    await page.emulateMedia({ forcedColors: "active" });
    await page.getByText("two", { exact: true }).click();
    const look = (selector: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).${property}`);
    const row = (isSelected: boolean) =>
      look(`#object-grid .space .row[aria-selected=${isSelected}]`, "backgroundColor");
    await expect.poll(async () => (await row(true)) !== (await row(false))).toBe(true);
    const line = (name: string) => look(`#tab-${name}`, "borderBlockEndColor");
    // Borders take a moment to change.
    await expect.poll(async () => (await line("objects")) !== (await line("bill"))).toBe(true);
  });
});
