import { describe, expect, test } from "vitest";
import { containerBody, idOf } from "../support.ts";
import { carried, get, instances, Line, listening, refuses, startEcho } from "./world.ts";

const forward = { protocol: "tcp", public_port: 20_001, target_port: 80 };

describe("port forwards (spec 2.4)", () => {
  async function forwarded() {
    const world = await carried();
    await world.send("POST /api/v1/instances", containerBody("web"));
    await world.send("POST /api/v1/instances/web/ports", forward);
    return { ...world, entry: await listening(world.platform, "web/tcp/20001") };
  }

  test("each passes to its container, the one to SSH as well", async () => {
    const { platform, entry } = await forwarded();
    expect(entry).toMatchObject({ address: "203.0.113.1", port: 20_001, name: "web:80" });
    expect((await get(entry.url.replace("tcp", "http"))).name).toBe("web");
    platform.bindBackend("web", await startEcho("SSH-2.0-mine"));
    await new Line((await listening(platform, "web/tcp/20000")).url).has("SSH-2.0-mine\n");
  });

  test("half a connection can be ended, and what is left comes", async () => {
    const { entry } = await forwarded();
    const line = new Line(entry.url);
    line.socket.end("bye\n");
    await line.has('"name":"web"');
    await line.has("bye\n");
    await line.ended();
  });

  test("works while the container runs (spec 8)", async () => {
    const { platform, send, entry } = await forwarded();
    await send("POST /api/v1/instances/web/action", { action: "stop" });
    await new Line(entry.url).ended();
    platform.configure({ bootSeconds: 30 });
    await send("POST /api/v1/instances/web/action", { action: "start" });
    await new Line(entry.url).ended();
    platform.clock.advance(30);
    expect((await get(entry.url.replace("tcp", "http"))).name).toBe("web");
  });

  test("one that is deleted takes no connection and ends those that it has", async () => {
    const { send, entry } = await forwarded();
    const line = new Line(entry.url);
    line.write("hello\n");
    await line.has("hello\n");
    await send("DELETE /api/v1/instances/web/ports?protocol=tcp&public_port=20001");
    await line.ended();
    await refuses(entry.url);
  });

  test("one of UDP is not carried, and its entry reports it", async () => {
    const { platform, send } = await forwarded();
    await send("POST /api/v1/instances/web/ports", { ...forward, protocol: "udp" });
    await expect
      .poll(() => platform.traffic().entries.find(({ id }) => id === "web/udp/20001"))
      .toMatchObject({
        url: null,
        problem: "only TCP is",
      });
  });
});

test("a floating IP leads to the instance that has it; a move is for new connections", async () => {
  const { platform, send } = await carried();
  const ids = await instances(send, 2);
  const fip = idOf(await send("POST /v1/floating-ips", { region: "eu" }));
  expect(platform.traffic().entries).toEqual([]);
  await send(`POST /v1/floating-ips/${fip}/assign`, { instance_id: ids[0] });
  const { url, port } = await listening(platform, fip);
  expect(port).toBe(null);
  const http = url.replace("tcp", "http");
  expect((await get(http)).name).toBe("web-0");
  const line = new Line(url);
  line.write("hello\n");
  await line.has("hello\n");
  await send(`POST /v1/floating-ips/${fip}/assign`, { instance_id: ids[1] });
  expect((await get(http)).name).toBe("web-1");
  line.write("still here\n");
  await line.has("still here\n");
  await send(`POST /v1/instances/${ids[0]}/action`, { action: "stop" });
  await line.ended();
  await send(`POST /v1/floating-ips/${fip}/unassign`);
  await refuses(http);
});
