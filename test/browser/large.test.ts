import { expect, test } from "vitest";
import { newInstance } from "../platform/support.ts";
import { inBrowser, lookAgain, openPage, openTab, rowsOf } from "./support.ts";

/** A grid has what is seen and a few rows more, however long it is. */
const mostNodes = 1_200;

const nodes = "document.querySelectorAll('*').length";

inBrowser("a world of many objects and requests", () => {
  test("has few nodes in the document, wherever it is scrolled to", async () => {
    const { page } = await openPage({
      options: { defaults: { ratePerMinute: null } },
      build: async ({ send }) => {
        for (let at = 0; at < 2_000; at++) await newInstance(send, `web-${at}`);
      },
    });
    await page.locator("#object-grid .space .row").first().waitFor();
    expect(await page.evaluate(nodes)).toBeLessThan(mostNodes);
    await page.locator("#object-grid").focus();
    await page.keyboard.press("End");
    await expect.poll(async () => (await rowsOf(page, "object")).at(-1)?.[1]).toBe("web-1999");
    expect(await page.evaluate(nodes)).toBeLessThan(mostNodes);
    await openTab(page, "Requests");
    await expect.poll(() => page.locator("#request-count").textContent()).toBe("2,000");
    await page.locator("#request-grid").focus();
    await page.keyboard.press("End");
    await expect.poll(async () => (await rowsOf(page, "request")).at(-1)?.[0]).toBe("1");
    expect(await page.evaluate(nodes)).toBeLessThan(mostNodes);
    await openTab(page, "Picture");
    await expect
      .poll(() => page.locator("#picture-hint").textContent())
      .toContain("and what belongs to it");
    await page.getByLabel("Draw").selectOption("the whole world");
    await expect
      .poll(() => page.locator("#picture-hint").textContent())
      .toBe("2,000 objects are too many for a picture. Draw what belongs to one of them.");
    expect(await page.evaluate(nodes)).toBeLessThan(mostNodes);
  });

  test("costs nothing to look at again while nothing changes: answers are 304, and nothing is put in place anew", async () => {
    const { page, send } = await openPage({ build: ({ send: make }) => newInstance(make) });
    await page.locator("#object-grid .space .row").click();
    await page.locator("#object-pane h2").waitFor();
    const answers: string[] = [];
    page.on("response", (response) => {
      answers.push(
        `${response.status()} ${new URL(response.url()).pathname.replace("/_control", "")}`,
      );
    });
    await page.evaluate(
      "new MutationObserver((all) => { globalThis.touched = (globalThis.touched ?? 0) + all.length }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })",
    );
    await lookAgain(page);
    // The page looks by itself as well.
    const told = () => [...new Set(answers)].toSorted();
    await expect.poll(told).toEqual(["200 /info", "304 /details", "304 /overview"]);
    expect(await page.evaluate("globalThis.touched")).toBeUndefined();
    await send("POST /v1/floating-ips", { region: "eu" });
    await lookAgain(page);
    await expect.poll(() => answers).toContain("200 /overview");
  });

  test("what comes in while one reads further down does not move what is read", async () => {
    const { page, send } = await openPage({
      options: { defaults: { ratePerMinute: null } },
      build: async ({ send: ask }) => {
        for (let at = 0; at < 300; at++) await ask("GET /v1/volumes");
      },
    });
    await openTab(page, "Requests");
    await expect.poll(() => page.locator("#request-count").textContent()).toBe("300");
    const scrolled = "document.getElementById('request-grid').scrollTop";
    await page.evaluate(`${scrolled} = 2810`);
    const top = () =>
      page
        .locator("#request-grid .row", { hasText: /^189/ })
        .evaluate((row) => row.getBoundingClientRect().top);
    await page.locator("#request-grid .row", { hasText: /^189/ }).waitFor();
    const before = await top();
    for (let at = 0; at < 20; at++) await send("GET /v1/instances");
    await lookAgain(page);
    await expect.poll(() => page.locator("#request-count").textContent()).toBe("320");
    expect(await top()).toBe(before);
    expect(await page.evaluate(scrolled)).toBe(2810 + 20 * 28);
  });
});
