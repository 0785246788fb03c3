import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPlatform, servePlatform } from "../../../platform/index.ts";
import { idOf, newWorld, sender } from "../support.ts";
import { balancer, carried, get, instances, Line, listening, Program, refuses } from "./world.ts";

async function front(settings = {}) {
  const world = await carried(settings);
  const ids = await instances(world.send, 2);
  const id = await balancer(world.send, ids);
  const { url } = await listening(world.platform, `${id}/80`);
  return { ...world, ids, id, url };
}

const codeOf = (url: string) => get(url).catch(({ code }) => code);

describe("traffic is carried while it is asked for", () => {
  test("off unless it is, and by nobody but who serves the platform", async () => {
    const { platform, send } = newWorld({ defaults: { bootSeconds: 0 } });
    await balancer(send, await instances(send, 1));
    expect(platform.traffic()).toEqual({ isOn: false, process: null, entries: [] });
    platform.configure({ traffic: true });
    expect(platform.traffic()).toEqual({ isOn: true, process: null, entries: [] });
    const server = await servePlatform(platform, 0);
    expect(platform.traffic()).toMatchObject({ isOn: true, process: process.pid });
    expect(platform.traffic().entries).toHaveLength(1);
    await server.close();
    expect(platform.traffic()).toEqual({ isOn: true, process: null, entries: [] });
  });

  test("switched on and off while it is served", async () => {
    const { platform, url } = await front();
    platform.configure({ traffic: false });
    await refuses(url);
    expect(platform.traffic()).toEqual({ isOn: false, process: null, entries: [] });
    platform.configure({ traffic: true });
    await expect.poll(() => platform.traffic().entries[0]?.url).toBe(url);
    platform.reset();
    await refuses(url);
    expect(platform.settings().traffic).toBe(false);
  });

  test("another process that begins to is the one that does, and the first one ends", async () => {
    const { file, url, clock } = await front();
    const other = openPlatform({ file, clock });
    const server = await servePlatform(other, 0);
    await refuses(url);
    const [entry] = other.traffic().entries;
    expect((await get(entry?.url ?? "")).status).toBe(200);
    await server.close();
    other.close();
  });

  test("what another process changes is carried", async () => {
    const { file, url, ids, id, clock } = await front();
    const other = openPlatform({ file, clock });
    await sender(other)(`PATCH /v1/load-balancers/${id}`, { backend_instances: ids.slice(1) });
    other.close();
    expect([(await get(url)).name, (await get(url)).name]).toEqual(["web-1", "web-1"]);
  });

  test("what was where is there again after a restart", async () => {
    const { file, platform, url, server, clock } = await front();
    await server.close();
    platform.close();
    const again = openPlatform({ file, clock });
    const second = await servePlatform(again, 0);
    expect(again.traffic().entries[0]?.url).toBe(url);
    await second.close();
    again.close();
  });

  test("everything listens on 127.0.0.1", async () => {
    const { platform, url } = await front();
    const addresses = platform
      .traffic()
      .entries.flatMap(({ backends }) => backends.map(({ address }) => `http://${address}`));
    expect(addresses).toHaveLength(2);
    for (const one of [url, ...addresses]) expect(new URL(one).hostname).toBe("127.0.0.1");
    expect(await codeOf(url.replace("127.0.0.1", "127.0.0.2"))).toBe("ECONNREFUSED");
  });

  test.each(["server", "platform"] as const)(
    "a %s that closes ends listeners and connections",
    async (which) => {
      const { platform, server, url, send, ids } = await front();
      const fip = idOf(await send("POST /v1/floating-ips", { region: "eu" }));
      await send(`POST /v1/floating-ips/${fip}/assign`, { instance_id: ids[0] });
      const line = new Line((await listening(platform, fip)).url);
      line.write("hello\n");
      await line.has("hello\n");
      const [answerer = ""] = platform
        .traffic()
        .entries.flatMap(({ backends }) => backends[0]?.address ?? []);
      if (which === "server") await server.close();
      else platform.close();
      await line.ended();
      expect(await codeOf(url)).toBe("ECONNREFUSED");
      expect(await codeOf(`http://${answerer}`)).toBe("ECONNREFUSED");
    },
  );
});

describe("nothing of it is paid for without it", () => {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { openPlatform, servePlatform } = await import(process.argv[1]);
    const platform = openPlatform({ file: process.argv[2] });
    platform.configure({ traffic: process.argv[3] === "on" });
    const server = await servePlatform(platform, 0);
    await server.close();
    platform.close();
    console.log(JSON.stringify(loaded.filter((url) => /traffic.(carrier|listener)|node:tls/.test(url))));`;
  const index = join(import.meta.dirname, "../../../platform/index.ts");

  test.each(["off", "on"])(
    "with traffic %s a process loads what it needs, and ends by itself",
    (state) => {
      const { file } = newWorld();
      const args = [
        "--input-type=module",
        "-e",
        program,
        index,
        join(dirname(file), "other.db"),
        state,
      ];
      const { stdout, stderr } = spawnSync(process.execPath, args, {
        encoding: "utf8",
        timeout: 20_000,
      });
      expect(stderr).toBe("");
      expect(JSON.parse(stdout).length > 0).toBe(state === "on");
    },
  );
}, 30_000);

describe("programs of the user", () => {
  test("stand for an instance by its id or name, until that is ended", async () => {
    const { platform, url, ids } = await front();
    const mine = await Program.start("mine");
    const names = async () => [(await get(url)).name, (await get(url)).name].toSorted();
    platform.bindBackend("web-0", mine.address);
    expect(await names()).toEqual(["mine", "web-1"]);
    platform.bindBackend(ids[1] ?? "", mine.address);
    expect(await names()).toEqual(["mine", "mine"]);
    platform.bindBackend("web-0", null);
    expect(await names()).toEqual(["mine", "web-0"]);
  });

  test.each([
    ["nobody", "127.0.0.1:80", 'The backend of "nobody" was not set: there is no such instance.'],
    [
      "web-0",
      "10.0.0.1:80",
      'The backend of "web-0" was not set: "10.0.0.1:80" is not a port of this machine like 127.0.0.1:8081.',
    ],
    ["web-0", "127.0.0.1:0", "is not a port of this machine"],
    ["web-0", "127.0.0.1", "is not a port of this machine"],
    ["web-0", "127.0.0.1.evil.test:80", "is not a port of this machine"],
  ])("%s at %s is refused", async (machine, address, why) => {
    const { platform } = await front();
    expect(() => platform.bindBackend(machine, address)).toThrow(why);
  });

  test("a name that several have is refused with their ids", async () => {
    const { platform, send, ids } = await front({ assumptions: { "platform.uniqueNames": false } });
    const [twin] = await instances(send, 1);
    expect(() => platform.bindBackend("web-0", "127.0.0.1:80")).toThrow(
      `several have that name. Name one by its id: ${ids[0]}, ${twin}.`,
    );
  });
});
