import { describe, expect, test } from "vitest";
import { newWorld, type Send } from "./support.ts";

async function idOf(send: Send, route: string, body: unknown): Promise<string> {
  const { body: made } = await send(route, body);
  return String(Object(made).id ?? Object(made).name);
}

const instance = { name: "web", region: "eu", plan: "small", image: "debian/13" };

describe("the health of a machine", () => {
  test.each([
    ["POST /v1/instances", instance],
    ["POST /api/v1/instances", { name: "web", type: "container", image: "debian/13" }],
    ["POST /api/v2/servers", { name: "web", size: "small" }],
  ])("of %s: it answers once it has booted", async (route, body) => {
    const { platform, clock, send } = newWorld();
    const id = await idOf(send, route, body);
    expect(platform.probe(id)).toEqual({ healthy: false, reason: "it is provisioning" });
    clock.pass(1);
    expect(platform.probe(id)).toEqual({ healthy: true });
  });

  test("ends when it is stopped or deleted", async () => {
    const { platform, clock, send } = newWorld();
    const id = await idOf(send, "POST /v1/instances", instance);
    clock.pass(1);
    await send(`POST /v1/instances/${id}/action`, { action: "stop" });
    expect(platform.probe(id)).toEqual({ healthy: false, reason: "it is stopped" });
    await send(`DELETE /v1/instances/${id}`);
    expect(platform.probe(id)).toEqual({ healthy: false, reason: `there is no machine "${id}"` });
  });

  test("is bad with an image that the operator calls unhealthy, until it is not", async () => {
    const { platform, clock, send } = newWorld();
    const id = await idOf(send, "POST /v1/instances", instance);
    clock.pass(1);
    platform.configure({ unhealthyImages: ["debian/13"] });
    const reason = "nothing answers on a machine of image debian/13";
    expect(platform.probe(id)).toEqual({ healthy: false, reason });
    platform.configure({ unhealthyImages: [] });
    expect(platform.probe(id)).toEqual({ healthy: true });
  });

  test("of a load balancer is that of its best backend", async () => {
    const { platform, clock, send } = newWorld();
    const backend = await idOf(send, "POST /v1/instances", instance);
    const id = await idOf(send, "POST /v1/load-balancers", {
      name: "front",
      region: "eu",
      forwarding_rules: [
        { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" },
      ],
      health_check: {
        protocol: "http",
        port: 80,
        path: "/",
        interval: 10,
        timeout: 5,
        threshold: 3,
      },
      backend_instances: [backend],
    });
    const reason = `no backend of load balancer "${id}" is healthy`;
    expect(platform.probe(id)).toEqual({ healthy: false, reason });
    clock.pass(1);
    expect(platform.probe(id)).toEqual({ healthy: true });
  });
});
