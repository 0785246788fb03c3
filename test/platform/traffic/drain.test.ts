import { Agent } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { balancer, carried, get, instances, listening, Program, refuses, rule } from "./world.ts";

/** Two instances of which the load balancer leads to the first, each answered by a program. */
async function half(more: object = {}) {
  const world = await carried();
  const { platform, send } = world;
  const ids = await instances(send, 2);
  const programs = [await Program.start("old"), await Program.start("new")] as const;
  for (const [at, { address }] of programs.entries()) platform.bindBackend(`web-${at}`, address);
  const id = await balancer(send, ids.slice(0, 1), more);
  const { url } = await listening(platform, `${id}/80`);
  const change = async (body: object) => {
    expect(await send(`PATCH /v1/load-balancers/${id}`, body)).toMatchObject({ status: 200 });
  };
  return { ...world, ids, id, url, change, old: programs[0] };
}

describe("what is under way", () => {
  test("ends where it began when the backends change, and the next request goes to the new ones", async () => {
    const { ids, url, change, old } = await half();
    old.isHeld = true;
    const under = get(url);
    await old.holds(1);
    await change({ backend_instances: ids.slice(1) });
    expect((await get(url)).name).toBe("new");
    old.release();
    expect((await under).name).toBe("old");
  });

  test("on a kept connection the next request goes to the new ones", async () => {
    const { ids, url, change } = await half();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    expect((await get(url, { agent })).name).toBe("old");
    await change({ backend_instances: ids.slice(1) });
    expect((await get(url, { agent })).name).toBe("new");
  });

  test("ends by itself when its rule is deleted, which takes no more connections", async () => {
    const { url, change, old } = await half();
    old.isHeld = true;
    const under = get(url);
    await old.holds(1);
    await change({ forwarding_rules: [rule({ entry_port: 81 })] });
    await refuses(url);
    old.release();
    expect(await under).toMatchObject({ name: "old", headers: { connection: "close" } });
  });

  test("is cut when the load balancer is deleted", async () => {
    const { url, send, id, old } = await half();
    old.isHeld = true;
    const under = get(url);
    const cut = expect(under).rejects.toThrow();
    await old.holds(1);
    await send(`DELETE /v1/load-balancers/${id}`);
    await cut;
    await refuses(url);
  });
});

describe("an instance that is deleted", () => {
  test.each(["stop", "restart"])("by %s cuts what is under way on it", async (action) => {
    const { url, send, ids, old, platform } = await half();
    old.isHeld = true;
    const under = get(url);
    await old.holds(1);
    platform.configure({ bootSeconds: 60 });
    await send(`POST /v1/instances/${ids[0]}/action`, { action });
    expect((await under).status).toBe(502);
    expect((await get(url)).status).toBe(503);
  });

  test("takes no new connections while it stops, and those under way go on until it has", async () => {
    const { url, send, ids, old, platform } = await half();
    platform.configure({ stopSeconds: 30 });
    old.isHeld = true;
    const [first, second] = [get(url), get(url)];
    await old.holds(2);
    await send(`POST /v1/instances/${ids[0]}/action`, { action: "stop" });
    expect((await get(url)).status).toBe(503);
    platform.clock.advance(29);
    old.release();
    expect([(await first).name, (await second).name]).toEqual(["old", "old"]);
  });

  test("is cut when it has stopped", async () => {
    const { url, send, ids, old, platform } = await half();
    platform.configure({ stopSeconds: 30 });
    old.isHeld = true;
    const under = get(url);
    await old.holds(1);
    await send(`POST /v1/instances/${ids[0]}/action`, { action: "stop" });
    platform.clock.advance(30);
    expect((await under).status).toBe(502);
  });

  test("in the middle of an answer breaks that off", async () => {
    const { url, send, ids, platform } = await half({ forwarding_rules: [rule()] });
    const program = await Program.start("broken");
    program.isStreaming = true;
    platform.bindBackend("web-0", program.address);
    const under = expect(get(url)).rejects.toThrow("aborted");
    await program.holds(1);
    await send(`POST /v1/instances/${ids[0]}/action`, { action: "stop" });
    await under;
  });
});

test("a started instance answers again, and a booting one not before it has booted", async () => {
  const { url, send, ids, platform } = await half();
  platform.configure({ bootSeconds: 20 });
  await send(`POST /v1/instances/${ids[0]}/action`, { action: "stop" });
  await send(`POST /v1/instances/${ids[0]}/action`, { action: "start" });
  expect((await get(url)).status).toBe(503);
  platform.clock.advance(20);
  expect((await get(url)).name).toBe("old");
});
