import { describe, expect, test, vi } from "vitest";
import {
  backendOf,
  balancer,
  carried,
  check,
  get,
  instances,
  listening,
  Program,
} from "./world.ts";

/** A load balancer in front of two instances, of which the first is answered by a program of the test. */
async function front(more: object = {}, settings: object = {}) {
  const world = await carried(settings);
  const { platform, send } = world;
  const ids = await instances(send, 2);
  const program = await Program.start("mine");
  platform.bindBackend("web-0", program.address);
  const id = await balancer(send, ids, { health_check: check(more) });
  const { url } = await listening(platform, `${id}/80`);
  /** Lets the next check be made, and waits for what it asks. */
  const checked = async (seconds = 10) => {
    const before = program.requests.length;
    platform.clock.advance(seconds);
    await vi.waitFor(() => expect(program.requests.length).toBeGreaterThan(before));
  };
  const isHealthy = () => backendOf(platform, ids[0] ?? "")?.isHealthy;
  await vi.waitFor(() => expect(program.requests).toHaveLength(1));
  return { ...world, ids, id, url, program, checked, isHealthy };
}

describe("health checks (spec 2.9), on the platform's clock", () => {
  test("ask for the path, at once and then in the interval", async () => {
    const { platform, program, checked } = await front({ path: "/healthz?deep=1" });
    expect(program.requests.map(({ url }) => url)).toEqual(["/healthz?deep=1"]);
    platform.clock.advance(9);
    await new Promise((resolve) => setImmediate(resolve));
    expect(program.requests).toHaveLength(1);
    await checked(1);
    expect(program.requests).toHaveLength(2);
  });

  test("so many failures in a row as the threshold says take a backend out, as many passes bring it back", async () => {
    const { url, program, checked, isHealthy } = await front({ path: "/healthz", threshold: 2 });
    program.status = 500;
    await checked();
    expect(isHealthy()).toBe(true);
    program.status = 200;
    await checked();
    program.status = 500;
    await checked();
    expect(isHealthy()).toBe(true);
    await checked();
    await vi.waitFor(() => expect(isHealthy()).toBe(false));
    expect([(await get(url)).name, (await get(url)).name]).toEqual(["web-1", "web-1"]);
    program.status = 302;
    await checked();
    expect(isHealthy()).toBe(false);
    await checked();
    await vi.waitFor(() => expect(isHealthy()).toBe(true));
    const names = [(await get(url)).name, (await get(url)).name];
    expect(names.toSorted()).toEqual(["mine", "web-1"]);
  });

  test("one without an answer in time has failed", async () => {
    const { platform, program, checked, isHealthy } = await front({ timeout: 5, threshold: 1 });
    program.isHeld = true;
    await checked();
    platform.clock.advance(4);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isHealthy()).toBe(true);
    platform.clock.advance(1);
    await vi.waitFor(() => expect(isHealthy()).toBe(false));
  });

  test("tcp wants a connection and asks nothing", async () => {
    const { platform, send } = await carried();
    const [instance = ""] = await instances(send, 1);
    const program = await Program.start("mine");
    program.status = 500;
    platform.bindBackend("web-0", program.address);
    const health_check = check({ protocol: "tcp", threshold: 1 });
    await balancer(send, [instance], { health_check });
    const isHealthy = () => backendOf(platform, instance)?.isHealthy;
    await vi.waitFor(() => expect(isHealthy()).toBe(true));
    platform.clock.advance(10);
    platform.bindBackend("web-0", "127.0.0.1:1");
    await vi.waitFor(() => {
      platform.clock.advance(10);
      expect(isHealthy()).toBe(false);
    });
    expect(program.requests).toEqual([]);
  });

  test("a backend that is chosen to be checked first is used after its first pass", async () => {
    const { platform, send } = await carried({ newBackendsHealthy: false });
    const ids = await instances(send, 1);
    const program = await Program.start("mine");
    platform.bindBackend("web-0", program.address);
    program.isHeld = true;
    const id = await balancer(send, ids);
    const { url } = await listening(platform, `${id}/80`);
    expect((await get(url)).status).toBe(503);
    await program.holds(1);
    program.release();
    await vi.waitFor(() => expect(backendOf(platform, ids[0] ?? "")?.isHealthy).toBe(true));
    expect((await get(url)).name).toBe("mine");
  });
});
