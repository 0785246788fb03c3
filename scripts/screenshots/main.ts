/** `npx node scripts/screenshots/main.ts`: what the guide shows of the embedded platform's page, in `docs/images/`. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openPlatform, servePlatform } from "../../platform/index.ts";
import { startBrowser } from "../../test/browser/chromium.ts";
import { root } from "../root.ts";
import { buildShop } from "./shop.ts";

const images = join(root, "docs/images");
const directory = mkdtempSync(join(tmpdir(), "pulumi-hosting-screenshots-"));
/** The same moment in each picture, so that they change only when the page does. */
const clock = { now: () => Date.parse("2027-01-15T09:30:00Z") };
const platform = openPlatform({ file: join(directory, "platform.db"), clock, seed: "shop" });
await buildShop(platform);
const server = await servePlatform(platform, 0);
const browser = await startBrowser();
mkdirSync(images, { recursive: true });
try {
  await takeAll("light");
  await takeAll("dark");
} finally {
  await browser.close();
  await server.close();
  platform.close();
  rmSync(directory, { recursive: true });
}

/** By day the objects and the picture, by night the requests, and the faults with what a month costs. */
async function takeAll(colorScheme: "light" | "dark"): Promise<void> {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1180, height: 700 } });
  await page.goto(`${server.url}/_control/page#token=${platform.controlToken}`);
  await page.locator(".list tbody tr").first().waitFor();
  if (colorScheme === "light") {
    await page.getByRole("button", { name: "assets-data" }).click();
    await take(page, "objects", ".pane h2");
    await page.getByRole("tab", { name: "Picture" }).click();
    await take(page, "picture", ".picture svg");
  } else {
    await page.getByRole("tab", { name: "Requests" }).click();
    await page.locator("tr", { hasText: "403" }).getByRole("button").click();
    await take(page, "requests", ".pane h2");
    await page.getByRole("tab", { name: "Faults" }).click();
    await page.locator("summary").click();
    await take(page, "faults", "summary");
  }
}

async function take(page: Page, name: string, shown: string): Promise<void> {
  await page.locator(shown).first().waitFor();
  await page.evaluate("document.activeElement.blur()");
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(images, `page-${name}.png`), animations: "disabled" });
}
