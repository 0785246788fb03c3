import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { openPlatform, servePlatform } from "../../../platform/index.ts";
import {
  backendOf,
  balancer,
  carried,
  check,
  get,
  instances,
  listening,
  Program,
  refuses,
} from "./world.ts";

async function front() {
  const world = await carried();
  const ids = await instances(world.send, 2);
  const program = await Program.start("mine");
  world.platform.bindBackend("web-0", program.address);
  const health_check = check({ threshold: 1 });
  const id = await balancer(world.send, ids, { health_check });
  const { url } = await listening(world.platform, `${id}/80`);
  const other = openPlatform({ file: world.file, clock: world.clock });
  return { ...world, ids, program, id, url, other };
}

test("traffic that another process switches off and on ends and begins", async () => {
  const { other, url, platform } = await front();
  other.configure({ traffic: false });
  await refuses(url);
  other.configure({ traffic: true });
  await vi.waitFor(async () => expect((await get(url)).status).toBe(200), { timeout: 5000 });
  expect(platform.traffic()).toMatchObject({ isOn: true, process: process.pid });
  other.close();
});

test("traffic that another process switches off and on within a moment is where it was", async () => {
  const { other, url, platform } = await front();
  other.configure({ traffic: false });
  await refuses(url);
  other.configure({ traffic: true });
  await vi.waitFor(async () => expect((await get(url)).status).toBe(200), { timeout: 5000 });
  expect(platform.traffic().entries[0]?.url).toBe(url);
  other.close();
});

test("what another process carries is left to it, and taken over when it ends", async () => {
  const { other, platform, url } = await front();
  const server = await servePlatform(other, 0);
  await refuses(url);
  const [entry] = other.traffic().entries;
  for (let time = 0; time < 20; time++) {
    expect((await get(entry?.url ?? "")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await server.close();
  await vi.waitFor(async () => expect((await get(entry?.url ?? "")).status).toBe(200), {
    timeout: 5000,
  });
  expect(platform.traffic().entries[0]?.url).toBe(entry?.url);
  other.close();
});

test("a file that somebody holds for long keeps no connection waiting, and is written to later", async () => {
  const { file, other, url, ids, platform, program, clock } = await front();
  const isHealthy = () => backendOf(platform, ids[0] ?? "")?.isHealthy;
  await vi.waitFor(() => expect(program.requests.length).toBeGreaterThan(0));
  const holder = new DatabaseSync(file);
  holder.exec("BEGIN IMMEDIATE");
  program.status = 500;
  clock.pass(10);
  // Once the check has found it ill, what is carried differs from what the file says.
  const names = async () => [(await get(url)).name, (await get(url)).name];
  const begun = performance.now();
  await vi.waitFor(async () => expect(await names()).toEqual(["web-1", "web-1"]), {
    timeout: 5000,
  });
  for (let time = 0; time < 60; time++) {
    expect((await get(url)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(isHealthy()).toBe(true);
  holder.exec("COMMIT");
  holder.close();
  await vi.waitFor(() => expect(isHealthy()).toBe(false));
  other.close();
});
