import { describe, expect, test } from "vitest";
import { containerBody, newWorld } from "./support.ts";

describe("spec 2.1, 4.1: instances under /api/v1", () => {
  test("a created one answers with its fields and boots", async () => {
    const { send } = newWorld();
    const given = {
      ...containerBody(),
      cpu_limit: "2",
      memory_limit: "2GiB",
      profile: "default",
    };
    const created = await send("POST /api/v1/instances", given);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ...given, status: "provisioning", ip_addresses: [] });
  });

  test("it runs and has its addresses after bootSeconds", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ bootSeconds: 30 });
    await send("POST /api/v1/instances", containerBody());
    clock.pass(29);
    const booting = await send("GET /api/v1/instances/web");
    expect(booting.body).toMatchObject({ status: "provisioning", ip_addresses: [] });
    clock.pass(1);
    const running = await send("GET /api/v1/instances/web");
    expect(running.body).toMatchObject({
      status: "running",
      ip_addresses: [expect.stringMatching(/^10\.\d+\.\d+\.\d+$/)],
      ipv6_addresses: [expect.stringMatching(/^2001:db8::/)],
      resource_usage: { cpu_percent: expect.any(Number) },
    });
  });

  test("one that does not run uses no CPU and no memory", async () => {
    const { send, clock } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    clock.pass(1);
    const stopped = await send("POST /api/v1/instances/web/action", { action: "stop" });
    expect(stopped.body).toMatchObject({ resource_usage: { cpu_percent: 0, memory_percent: 0 } });
  });

  test("the list holds every one as its detail shows it", async () => {
    const { send } = newWorld();
    const one = await send("POST /api/v1/instances", containerBody("one"));
    const two = await send("POST /api/v1/instances", containerBody("two"));
    const list = await send("GET /api/v1/instances");
    expect(list.status).toBe(200);
    expect(list.body).toEqual([one.body, two.body]);
  });

  test("spec 8: each has ten ports of its own, and a deleted one's are free again", async () => {
    const { send } = newWorld();
    const block = (first_port: number) => ({
      port_block: { address: "203.0.113.1", first_port, last_port: first_port + 9 },
    });
    for (const [name, port] of [["one", 20_000] as const, ["two", 20_010] as const]) {
      const created = await send("POST /api/v1/instances", containerBody(name));
      expect(created.body).toMatchObject(block(port));
    }
    await send("POST /api/v1/instances/one/action", { action: "stop" });
    await send("DELETE /api/v1/instances/one");
    const next = await send("POST /api/v1/instances", containerBody("three"));
    expect(next.body).toMatchObject(block(20_000));
  });

  test("a second one of the same name is a conflict", async () => {
    const { send } = newWorld({ assumptions: { "platform.uniqueNames": false } });
    await send("POST /api/v1/instances", containerBody());
    const second = await send("POST /api/v1/instances", containerBody());
    expect(second.status).toBe(409);
    expect(second.body).toEqual({
      error: 'instance "web" exists already',
    });
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ image: undefined }, '"image" is required'],
    [{ type: undefined }, '"type" is required'],
    [{ type: "vm" }, '"type" is not accepted'],
    [{ name: "a/b" }, '"name" is not accepted'],
    [{ name: 7 }, '"name" is not accepted'],
    [{ image: "debian" }, '"image" is not accepted'],
    [{ cpu_limit: 2 }, '"cpu_limit" is not accepted'],
    [{ memory_limit: "2" }, '"memory_limit" is not accepted'],
    [{ memory_limit: "0GiB" }, '"memory_limit" is not accepted'],
    [{ memory_limit: "0.0MiB" }, '"memory_limit" is not accepted'],
    [{ colour: "red" }, '"colour" is not a known field'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = newWorld();
    const refused = await send("POST /api/v1/instances", { ...containerBody(), ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`instance was not created: ${error}`),
    });
    expect(platform.snapshot().container).toEqual([]);
  });

  test.each([
    "GET /api/v1/instances/nope",
    "DELETE /api/v1/instances/nope",
    "POST /api/v1/instances/nope/action",
    "GET /api/v1/instances/nope/ports",
  ])("spec 7.2: %s names the unknown instance", async (route) => {
    const { send } = newWorld();
    const answer = await send(route);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ error: 'instance "nope" not found' });
  });
});

describe("spec 3: actions", () => {
  const allowed = [
    { from: [], action: "start", to: "running" },
    { from: [], action: "stop", to: "stopped" },
    { from: [], action: "restart", to: "running" },
    { from: [], action: "freeze", to: "frozen" },
    { from: [], action: "unfreeze", to: "running" },
    { from: ["stop"], action: "start", to: "running" },
    { from: ["stop"], action: "stop", to: "stopped" },
    { from: ["freeze"], action: "freeze", to: "frozen" },
    { from: ["freeze"], action: "unfreeze", to: "running" },
  ];
  test.each(allowed)("after $from, $action leads to $to", async ({ from, action, to }) => {
    const { send, clock } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    for (const before of from) await send("POST /api/v1/instances/web/action", { action: before });
    clock.pass(60);
    const answer = await send("POST /api/v1/instances/web/action", { action });
    expect(answer.status).toBe(200);
    clock.pass(60);
    const after = await send("GET /api/v1/instances/web");
    expect(after.body).toMatchObject({ status: to });
  });

  const refused = [
    { from: "freeze", action: "start", why: "was not started: it is frozen" },
    { from: "freeze", action: "stop", why: "was not stopped: it is frozen" },
    { from: "freeze", action: "restart", why: "was not restarted: it is frozen" },
    { from: "stop", action: "freeze", why: "was not frozen: it is stopped" },
    { from: "stop", action: "unfreeze", why: "was not unfrozen: it is stopped" },
    { from: "stop", action: "restart", why: "was not restarted: it is stopped" },
  ];
  test.each(refused)("after $from, $action is refused", async ({ from, action, why }) => {
    const { send } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    const before = await send("POST /api/v1/instances/web/action", { action: from });
    const answer = await send("POST /api/v1/instances/web/action", { action });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ error: `instance "web" ${why}` });
    expect((await send("GET /api/v1/instances/web")).body).toEqual(before.body);
  });

  test("starting and restarting boot again, and the addresses stay", async () => {
    const { send, clock } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    clock.pass(1);
    const { body: running } = await send("GET /api/v1/instances/web");
    expect(running).toMatchObject({ status: "running" });
    const restarted = await send("POST /api/v1/instances/web/action", { action: "restart" });
    expect(restarted.body).toMatchObject({
      status: "provisioning",
      ip_addresses: [expect.any(String)],
    });
    clock.pass(1);
    expect((await send("GET /api/v1/instances/web")).body).toEqual(running);
  });

  test("an unknown action is refused", async () => {
    const { send } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    const answer = await send("POST /api/v1/instances/web/action", { action: "explode" });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: expect.stringContaining('"action" is not accepted') });
  });

  test("the first word assumed for a state is the one answered", async () => {
    const { send, clock } = newWorld({
      assumptions: { "words.stopped": ["off", "stopped"], "fields.status": "state" },
    });
    await send("POST /api/v1/instances", containerBody());
    clock.pass(1);
    const stopped = await send("POST /api/v1/instances/web/action", { action: "stop" });
    expect(stopped.body).toMatchObject({ state: "off" });
  });
});

describe("spec 7.5: only a stopped instance is deleted", () => {
  test.each([
    { name: "a booting one", before: [], seconds: 0, status: "provisioning" },
    { name: "a running one", before: [], seconds: 60, status: "running" },
    { name: "a frozen one", before: ["freeze"], seconds: 60, status: "frozen" },
    { name: "a stopping one", before: ["stop"], seconds: 4, status: "stopping" },
  ])("$name stays", async ({ before, seconds, status }) => {
    const { send, clock, platform } = newWorld();
    platform.configure({ stopSeconds: 5 });
    await send("POST /api/v1/instances", containerBody());
    for (const action of before) await send("POST /api/v1/instances/web/action", { action });
    clock.pass(seconds);
    const refused = await send("DELETE /api/v1/instances/web");
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      error: `instance "web" was not deleted: it is ${status}; stop it first`,
    });
    expect(platform.snapshot().container).toHaveLength(1);
  });

  test("a stopped one is gone with its forwards", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ stopSeconds: 5 });
    await send("POST /api/v1/instances", containerBody());
    await send("POST /api/v1/instances/web/action", { action: "stop" });
    clock.pass(5);
    const deleted = await send("DELETE /api/v1/instances/web");
    expect(deleted).toMatchObject({ status: 204, body: undefined });
    expect((await send("GET /api/v1/instances/web")).status).toBe(404);
    expect(platform.snapshot().portForward).toEqual([]);
  });

  test("the status of the refusal is an assumption", async () => {
    const { send } = newWorld({ assumptions: { "refusals.notStopped": 400 } });
    await send("POST /api/v1/instances", containerBody());
    expect((await send("DELETE /api/v1/instances/web")).status).toBe(400);
  });
});
