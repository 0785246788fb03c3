import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import { openPlatform } from "../../../platform/index.ts";
import { connect } from "../../../provider/connection/connection.ts";
import { readSettings } from "../../../provider/connection/settings.ts";
import { errorOf } from "../../support/session.ts";

const inAMinute = () => Date.now() + 60_000;
const body = { name: "data", region: "eu", size_gb: 10 };

/** A port on which nothing listens. */
const probeTarget = {
  instanceId: "inst_1",
  address: "127.0.0.1",
  port: 1,
  protocol: "tcp",
  path: "/",
  timeoutMilliseconds: 5000,
} as const;

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), "connection-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function settingsOf(config: Readonly<Record<string, string>>) {
  return readSettings({ env: {}, config: (name) => config[name], directory: tmpdir() });
}

function embedded(more: Readonly<Record<string, string>> = {}) {
  const file = join(directory(), "platform.db");
  return { file, settings: settingsOf({ backend: "embedded", embeddedFile: file, ...more }) };
}

describe("the embedded platform", () => {
  test("is created at the first use and named by its platform id", async () => {
    const { file, settings } = embedded();
    const context = await connect(settings);
    const platform = openPlatform({ file });
    onTestFinished(() => platform.close());
    expect(context.world).toBe(`embedded:${platform.worldId}`);
    const answer = await context.api.call(endpoints.volume.create, { body, deadline: inAMinute() });
    expect(platform.snapshot().volume).toEqual([answer]);
  });

  test("keeps its platform id when it is opened again", async () => {
    const { settings } = embedded();
    const first = await connect(settings);
    expect((await connect(settings)).world).toBe(first.world);
  });

  test("is used with a key of one's own where one is set", async () => {
    const { settings } = embedded({ apiKey: "hk_0123456789abcdefWXYZ" });
    const context = await connect(settings);
    const work = () => context.api.call(endpoints.volume.create, { body, deadline: inAMinute() });
    expect((await errorOf(work)).code).toBe("key");
  });

  test("answers probes in the place of its machines, which are on no network", async () => {
    const { file, settings } = embedded();
    const context = await connect(settings);
    const machine = { name: "web", region: "eu", plan: "small", image: "debian/13" };
    const deadline = inAMinute();
    const made = await context.api.call(endpoints.instance.create, { body: machine, deadline });
    const target = { ...probeTarget, instanceId: String(Object(made)["id"]) };
    expect(await context.probe(target)).toEqual({ healthy: false, reason: "it is provisioning" });
    const platform = openPlatform({ file });
    onTestFinished(() => platform.close());
    platform.clock.advance(60);
    expect(await context.probe(target)).toEqual({ healthy: true });
  });

  test("follows the assumptions", async () => {
    const { settings } = embedded({ assumptions: '{"fields.status":"state"}' });
    const context = await connect(settings);
    const answer = await context.api.call(endpoints.volume.create, { body, deadline: inAMinute() });
    expect(answer).toMatchObject({ state: "available" });
  });
});

describe("an account", () => {
  const config = {
    apiKey: "hk_0123456789abcdefWXYZ",
    baseUrl: "https://console.example",
    apiBaseUrl: "https://api.example",
    apiKeyId: "key_1",
    assumedRoutes: "never",
  };

  test("has its own platform id by its address and name", async () => {
    expect((await connect(settingsOf(config))).world).toBe(
      "api:https://console.example+https://api.example#",
    );
    const shop = await connect(settingsOf({ ...config, account: "shop" }));
    expect(shop).toMatchObject({
      world: "api:https://console.example+https://api.example#shop",
      apiKeyId: "key_1",
      assumedRoutes: "never",
      acceptWorld: undefined,
      deletedByHand: [],
    });
  });

  test("knows its key again by a few characters, on each host by others", async () => {
    const context = await connect(settingsOf(config));
    const mark = context.keyMark("/v1");
    expect(mark).toMatch(/^[\w-]{8}$/);
    expect((await connect(settingsOf(config))).keyMark("/v1")).toBe(mark);
    expect(context.keyMark("/api/v1")).not.toBe(mark);
    const other = await connect(settingsOf({ ...config, apiKey: "hk_0123456789abcdefWXYY" }));
    expect(other.keyMark("/v1")).not.toBe(mark);
  });

  test("without a key has its platform id, no fingerprint of one, and sends nothing", async () => {
    const { apiKey: _key, ...hosts } = config;
    const context = await connect(settingsOf(hosts));
    expect(context.world).toBe((await connect(settingsOf(config))).world);
    expect(context.keyMark("/v1")).toBeUndefined();
    const error = await errorOf(() =>
      context.api.call(endpoints.container.list, { deadline: inAMinute() }),
    );
    expect(error).toMatchObject({ code: "settings", message: context.missingKey?.message });
    expect(error.message).toContain("hosting:apiKey (HOSTING_API_KEY)");
  });

  test("has its machines on the network: they are probed there", async () => {
    const context = await connect(settingsOf(config));
    const result = await context.probe(probeTarget);
    expect(result).toMatchObject({
      healthy: false,
      reason: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

describe("the request budget", () => {
  const list = async (more: Readonly<Record<string, string>>) => {
    const home = directory();
    vi.stubEnv("XDG_STATE_HOME", home);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { api } = await connect(embedded(more).settings);
    await api.call(endpoints.container.list, { deadline: inAMinute() });
    await api.call(endpoints.volume.create, { body, deadline: inAMinute() });
    return join(home, "pulumi-hosting");
  };

  test("is shared by programs on this machine where a limit holds", async () => {
    const shared = await list({ requestsPerMinute: "30" });
    expect(readdirSync(shared)).toEqual([expect.stringMatching(/^permits-[0-9a-f]{16}\.db$/)]);
  });

  test("needs no file where nothing is limited", async () => {
    expect(existsSync(await list({}))).toBe(false);
  });
});

test("the request log has one line per attempt, without body, header or filled path", async () => {
  const log = join(directory(), "requests.log");
  const context = await connect(embedded({ logRequests: log }).settings);
  const answer = await context.api.call(endpoints.volume.create, { body, deadline: inAMinute() });
  const params = { volume_id: String(Object(answer).id) };
  await context.api.call(endpoints.volume.detach, { params, deadline: inAMinute() });
  await vi.waitFor(() => expect(readFileSync(log, "utf8").split("\n")).toHaveLength(3));
  const [first, second] = readFileSync(log, "utf8").trim().split("\n");
  const common = { time: expect.any(String), ms: expect.any(Number), waitMs: expect.any(Number) };
  expect(JSON.parse(first ?? "")).toEqual({
    ...common,
    method: "POST",
    path: "/v1/volumes",
    phase: "answered",
    status: 201,
    attempt: 1,
  });
  expect(JSON.parse(second ?? "")).toMatchObject({ path: "/v1/volumes/{volume_id}/detach" });
});

test("a message is printed once where nothing shows it in another way", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const { display } = await connect(embedded().settings);
  for (const text of ["one", "two", "one"]) display({ kind: "warning", text });
  expect(log.mock.calls).toEqual([["warning: one"], ["warning: two"]]);
});
