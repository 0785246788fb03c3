import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Platform, servePlatform } from "../../platform/index.ts";
import { startBrowser } from "../../test/browser/chromium.ts";
import type { Bench, Figure } from "../figures.ts";
import { summaryOf } from "../measure.ts";
import { withDirectory } from "../platform/server.ts";
import { worldOf } from "../platform/worlds.ts";

const objects = 5_000;
const requests = 10_000;
const rounds = 5;

export const largeWorld: Bench = {
  name: "large-world",
  title: `The page of ${objects} objects and ${requests} requests, in a browser with an empty profile`,
  run: () =>
    withDirectory(async (directory) => {
      const platform = await worldOf(join(directory, "world.db"), objects);
      await ask(platform, requests - objects);
      const server = await servePlatform(platform, 0);
      const browser = await startBrowser();
      const address = `${server.url}/_control/page#token=${platform.controlToken}`;
      const measured: Measured[] = [];
      for (let round = 0; round < rounds; round++) {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
        measured.push(await measure(page, address));
        await page.close();
      }
      await browser.close();
      await server.close();
      platform.close();
      return figuresOf(measured);
    }),
};

interface Measured {
  readonly paint: number;
  readonly listed: number;
  readonly log: number;
  readonly again: number;
  readonly frames: readonly number[];
  readonly nodes: number;
}

async function measure(page: Page, address: string): Promise<Measured> {
  const begun = performance.now();
  await page.goto(address);
  await page.locator("#object-grid .space .row").first().waitFor();
  const listed = performance.now() - begun;
  const paint = Number(
    await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"),
  );
  const again = Number(await page.evaluate(lookAgain));
  const frames = framesOf(await page.evaluate(scroll("object-grid")));
  const opened = performance.now();
  await page.getByRole("tab", { name: "Requests" }).click();
  await page.locator("#request-grid .space .row").first().waitFor();
  const log = performance.now() - opened;
  frames.push(...framesOf(await page.evaluate(scroll("request-grid"))));
  const nodes = Number(await page.evaluate("document.querySelectorAll('*').length"));
  return { paint, listed, log, again, frames, nodes };
}

/** One look at a world in which nothing has changed. */
const lookAgain = `(async () => {
  const begun = performance.now();
  const headers = { authorization: "Bearer " + new URLSearchParams(location.hash.slice(1)).get("token") };
  const first = await fetch("/_control/overview", { headers });
  await first.text();
  const then = performance.now();
  const answer = await fetch("/_control/overview", { headers: { ...headers, "if-none-match": first.headers.get("etag") }, cache: "no-store" });
  if (answer.status !== 304) throw new Error("it was answered " + answer.status);
  return performance.now() - then;
})()`;

/** Scrolls a grid for two seconds, and gives how long each frame took. */
function scroll(id: string): string {
  return `new Promise((done) => {
    const grid = document.getElementById("${id}");
    const times = [];
    let last = performance.now();
    const end = last + 2000;
    const step = (now) => {
      times.push(now - last);
      last = now;
      grid.scrollTop += 430;
      if (now < end) requestAnimationFrame(step);
      else done(times.slice(1));
    };
    requestAnimationFrame(step);
  })`;
}

function framesOf(told: unknown): number[] {
  return Array.isArray(told) ? told.map(Number) : [];
}

function figuresOf(measured: readonly Measured[]): readonly Figure[] {
  const times = (what: string, of: (one: Measured) => number, bound: number): Figure => ({
    ...{ what, ...summaryOf(measured.map(of)) },
    ...{ unit: "ms", bound },
  });
  const frames = measured.flatMap((one) => one.frames).toSorted((one, other) => one - other);
  const slow = frames[Math.floor(frames.length * 0.95)] ?? 0;
  return [
    times("first paint", ({ paint }) => paint, 1000),
    times("objects listed", ({ listed }) => listed, 1000),
    times("requests listed", ({ log }) => log, 1000),
    times("a look when nothing has changed", ({ again }) => again, 50),
    { what: "a frame while scrolling, 95th percentile", value: slow, unit: "ms", bound: 50 },
    {
      what: "nodes in the document",
      value: Math.max(...measured.map(({ nodes }) => nodes)),
      ...{ unit: "nodes", bound: 1_200 },
    },
  ];
}

/** Requests of which most are answered and some refused. */
async function ask(platform: Platform, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${platform.rootKey}` };
  for (let at = 0; at < count; at++) {
    const path = at % 5 === 0 ? "/v1/volumes/vol_x" : "/v1/floating-ips";
    await platform.fetch(new Request(`http://platform${path}`, { headers }));
  }
}
