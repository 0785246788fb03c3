import { describe, expect, test } from "vitest";
import { containerBody, idOf, newInstance, newWorld } from "./support.ts";

const ports = "/api/v1/instances/web/ports";

describe("spec 3: a machine is migrated to another host of its region", () => {
  test("its block is one of that host's address, and its forwards keep their places in it", async () => {
    const { send, platform } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    await send(`POST ${ports}`, { protocol: "udp", public_port: 20_003, target_port: 53 });
    platform.migrate("web");
    expect((await send("GET /api/v1/instances/web")).body).toMatchObject({
      port_block: { address: "203.0.113.2", first_port: 21_000, last_port: 21_009 },
    });
    expect((await send(`GET ${ports}`)).body).toEqual([
      expect.objectContaining({ protocol: "tcp", public_port: 21_000, target_port: 22 }),
      expect.objectContaining({ protocol: "udp", public_port: 21_003, target_port: 53 }),
    ]);
    const gone = await send(`DELETE ${ports}?protocol=udp&public_port=20003`);
    expect(gone.status).toBe(404);
    expect((await send(`DELETE ${ports}?protocol=udp&public_port=21003`)).status).toBe(204);
  });

  test("the block that it leaves is free, and so is the other one when it is deleted", async () => {
    const { send, platform } = newWorld();
    const first = await send("POST /api/v2/servers", { name: "one", size: "small" });
    const blockOf = async (id: string) =>
      Object((await send(`GET /api/v2/servers/${id}`)).body).port_block;
    platform.migrate(idOf(first));
    expect((await blockOf(idOf(first))).address).toBe("203.0.113.2");
    const second = await send("POST /api/v2/servers", { name: "two", size: "small" });
    expect(Object(second.body).port_block.first_port).toBe(20_000);
    await send(`POST /api/v2/servers/${idOf(first)}/action`, { action: "stop" });
    expect((await send(`DELETE /api/v2/servers/${idOf(first)}`)).status).toBe(204);
    platform.migrate(idOf(second));
    expect((await blockOf(idOf(second))).first_port).toBe(21_000);
  });

  test("spec 8: each region has a shared address of its own, and machines stay in theirs", async () => {
    const { send, platform } = newWorld();
    const blockOf = async (name: string) =>
      Object((await send(`GET /api/v1/instances/${name}`)).body).port_block;
    const addresses: string[] = [];
    for (let count = 0; count < 27; count += 1) {
      platform.configure({ machineRegion: `region-${count}` });
      await send("POST /api/v1/instances", containerBody(`web-${count}`));
      const { address, first_port } = await blockOf(`web-${count}`);
      expect(first_port).toBe(20_000);
      addresses.push(address);
    }
    expect(new Set(addresses).size).toBe(27);
    expect(addresses.slice(0, 2)).toEqual(["203.0.113.1", "203.0.113.11"]);
    expect(addresses.slice(24)).toEqual(["203.0.113.241", "240.0.0.250", "240.0.1.4"]);
    platform.migrate("web-1");
    expect(await blockOf("web-1")).toMatchObject({ address: "203.0.113.12", first_port: 21_000 });
    for (let move = 0; move < 9; move += 1) platform.migrate("web-1");
    expect(await blockOf("web-1")).toMatchObject({ address: "203.0.113.11", first_port: 20_000 });
  });

  test("a region keeps its address when nothing is left in it", async () => {
    const { send, platform } = newWorld();
    const made = async (machineRegion: string, name: string) => {
      platform.configure({ machineRegion, bootSeconds: 0 });
      const server = await send("POST /api/v2/servers", { name, size: "small" });
      return { id: idOf(server), address: Object(server.body).port_block.address };
    };
    const [first, other] = [await made("fra", "one"), await made("nyc", "two")];
    for (const { id } of [first, other]) {
      await send(`POST /api/v2/servers/${id}/action`, { action: "stop" });
      expect((await send(`DELETE /api/v2/servers/${id}`)).status).toBe(204);
    }
    expect((await made("nyc", "three")).address).toBe(other.address);
    expect((await made("fra", "four")).address).toBe(first.address);
  });

  test("what has no block is not migrated", async () => {
    const { send, platform } = newWorld();
    const instance = await newInstance(send);
    const own = { name: "own", size: "small", network_access: "dedicated" };
    const server = idOf(await send("POST /api/v2/servers", own));
    for (const id of [instance, server, "nobody"]) {
      expect(() => platform.migrate(id)).toThrow(`"${id}" was not migrated`);
    }
  });
});

describe("spec 8: a region without public IPv6", () => {
  test("its machines have no address of it", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ regionsWithoutIpv6: ["eu", "islands"], machineRegion: "islands" });
    const made = [
      ["/v1/instances", { name: "a", region: "eu", plan: "small", image: "debian/13" }],
      ["/v1/instances", { name: "b", region: "us", plan: "small", image: "debian/13" }],
      ["/api/v1/instances", containerBody()],
      ["/api/v2/servers", { name: "c", size: "small" }],
    ] as const;
    for (const [path, body] of made) await send(`POST ${path}`, body);
    clock.pass(60);
    const counts = ["/v1/instances", "/api/v1/instances", "/api/v2/servers"].map(async (path) =>
      Object((await send(`GET ${path}`)).body).map(
        (machine: { ipv6_addresses: string[] }) => machine.ipv6_addresses.length,
      ),
    );
    expect(await Promise.all(counts)).toEqual([[0, 1], [0], [0]]);
  });

  test("a machine stays in the region that it was made in", async () => {
    const { send, clock, platform } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    platform.configure({ regionsWithoutIpv6: ["islands"], machineRegion: "islands" });
    clock.pass(60);
    expect((await send("GET /api/v1/instances/web")).body).toMatchObject({
      ipv6_addresses: [expect.any(String)],
    });
  });
});
