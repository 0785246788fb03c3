import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { servePlatform } from "../../../platform/index.ts";
import { asCurl, asTypeScript, type Sendable } from "../../../platform/page/browser/snippets.ts";
import { newWorld } from "../support.ts";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

const hostile = "'; exit 9; $(exit 9) `exit 9` \"\\\n$HOME \u202E \u{1F98A} <b>";

const requests: readonly Sendable[] = [
  { method: "POST", path: "/v1/volumes", body: { name: hostile, region: "eu", size_gb: 10 } },
  { method: "POST", path: "/v1/volumes", body: "@/etc/hostname" },
  { method: "GET", path: "/v1/volumes/{a,b}[1-3]", body: null },
  { method: "DELETE", path: `/v1/it's <script> ${hostile.slice(0, 9)} ü`, body: null },
  { method: "GET", path: "/v1/100%25/a%2Fb/%3Fc%23d", body: null },
  { method: "HEAD", path: "/v1/volumes", body: null },
  {
    method: "PATCH",
    path: "/v1/volumes/vol_x",
    body: JSON.parse('{"__proto__":{"a":1},"constructor":[]}'),
  },
  { method: "M-SEARCH", path: "/v1/volumes", body: null },
];

test.each(requests)("$method $path is copied as what sends it again", async (request) => {
  const { platform } = newWorld();
  const server = await servePlatform(platform, 0);
  const run = async (command: string, ...args: readonly string[]) => {
    const env = { ...process.env, HOSTING_API_KEY: platform.rootKey };
    const [status] = await once(spawn(command, args, { env, stdio: "ignore" }), "close");
    expect(status).toBe(0);
  };
  const node = ["--input-type=module", "-e", asTypeScript(server.url, request)];
  await run(process.execPath, ...node);
  if (hasCurl) await run("sh", "-c", asCurl(server.url, request));
  await server.close();
  const again = platform.requests().map(({ method, path, body }) => ({ method, path, body }));
  expect(again.length).toBe(hasCurl ? 2 : 1);
  for (const one of again) expect(JSON.stringify(one)).toBe(JSON.stringify(request));
});
