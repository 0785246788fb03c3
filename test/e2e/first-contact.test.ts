import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";
import { type Choices, openThirdParty, serve } from "../thirdparty/platform/index.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/first-contact.md"), "utf8");

/** The properties of the guide's platform, besides those that a seed draws. */
const choices: Partial<Choices> = {
  ...{ createdStatus: 200, deletedStatus: 200, bootMs: 1500, stopMs: 0, deleteMs: 0, listLagMs: 0 },
  ...{ unknownRoute: "plain", wrongMethod: 404, lockMs: 0, listCacheMs: 0 },
  routes: {
    ...{ "volume.get": "elsewhere", "volume.remove": "elsewhere", "load_balancer.update": "none" },
    ...{ "load_balancer.get": "rest", "load_balancer.remove": "rest" },
  },
};

/** Eight commands, one after the other. */
const longest = 300_000;

it("the guide shows the messages and requests on a third-party platform", {
  timeout: longest,
}, async () => {
  const thirdParty = openThirdParty({ seed: 5, choices, now: Date.now });
  const server = await serve(thirdParty);
  await using stack = await openStack({
    env: {
      HOSTING_BACKEND: "api",
      HOSTING_BASE_URL: server.url,
      HOSTING_API_BASE_URL: server.url,
      HOSTING_API_KEY: "hk_this_key_was_revoked",
    },
  });
  const log = join(stack.directory, "requests.jsonl");
  // The test's program imports the package by itself.
  const program = (blocks("ts")[0] ?? "").replace(/^import .*\n/, "");
  stack.program(program);
  const outputs: string[] = [(await stack.up({ fails: true })).output];
  stack.env["HOSTING_API_KEY"] = thirdParty.keys.admin;
  stack.env["HOSTING_LOG_REQUESTS"] = log;
  outputs.push((await stack.up()).output);
  outputs.push((await stack.refresh()).output);
  stack.program(program.replace("interval: 10", "interval: 15"));
  outputs.push((await stack.up({ fails: true })).output);
  const settings = [...guide.matchAll(/hosting:assumptions '(\{.*?\})'/gs)];
  const set = (at: number) => stack.config("hosting:assumptions", settings[at]?.[1] ?? "");
  await set(0);
  outputs.push((await stack.preview()).output);
  await stack.up();
  outputs.push((await stack.destroy({ fails: true }, "--continue-on-error")).output);
  await set(1);
  outputs.push((await stack.destroy({}, "--run-program")).output);
  outputs.push(readFileSync(log, "utf8"));
  const real = new Set(outputs.flatMap((output) => output.split("\n")).map(withoutChance));
  const shown = [...blocks("text"), ...blocks("json")].flatMap((block) => block.trim().split("\n"));
  expect(shown.map(withoutChance).filter((line) => !real.has(line))).toEqual([]);
  expect(thirdParty.objects()).toEqual([]);
  await server.close();
});

/** The contents of the guide's blocks in a language. */
function blocks(language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return [...guide.matchAll(fence)].map(([, text = ""]) => text);
}

/** Without colours, the word before an error, ids, times and what else differs from run to run. */
function withoutChance(line: string): string {
  return stripVTControlCharacters(line)
    .replace(/\b(vol|inst|lb)_\w+/g, "$1_…")
    .replace(/\([\d.]+s\)/, "(1s)")
    .replace(/"(time|ms|waitMs)":("[^"]*"|\d+)/g, '"$1":…')
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^error: /, "");
}
