import { createHash } from "node:crypto";
import { request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Platform, servePlatform } from "../../../platform/index.ts";
import { style as pictureStyle } from "../../../platform/picture/index.ts";
import { newWorld } from "../support.ts";
import { buildWorld } from "./world.ts";

async function ask(platform: Platform, path: string, init: RequestInit = {}) {
  return await platform.fetch(new Request(`http://platform.test/_control${path}`, init));
}

function withToken({ controlToken }: Platform): RequestInit {
  return { headers: { authorization: `Bearer ${controlToken}` } };
}

describe("GET /_control/picture", () => {
  test.each([
    ["", "svg", "image/svg+xml"],
    ["?format=mermaid", "mermaid", "text/plain; charset=utf-8"],
    ["?format=json", "json", "application/json"],
  ] as const)("%s is the world as %s", async (query, format, type) => {
    const { platform, send } = newWorld();
    await buildWorld(send);
    const answer = await ask(platform, `/picture${query}`, withToken(platform));
    expect(answer.headers.get("content-type")).toBe(type);
    expect(await answer.text()).toBe(platform.picture(format));
  });

  test("another format is refused by name", async () => {
    const { platform } = newWorld();
    const answer = await ask(platform, "/picture?format=png", withToken(platform));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("format");
  });

  test("without the token there is none", async () => {
    const { platform } = newWorld();
    expect((await ask(platform, "/picture")).status).toBe(401);
    expect((await ask(platform, `/picture?token=${platform.controlToken}`)).status).toBe(401);
  });
});

describe("GET /_control/page", () => {
  test("is the same document for every world, whatever is in it", async () => {
    const { platform, send } = newWorld();
    const empty = await (await ask(newWorld().platform, "/page")).text();
    await buildWorld(send);
    expect(await (await ask(platform, "/page")).text()).toBe(empty);
  });

  test("allows its own script and style and those of pictures, and no other origin", async () => {
    const answer = await ask(newWorld().platform, "/page");
    const policy = answer.headers.get("content-security-policy") ?? "";
    const text = await answer.text();
    const [script = ""] = partsOf(text, "script");
    const [style = ""] = partsOf(text, "style");
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)} ${hashOf(pictureStyle)}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("the style of a picture is the one that the policy allows", async () => {
    const { platform, send } = newWorld();
    await buildWorld(send);
    expect(partsOf(platform.picture("svg"), "style")).toEqual([pictureStyle]);
    expect(platform.picture("svg")).not.toMatch(/\s(style|on\w+)=|href/);
  });

  test("HEAD has its headers alone", async () => {
    const { platform } = newWorld();
    const head = await ask(platform, "/page", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("another host than this machine is not answered", async () => {
    const { platform } = newWorld();
    const server = await servePlatform(platform, 0);
    onTestFinished(() => server.close());
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        const asked = request(`${server.url}/_control/page`, { headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        asked.on("error", reject).end();
      });
    expect(await statusFor("localhost")).toBe(200);
    expect(await statusFor("page.example")).toBe(421);
  });
});

function partsOf(text: string, tag: string): readonly string[] {
  const parts = [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"))];
  return parts.map(([, inside = ""]) => inside);
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
