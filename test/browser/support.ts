import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";
import { servePlatform } from "../../platform/index.ts";
import { newWorld } from "../platform/support.ts";
import { executablePath, startBrowser } from "./chromium.ts";

let browser: Browser | undefined;

/** Tests in a real browser; skipped, with the reason in their name, where there is none. */
export function inBrowser(title: string, tests: () => void): void {
  if (executablePath === undefined) {
    describe.skip(`${title} (skipped: no Chromium is installed; set CHROMIUM_PATH)`, tests);
    return;
  }
  describe(title, () => {
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(async () => await browser?.close());
    tests();
  });
}

interface Opening {
  readonly dark?: boolean;
  readonly width?: number;
  /** Makes objects before the page is opened. */
  build?(made: ReturnType<typeof newWorld>): Promise<unknown>;
}

/** A served platform and the page that shows it; both end with the test. */
export async function openPage({ dark, width, build }: Opening = {}) {
  const made = newWorld({ seed: "page" });
  await build?.(made);
  const server = await servePlatform(made.platform, 0);
  onTestFinished(() => server.close());
  const page = await newPage({ dark, width });
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) problems.push(message.text());
  });
  onTestFinished(() => expect(problems).toEqual([]));
  const address = `${server.url}/_control/page#token=${made.platform.controlToken}`;
  await page.goto(address);
  await page.getByRole("tablist").waitFor();
  return { ...made, server, page, address, pane: page.getByLabel("Chosen") };
}

/** A page with its own profile. */
export async function newPage({
  dark = false,
  width = 1280,
}: {
  readonly dark?: boolean | undefined;
  readonly width?: number | undefined;
} = {}): Promise<Page> {
  if (browser === undefined) throw new Error("The browser was not started.");
  const context = await browser.newContext({
    colorScheme: dark ? "dark" : "light",
    viewport: { width, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  onTestFinished(() => context.close());
  return await context.newPage();
}

export async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
}

/** The texts of the rows of a table, cell by cell. */
export async function rowsOf(page: Page, table: string): Promise<readonly (readonly string[])[]> {
  const rows = await page.getByRole("table", { name: table }).locator("tbody tr").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
}

/** Chooses an object or request by the text of its row. */
export async function choose(page: Page, text: string): Promise<void> {
  await page.locator(".list tr", { hasText: text }).first().getByRole("button").click();
  await page.locator(".pane h2").waitFor();
}

/** The page asks now, as it does every two seconds. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
}

/** The elements that break a rule of axe-core. */
export async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))",
  );
}
