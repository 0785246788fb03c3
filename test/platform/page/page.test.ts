import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Platform } from "../../../platform/index.ts";
import { style as pictureStyle } from "../../../platform/picture/index.ts";
import { newWorld } from "../support.ts";
import { buildWorld } from "./world.ts";

function ask(
  { fetch, controlToken }: Platform,
  path: string,
  headers: Record<string, string> = {},
) {
  const authorization = `Bearer ${controlToken}`;
  const init = { headers: { authorization, ...headers } };
  return fetch(new Request(`http://platform.test/_control${path}`, init));
}

test.each([
  ["", "svg", "image/svg+xml"],
  ["?format=mermaid", "mermaid", "text/plain; charset=utf-8"],
  ["?format=json", "json", "application/json"],
] as const)("GET /_control/picture%s is the platform as %s", async (query, format, type) => {
  const { platform, send } = newWorld();
  await buildWorld(send);
  const answer = await ask(platform, `/picture${query}`);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(await answer.text()).toBe(platform.picture(format));
  expect((await ask(platform, "/picture?format=png")).status).toBe(400);
});

test("the page is the same document for every platform, and asks for no token", async () => {
  const { platform, send } = newWorld();
  const empty = await (await ask(newWorld().platform, "/page", { authorization: "" })).text();
  await buildWorld(send);
  expect(await (await ask(platform, "/page")).text()).toBe(empty);
});

test("the page allows its own script and style and those of pictures, and no other origin", async () => {
  const { platform } = newWorld();
  const { headers, ...answer } = await ask(platform, "/page").then(async (page) => ({
    headers: page.headers,
    text: await page.text(),
  }));
  const hashOf = (tag: string, text: string) => {
    const [, inside = ""] = new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(text) ?? [];
    return `'sha256-${createHash("sha256").update(inside).digest("base64")}'`;
  };
  expect(headers.get("content-security-policy")?.split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${hashOf("script", answer.text)}`,
    `style-src ${hashOf("style", answer.text)} ${hashOf("style", `<style>${pictureStyle}</style>`)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(platform.picture("svg")).toContain(`<style>${pictureStyle}</style>`);
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  [{ origin: "http://evil.example" }, 403],
  [{ origin: "null" }, 403],
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "same-site" }, 403],
  [{ "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" }, 403],
  [{ "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }, 200],
  [{ "sec-fetch-site": "same-origin" }, 200],
  [{ origin: "http://localhost:8787", host: "localhost:8787" }, 200],
  [{}, 200],
])("the control API asked with %j answers %i", async (headers, status) => {
  const { platform } = newWorld();
  for (const path of ["/info", "/page"]) {
    expect((await ask(platform, path, headers)).status, path).toBe(status);
  }
});
