import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
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
} from "./world.ts";

async function front(more: object = {}) {
  const world = await carried();
  const [web = ""] = await instances(world.send, 1);
  const id = await balancer(world.send, [web], more);
  const { url } = await listening(world.platform, `${id}/80`);
  return { ...world, web, id, url };
}

/** A program that answers whatever it is asked with this text. */
async function saying(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", () => socket.end(text, "latin1"));
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `127.0.0.1:${Object(server.address()).port}`;
}

describe("a backend that answers what is no whole HTTP", () => {
  test.each([
    ["a status below 100", "HTTP/1.1 099 x\r\nContent-Length: 0\r\n\r\n"],
    ["a reason that nobody may send", "HTTP/1.1 200 a\x01b\r\nContent-Length: 0\r\n\r\n"],
    ["another protocol", "HTTP/1.1 101 x\r\nUpgrade: a\r\nConnection: Upgrade\r\n\r\n"],
  ])("%s is 502 for the client", async (_what, text) => {
    const { platform, web, url } = await front();
    platform.bindBackend(web, await saying(text));
    expect(await get(url)).toMatchObject({ status: 502 });
  });

  test("what it sends after a whole answer costs nothing of it", async () => {
    const { platform, web, url } = await front();
    platform.bindBackend(web, await saying("HTTP/1.1 200 a\r\nContent-Length: 2\r\n\r\nabcd"));
    expect(await get(url)).toMatchObject({ status: 200, body: "ab" });
  });
});

describe("what was sent through a load balancer that is gone", () => {
  test("does not keep a world from being emptied", async () => {
    const { platform, url } = await front();
    await get(url);
    platform.reset();
    await vi.waitFor(() => expect(platform.traffic().process).toBeNull());
  });

  test("does not keep a platform from being closed", async () => {
    const { platform, send, id, url } = await front();
    await get(url);
    await send(`DELETE /v1/load-balancers/${id}`);
    expect(() => platform.close()).not.toThrow();
  });
});

test("an algorithm that is none, as after an edit, is round_robin", async () => {
  const { platform, id, url } = await front();
  platform.edit(`loadBalancer/${id}`, { algorithm: "nonsense" });
  expect(await get(url)).toMatchObject({ status: 200, name: "web-0" });
});

test("a process that ends after another one took over leaves it the traffic", async () => {
  const { platform, file } = await front();
  const other = openPlatform({ file });
  const server = await servePlatform(other, 0);
  onTestFinished(() => server.close());
  platform.close();
  expect(other.traffic()).toMatchObject({ process: process.pid, entries: [{ problem: null }] });
});

test("backends are checked after the time went back", async () => {
  const { platform, web } = await front({ health_check: check({ threshold: 1 }) });
  const program = await Program.start("mine");
  platform.bindBackend(web, program.address);
  platform.save("before");
  platform.clock.advance(86_400);
  await vi.waitFor(() => expect(program.requests).toHaveLength(1));
  platform.restore("before");
  program.status = 500;
  platform.clock.advance(10);
  await vi.waitFor(() => expect(backendOf(platform, web)?.isHealthy).toBe(false));
});

test("a load balancer is no program that stands for an instance", async () => {
  const { platform, web, id, url } = await front();
  expect(() => platform.bindBackend(web, `localhost:${new URL(url).port}`)).toThrow(
    `The backend of "${web}" was not set: "${id}/80" listens there itself`,
  );
});
