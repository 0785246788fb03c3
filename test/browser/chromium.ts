import { accessSync, constants } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** A browser with an empty profile. */
export async function startBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("No Chromium is installed; set CHROMIUM_PATH.");
  return await chromium.launch({ executablePath, args: flags });
}

const places = [
  process.env["CHROMIUM_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The browser of the distribution, where there is one; none is ever downloaded. */
export const executablePath = places.find(isExecutable);

const flags = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== "";
  } catch {
    return false;
  }
}
