import { Agent } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { balance } from "../../../platform/traffic/balance.ts";
import { balancer, carried, get, instances, listening, Program, rule } from "./world.ts";

/** A load balancer in front of running instances. */
async function front(count: number, more: object = {}) {
  const world = await carried();
  const ids = await instances(world.send, count);
  const id = await balancer(world.send, ids, more);
  const { url } = await listening(world.platform, `${id}/80`);
  return { ...world, ids, id, url };
}

async function namesOf(url: string, count: number, options = {}): Promise<readonly string[]> {
  const names: string[] = [];
  for (let at = 0; at < count; at += 1) names.push((await get(url, options)).name);
  return names;
}

describe("algorithms (spec 2.9)", () => {
  test("round_robin: each in its turn", async () => {
    const { url } = await front(3);
    const names = await namesOf(url, 6);
    expect(new Set(names.slice(0, 3))).toEqual(new Set(["web-0", "web-1", "web-2"]));
    expect(names.slice(3)).toEqual(names.slice(0, 3));
  });

  test("least_connections: the one with the fewest under way", async () => {
    const { platform, url } = await front(2, { algorithm: "least_connections" });
    const busy = await Program.start("busy");
    platform.bindBackend("web-0", busy.address);
    busy.isHeld = true;
    const held = get(url);
    const other = await Promise.race([held, get(url)]);
    expect(other.name).toBe("web-1");
    await busy.holds(1);
    expect(await namesOf(url, 4)).toEqual(["web-1", "web-1", "web-1", "web-1"]);
    busy.release();
    expect((await held).name).toBe("busy");
    expect(new Set(await namesOf(url, 2))).toEqual(new Set(["busy", "web-1"]));
  });

  test("ip_hash: a client stays where it is, and clients are spread", async () => {
    const { url } = await front(3, { algorithm: "ip_hash" });
    const clients = Array.from({ length: 20 }, (_, at) => `127.0.0.${at + 2}`);
    const first = await Promise.all(clients.map((localAddress) => get(url, { localAddress })));
    const second = await Promise.all(clients.map((localAddress) => get(url, { localAddress })));
    expect(second.map(({ name }) => name)).toEqual(first.map(({ name }) => name));
    expect(new Set(first.map(({ name }) => name)).size).toBeGreaterThan(1);
  });

  test("ip_hash: removing a backend moves only its own clients", () => {
    const choose = (backends: readonly string[], at: number) =>
      balance("ip_hash", backends, { turn: at, client: `10.0.0.${at}`, openOf: () => 0 })[0];
    for (let at = 0; at < 100; at += 1) {
      const before = choose(["a", "b", "c"], at);
      if (before !== "c") expect(choose(["a", "b"], at)).toBe(before);
    }
  });
});

describe("http", () => {
  test("a request arrives as it was sent, and says who sent it", async () => {
    const { platform, url } = await front(1);
    const program = await Program.start("mine");
    platform.bindBackend("web-0", program.address);
    const answer = await get(url, { path: "/a?b=%20c", method: "DELETE", body: "hello" });
    expect(answer).toMatchObject({ status: 200, name: "mine" });
    const sent = program.requests.find((request) => request.method === "DELETE");
    expect(sent?.url).toBe("/a?b=%20c");
    expect(sent?.headers).toMatchObject({
      host: new URL(url).host,
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "http",
    });
    expect(program.received).toBe("hello");
    program.status = 418;
    expect((await get(url)).status).toBe(418);
  });

  test("each request of a kept connection is spread", async () => {
    const { url } = await front(2);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    expect(new Set(await namesOf(url, 4, { agent }))).toEqual(new Set(["web-0", "web-1"]));
  });

  test("a backend that takes no connection is passed over; without any, 503", async () => {
    const { url, platform, send, ids } = await front(2);
    await send(`POST /v1/instances/${ids[0]}/action`, { action: "stop" });
    expect(await namesOf(url, 3)).toEqual(["web-1", "web-1", "web-1"]);
    platform.bindBackend("web-1", "127.0.0.1:1");
    expect(await get(url)).toMatchObject({
      status: 503,
      body: '{"error":"no healthy backend"}\n',
    });
  });

  test("an instance of an unhealthy image runs and takes no connection", async () => {
    const { url, platform } = await front(1);
    platform.configure({ unhealthyImages: ["debian/13"] });
    expect((await get(url)).status).toBe(503);
    platform.configure({ unhealthyImages: [] });
    expect((await get(url)).name).toBe("web-0");
  });

  test("each rule has a separate entry, under its own name", async () => {
    const { platform, id } = await front(1, {
      forwarding_rules: [rule(), rule({ entry_port: 8080 })],
    });
    const [one, other] = platform.traffic().entries;
    expect([one?.id, other?.id]).toEqual([`${id}/80`, `${id}/8080`]);
    expect(one?.url).not.toBe(other?.url);
    const second = await listening(platform, `${id}/8080`);
    expect(second).toMatchObject({
      port: 8080,
      protocol: "http",
      address: expect.stringMatching(/^198\.18\./),
    });
  });
});

test("a load balancer listens once it is active", async () => {
  const world = await carried({ bootSeconds: 60 });
  const id = await balancer(world.send, await instances(world.send, 1));
  expect(world.platform.traffic().entries).toEqual([]);
  world.platform.clock.advance(60);
  expect((await get((await listening(world.platform, `${id}/80`)).url)).name).toBe("web-0");
});
