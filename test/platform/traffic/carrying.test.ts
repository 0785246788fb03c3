import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
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

test("traffic is off unless it is asked for, and carried by the process that serves", async () => {
  const { platform, send } = newWorld({ defaults: { bootSeconds: 0 } });
  await balancer(send, await instances(send, 1));
  platform.configure({ traffic: true });
  expect(platform.traffic()).toEqual({ isOn: true, process: null, entries: [] });
  const server = await servePlatform(platform, 0);
  expect(platform.traffic()).toMatchObject({ isOn: true, process: process.pid });
  expect(platform.traffic().entries).toHaveLength(1);
  await server.close();
  expect(platform.traffic()).toEqual({ isOn: true, process: null, entries: [] });
});

test("any process on the file switches it, changes what is carried and sees where it is", async () => {
  const { file, platform, url, ids, id, clock } = await front();
  const other = openPlatform({ file, clock });
  expect(other.traffic()).toEqual(platform.traffic());
  await sender(other)(`PATCH /v1/load-balancers/${id}`, { backend_instances: ids.slice(1) });
  expect([(await get(url)).name, (await get(url)).name]).toEqual(["web-1", "web-1"]);
  other.configure({ traffic: false });
  await refuses(url);
  other.configure({ traffic: true });
  await expect.poll(() => other.traffic().entries[0]?.url, { timeout: 5000 }).toBe(url);
  other.reset();
  await refuses(url);
  other.close();
});

test("what was where is there again after a restart, on 127.0.0.1 alone", async () => {
  const { file, platform, url, server, clock } = await front();
  const codeOf = (address: string) => get(address).catch(({ code }) => code);
  expect(await codeOf(url.replace("127.0.0.1", "127.0.0.2"))).toBe("ECONNREFUSED");
  await server.close();
  expect(await codeOf(url)).toBe("ECONNREFUSED");
  platform.close();
  const again = openPlatform({ file, clock });
  const second = await servePlatform(again, 0);
  expect(again.traffic().entries[0]?.url).toBe(url);
  await second.close();
  again.close();
});

test("a server that closes ends listeners and connections", async () => {
  const { platform, server, send, ids } = await front();
  const fip = idOf(await send("POST /v1/floating-ips", { region: "eu" }));
  await send(`POST /v1/floating-ips/${fip}/assign`, { instance_id: ids[0] });
  const line = new Line((await listening(platform, fip)).url);
  line.write("hello\n");
  await line.has("hello\n");
  await server.close();
  await line.ended();
});

test("a program of the user answers for an instance by its id or name, until that is ended", async () => {
  const { platform, url, ids, id } = await front();
  const mine = await Program.start("mine");
  const names = async () => [(await get(url)).name, (await get(url)).name].toSorted();
  platform.bindBackend("web-0", mine.address);
  expect(await names()).toEqual(["mine", "web-1"]);
  platform.bindBackend(ids[1] ?? "", mine.address);
  expect(await names()).toEqual(["mine", "mine"]);
  platform.bindBackend("web-0", null);
  expect(await names()).toEqual(["mine", "web-0"]);
  const refused = (machine: string, address: string) => () =>
    platform.bindBackend(machine, address);
  expect(refused("nobody", "127.0.0.1:80")).toThrow("there is no such instance");
  expect(refused("web-0", "10.0.0.1:80")).toThrow("is not a port of this machine like 127.0.0.1:");
  expect(refused("web-0", `localhost:${new URL(url).port}`)).toThrow(`"${id}/80" listens there`);
});

test("a file that came from elsewhere leads to no other host", async () => {
  const { file, platform, url } = await front();
  const mine = await Program.start("mine");
  const names = async () => [(await get(url)).name, (await get(url)).name].toSorted();
  platform.bindBackend("web-0", mine.address);
  expect(await names()).toEqual(["mine", "web-1"]);
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  // The same port at another address of this machine, which the check of a name would not see.
  const elsewhere = { address: `0.0.0.0:${mine.address.split(":").at(-1)}` };
  database
    .prepare("UPDATE objects SET body = ? WHERE kind = 'trafficBackend'")
    .run(JSON.stringify(elsewhere));
  // A change by any process is followed.
  platform.configure({ mailEnabled: true });
  await vi.waitFor(async () => expect(await names()).toEqual(["web-0", "web-1"]));
});

test("a name that several have is refused with their ids", async () => {
  const { platform, send, ids } = await front({ assumptions: { "platform.uniqueNames": false } });
  const [twin] = await instances(send, 1);
  expect(() => platform.bindBackend("web-0", "127.0.0.1:80")).toThrow(
    `several have that name. Name one by its id: ${ids[0]}, ${twin}.`,
  );
});
