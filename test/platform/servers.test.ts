import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { containerBody, idOf, newWorld, type Send } from "./support.ts";

const servers = "/api/v2/servers";

function serverBody(name = "web") {
  return { name, size: "small" };
}

function dedicated(name: string) {
  return { ...serverBody(name), network_access: "dedicated" };
}

async function newServer(send: Send, body: object = serverBody()): Promise<string> {
  return idOf(await send(`POST ${servers}`, body));
}

async function stopAndDelete(send: Send, id: string): Promise<number> {
  await send(`POST ${servers}/${id}/action`, { action: "stop" });
  return (await send(`DELETE ${servers}/${id}`)).status;
}

describe("spec 2.3, 4.3: servers under /api/v2", () => {
  test("spec 8: one with shared access, the default, has IPv6 and ten ports", async () => {
    const { send, clock, platform } = newWorld();
    const created = await send(`POST ${servers}`, serverBody());
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^srv_[0-9a-z]{16}$/),
      ...serverBody(),
      network_access: "shared",
      status: "provisioning",
      ipv4_address: null,
      ipv6_addresses: [],
      port_block: { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 },
    });
    clock.pass(1);
    const running = await send(`GET ${servers}/${idOf(created)}`);
    expect(running.body).toEqual({
      ...Object(created.body),
      status: "running",
      ipv6_addresses: [expect.stringMatching(/^2001:db8::/)],
    });
    expect((await send(`GET ${servers}`)).body).toEqual([running.body]);
    expect(platform.snapshot().server).toEqual([running.body]);
  });

  test("spec 3, 8: one with dedicated access has an address of its own from the start", async () => {
    const { send } = newWorld();
    const one = await send(`POST ${servers}`, dedicated("one"));
    expect(one).toMatchObject({
      status: 201,
      body: {
        network_access: "dedicated",
        ipv4_address: expect.stringMatching(/^198\.1[89]\./),
        port_block: null,
      },
    });
    const two = await send(`POST ${servers}`, dedicated("two"));
    expect(Object(two.body).ipv4_address).not.toBe(Object(one.body).ipv4_address);
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ size: undefined }, '"size" is required'],
    [{ size: 2 }, '"size" is not accepted'],
    [{ network_access: "private" }, '"network_access" is not accepted'],
    [{ region: "eu" }, '"region" is not a known field'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = newWorld();
    const refused = await send(`POST ${servers}`, { ...serverBody(), ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`server was not created: ${error}`),
    });
    expect(platform.snapshot().server).toEqual([]);
  });

  test("names are unique where that is assumed", async () => {
    const second = async (uniqueNames: boolean) => {
      const { send } = newWorld({ assumptions: { "platform.uniqueNames": uniqueNames } });
      await newServer(send);
      return (await send(`POST ${servers}`, serverBody())).status;
    };
    expect(await second(true)).toBe(409);
    expect(await second(false)).toBe(201);
  });

  test("its fields have the names assumed for them", async () => {
    const { send } = newWorld({
      assumptions: { "fields.ipv4Address": "ip", "fields.portBlock": "ports" },
    });
    const shared = await send(`POST ${servers}`, serverBody());
    expect(shared.body).toMatchObject({ ip: null, ports: { first_port: 20_000 } });
    const own = await send(`POST ${servers}`, dedicated("own"));
    expect(own.body).toMatchObject({ ip: expect.any(String), ports: null });
  });
});

describe("spec 7.6: the plan's allowance of dedicated addresses", () => {
  test("where it is used up, the request is refused and no server is made", async () => {
    const { send, platform } = newWorld();
    await newServer(send, dedicated("one"));
    await newServer(send, dedicated("two"));
    expect(await send(`POST ${servers}`, dedicated("three"))).toMatchObject({
      status: 409,
      body: {
        error: "server: 2 of the 2 dedicated IPv4 addresses that the plan allows are held",
      },
    });
    expect(platform.snapshot().server).toHaveLength(2);
    expect((await send(`POST ${servers}`, serverBody("three"))).status).toBe(201);
  });

  test("a deleted server gives its address back", async () => {
    const { send, platform } = newWorld();
    platform.configure({ dedicatedAllowance: 1 });
    const id = await newServer(send, dedicated("one"));
    expect((await send(`POST ${servers}`, dedicated("two"))).status).toBe(409);
    expect(await stopAndDelete(send, id)).toBe(204);
    expect((await send(`POST ${servers}`, dedicated("two"))).status).toBe(201);
  });

  test("the allowance may be none, and the status of the refusal is an assumption", async () => {
    const { send, platform } = newWorld({ assumptions: { "refusals.dedicated": 402 } });
    platform.configure({ dedicatedAllowance: 0 });
    expect((await send(`POST ${servers}`, dedicated("one"))).status).toBe(402);
  });
});

describe("spec 8: blocks of the shared address", () => {
  test("no two machines of either prefix share one, and a deleted server frees its own", async () => {
    const { send } = newWorld();
    const block = (first_port: number) => ({ port_block: { first_port } });
    const first = await send(`POST ${servers}`, serverBody("one"));
    expect(first.body).toMatchObject(block(20_000));
    const container = await send("POST /api/v1/instances", containerBody());
    expect(container.body).toMatchObject(block(20_010));
    const second = await send(`POST ${servers}`, serverBody("two"));
    expect(second.body).toMatchObject(block(20_020));
    await stopAndDelete(send, idOf(first));
    const third = await send(`POST ${servers}`, serverBody("three"));
    expect(third.body).toMatchObject(block(20_000));
  });

  test("without a free one, nothing is made", async () => {
    const { send, file, platform } = newWorld();
    const id = await newServer(send);
    const other = new DatabaseSync(file);
    other
      .prepare(`WITH RECURSIVE port (first) AS (
          SELECT 20010 UNION ALL SELECT first + 10 FROM port WHERE first + 19 <= ?
        ) INSERT INTO objects (kind, id, project, body)
          SELECT 'server', 'srv_' || first, project, json_set(body, '$.first_port', first)
          FROM port, objects WHERE id = ?`)
      .run(limits.lastPort, id);
    other.close();
    const held = platform.snapshot().server.length;
    const refusal = (noun: string) => ({
      status: 409,
      body: { error: `${noun}: no block of shared ports is free` },
    });
    expect(await send(`POST ${servers}`, serverBody("more"))).toMatchObject(refusal("server"));
    const container = await send("POST /api/v1/instances", containerBody());
    expect(container).toMatchObject(refusal("instance"));
    expect(platform.snapshot().server).toHaveLength(held);
    expect((await send(`POST ${servers}`, dedicated("own"))).status).toBe(201);
  });
});

describe("spec 3, 7.5: actions and deletion of a server", () => {
  test("it stops, starts and freezes like an instance", async () => {
    const { send, clock } = newWorld();
    const id = await newServer(send);
    clock.pass(1);
    const taken = async (action: string) => {
      const { status, body } = await send(`POST ${servers}/${id}/action`, { action });
      return status === 200 ? Object(body).status : Object(body).error;
    };
    expect(await taken("freeze")).toBe("frozen");
    expect(await taken("stop")).toBe(`server "${id}" was not stopped: it is frozen`);
    expect(await taken("unfreeze")).toBe("running");
    expect(await taken("stop")).toBe("stopped");
    expect(await taken("start")).toBe("provisioning");
  });

  test("an unknown action is refused", async () => {
    const { send } = newWorld();
    const id = await newServer(send);
    const refused = await send(`POST ${servers}/${id}/action`, { action: "explode" });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`server "${id}" was not changed: "action" is not accepted`),
    });
  });

  test("only a stopped one is deleted", async () => {
    const { send, clock, platform } = newWorld();
    const id = await newServer(send);
    clock.pass(1);
    expect(await send(`DELETE ${servers}/${id}`)).toMatchObject({
      status: 409,
      body: { error: `server "${id}" was not deleted: it is running; stop it first` },
    });
    expect(platform.snapshot().server).toHaveLength(1);
    expect(await stopAndDelete(send, id)).toBe(204);
    expect(platform.snapshot().server).toEqual([]);
  });

  test("spec 7.2: an unknown one is named", async () => {
    const { send } = newWorld();
    const unknown = { status: 404, body: { error: 'server "srv_x" not found' } };
    expect(await send(`GET ${servers}/srv_x`)).toMatchObject(unknown);
    expect(await send(`DELETE ${servers}/srv_x`)).toMatchObject(unknown);
    const stopped = await send(`POST ${servers}/srv_x/action`, { action: "stop" });
    expect(stopped).toMatchObject(unknown);
  });
});
