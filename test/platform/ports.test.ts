import { describe, expect, test } from "vitest";
import { containerBody, newWorld, type Send } from "./support.ts";

const ports = "/api/v1/instances/web/ports";
const forward = { protocol: "tcp", public_port: 20_001, target_port: 80 };

async function newContainer(send: Send, name = "web") {
  await send("POST /api/v1/instances", containerBody(name));
}

describe("spec 2.4, 4.1: port forwards", () => {
  test("one is created, listed and removed", async () => {
    const { send } = newWorld();
    await newContainer(send);
    const given = { ...forward, description: "web" };
    const created = await send(`POST ${ports}`, given);
    expect(created).toMatchObject({ status: 201, body: given });
    expect((await send(`GET ${ports}`)).body).toContainEqual(created.body);
    const removed = await send(`DELETE ${ports}?protocol=tcp&public_port=20001`);
    expect(removed).toMatchObject({ status: 204, body: undefined });
    expect((await send(`GET ${ports}`)).body).not.toContainEqual(created.body);
  });

  test("spec 8: the first port of a block leads to port 22", async () => {
    const { send } = newWorld();
    await newContainer(send);
    const list = await send(`GET ${ports}`);
    expect(list.body).toEqual([
      expect.objectContaining({ protocol: "tcp", public_port: 20_000, target_port: 22 }),
    ]);
  });

  test("spec 8: the first port cannot be led elsewhere, for udp neither, or be closed", async () => {
    const { send } = newWorld();
    await newContainer(send);
    for (const protocol of ["tcp", "udp"]) {
      const made = await send(`POST ${ports}`, { ...forward, protocol, public_port: 20_000 });
      expect(made).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining("public_port 20000 always leads to SSH") },
      });
    }
    const closed = await send(`DELETE ${ports}?protocol=tcp&public_port=20000`);
    expect(closed).toMatchObject({
      status: 409,
      body: {
        error:
          'port forward of instance "web" was not deleted: public_port 20000 always leads to SSH',
      },
    });
    expect((await send(`GET ${ports}`)).body).toHaveLength(1);
  });

  test("each instance lists its own", async () => {
    const { send } = newWorld();
    await newContainer(send);
    await newContainer(send, "other");
    await send(`POST ${ports}`, forward);
    expect((await send("GET /api/v1/instances/other/ports")).body).toHaveLength(1);
  });

  test.each([19_999, 20_010])("spec 7.8: public port %d is outside the block", async (port) => {
    const { send } = newWorld();
    await newContainer(send);
    const refused = await send(`POST ${ports}`, { ...forward, public_port: port });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: `port forward of instance "web" was not created: public_port ${port} is outside its block 20000 to 20009`,
    });
  });

  test("spec 7.7: port 25 is refused until mail is enabled", async () => {
    const { send, platform } = newWorld();
    await newContainer(send);
    const refused = await send(`POST ${ports}`, { ...forward, target_port: 25 });
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({ error: expect.stringContaining("target_port 25 is refused") });
    platform.configure({ mailEnabled: true });
    expect((await send(`POST ${ports}`, { ...forward, target_port: 25 })).status).toBe(201);
  });

  test("a public port is forwarded once per protocol", async () => {
    const { send } = newWorld();
    await newContainer(send);
    await send(`POST ${ports}`, forward);
    const again = await send(`POST ${ports}`, { ...forward, target_port: 81 });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({
      error: expect.stringContaining("tcp port 20001 is forwarded already"),
    });
    expect((await send(`POST ${ports}`, { ...forward, protocol: "udp" })).status).toBe(201);
  });

  test.each([
    [{ protocol: undefined }, '"protocol" is required'],
    [{ protocol: "icmp" }, '"protocol" is not accepted'],
    [{ public_port: undefined }, '"public_port" is required'],
    [{ public_port: "20001" }, '"public_port" is not accepted'],
    [{ target_port: undefined }, '"target_port" is required'],
    [{ target_port: 0 }, '"target_port" is not accepted'],
    [{ target_port: 65_536 }, '"target_port" is not accepted'],
    [{ target_port: 80.5 }, '"target_port" is not accepted'],
    [{ description: 1 }, '"description" is not accepted'],
  ])("spec 2.4: a forward with %j is refused", async (change, error) => {
    const { send } = newWorld();
    await newContainer(send);
    const refused = await send(`POST ${ports}`, { ...forward, ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: expect.stringContaining(error) });
  });

  test("the ends of the target range are accepted", async () => {
    const { send } = newWorld();
    await newContainer(send);
    for (const [public_port, target_port] of [[20_001, 1] as const, [20_002, 65_535] as const]) {
      const created = await send(`POST ${ports}`, { protocol: "udp", public_port, target_port });
      expect(created.status).toBe(201);
    }
  });

  test("removing one that is not there names it", async () => {
    const { send } = newWorld();
    await newContainer(send);
    const answer = await send(`DELETE ${ports}?protocol=tcp&public_port=20005`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      error: 'port forward "tcp/20005" of instance "web" not found',
    });
  });

  test("removing one needs both parts of its name", async () => {
    const { send } = newWorld();
    await newContainer(send);
    expect((await send(`DELETE ${ports}?protocol=tcp`)).status).toBe(422);
    expect((await send(`DELETE ${ports}?public_port=20001`)).status).toBe(422);
  });

  test.each([
    "protocol=tcp&public_port=",
    "protocol=tcp&public_port=abc",
    "protocol=tcp&public_port=20001.0",
    "protocol=TCP&public_port=20001",
    "protocol=&public_port=20001",
  ])("?%s names none", async (query) => {
    const { send } = newWorld();
    await newContainer(send);
    expect(await send(`DELETE ${ports}?${query}`)).toMatchObject({
      status: 422,
      body: {
        error:
          'port forward of instance "web" was not deleted: the query needs protocol (tcp or udp) and public_port (a number)',
      },
    });
  });

  test("the statuses of the refusals are assumptions", async () => {
    const { send } = newWorld({
      assumptions: { "refusals.portOutsideBlock": 400, "refusals.mailPort": 451 },
    });
    await newContainer(send);
    expect((await send(`POST ${ports}`, { ...forward, public_port: 1 })).status).toBe(400);
    expect((await send(`POST ${ports}`, { ...forward, target_port: 25 })).status).toBe(451);
  });
});
