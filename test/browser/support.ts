import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";
import { z } from "zod";
import { type PlatformOptions, servePlatform } from "../../platform/index.ts";
import { idOf, newWorld, volumeBody } from "../platform/support.ts";
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
  readonly options?: Omit<PlatformOptions, "file" | "clock">;
  readonly dark?: boolean;
  /** What is made before the page is opened. */
  build?(world: ReturnType<typeof newWorld>): Promise<unknown>;
}

/** A served world and the page that shows it; both go with the test. */
export async function openPage({ options, dark = false, build }: Opening = {}) {
  const world = newWorld({ seed: "page", ...options });
  await build?.(world);
  const server = await servePlatform(world.platform, 0);
  onTestFinished(() => server.close());
  const page = await newPage(dark);
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) problems.push(message.text());
  });
  onTestFinished(() => expect(problems).toEqual([]));
  const address = `${server.url}/_control/page#token=${world.platform.controlToken}`;
  await page.goto(address);
  await page.locator("#clock:not(:empty)").waitFor();
  return { ...world, server, page, address };
}

/** A page on which a volume is chosen. */
export async function openVolume() {
  let id = "";
  const opened = await openPage({
    build: async ({ send }) => {
      id = idOf(await send("POST /v1/volumes", volumeBody()));
    },
  });
  await opened.page.getByText("data", { exact: true }).click();
  const pane = opened.page.locator("#object-pane");
  await pane.getByRole("heading", { level: 2 }).waitFor();
  return { ...opened, id, pane, text: () => pane.textContent() };
}

/** What the page says that went wrong. */
export function problemOf(page: Page): Promise<string | null> {
  return page.locator("#problem").textContent();
}

/** A page with a profile of its own. */
export async function newPage(dark = false): Promise<Page> {
  if (browser === undefined) throw new Error("The browser was not started.");
  const context = await browser.newContext({
    colorScheme: dark ? "dark" : "light",
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  onTestFinished(() => context.close());
  return await context.newPage();
}

/** Opens a tab. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
}

/** The texts of the rows of a grid that are in the document, cell by cell: of the first columns. */
export async function rowsOf(
  page: Page,
  grid: "object" | "request",
  columns = Number.POSITIVE_INFINITY,
): Promise<string[][]> {
  // In one step: rows come and go.
  const rows: unknown =
    await page.evaluate(`[...document.querySelectorAll("#${grid}-grid .space .row")]
    .sort((one, other) => one.dataset.place - other.dataset.place)
    .map((row) => [...row.children].map((cell) => cell.textContent))`);
  return z
    .array(z.array(z.string()))
    .parse(rows)
    .map((cells) => cells.slice(0, columns));
}

/** The page asks now, as it does every two seconds. */
export async function lookAgain(page: Page): Promise<void> {
  await page.evaluate("dispatchEvent(new Event('hashchange'))");
}
