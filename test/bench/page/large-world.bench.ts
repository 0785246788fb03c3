import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Platform, servePlatform } from "../../../platform/index.ts";
import { startBrowser } from "../../browser/chromium.ts";
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

interface Frame {
  readonly milliseconds: number;
  /** Whether a part of the grid in sight had no row. */
  readonly isGap: boolean;
}

interface Measured {
  readonly paint: number;
  readonly listed: number;
  readonly log: number;
  readonly again: number;
  readonly frames: readonly Frame[];
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

/** Scrolls a grid for two seconds, and gives how long each frame took and whether it was whole. */
function scroll(id: string): string {
  return `new Promise((done) => {
    const grid = document.getElementById("${id}");
    const frames = [];
    let last = performance.now();
    const end = last + 2000;
    const isGap = () => {
      const seen = grid.getBoundingClientRect();
      const rows = [...grid.querySelectorAll("[data-place]")].map((row) => row.getBoundingClientRect());
      return Math.max(...rows.map(({ bottom }) => bottom)) < seen.bottom - 2 || Math.min(...rows.map(({ top }) => top)) > seen.top + 30;
    };
    const step = (now) => {
      frames.push({ milliseconds: now - last, isGap: isGap() });
      last = now;
      grid.scrollTop += 430;
      if (now < end) requestAnimationFrame(step);
      else done(frames.slice(1));
    };
    requestAnimationFrame(step);
  })`;
}

function framesOf(told: unknown): Frame[] {
  const all: readonly object[] = Array.isArray(told) ? told : [];
  return all.map((frame) => {
    const { milliseconds, isGap } = { milliseconds: 0, isGap: false, ...frame };
    return { milliseconds, isGap };
  });
}

function figuresOf(measured: readonly Measured[]): readonly Figure[] {
  const times = (what: string, of: (one: Measured) => number, bound?: number): Figure => ({
    ...{ what, ...summaryOf(measured.map(of)), unit: "ms" },
    ...(bound !== undefined && { bound }),
  });
  const frames = measured.flatMap((one) => one.frames);
  return [
    times("first paint", ({ paint }) => paint, 1000),
    times("objects listed", ({ listed }) => listed),
    times("requests listed", ({ log }) => log),
    times("a look when nothing has changed", ({ again }) => again),
    {
      ...{ what: "a frame while scrolling", unit: "ms" },
      ...summaryOf(frames.map(({ milliseconds }) => milliseconds)),
    },
    {
      ...{ what: "frames with a gap", unit: "times", bound: 0 },
      value: frames.filter(({ isGap }) => isGap).length,
    },
    {
      ...{ what: "in the document", unit: "nodes", bound: 1_200 },
      value: Math.max(...measured.map(({ nodes }) => nodes)),
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
