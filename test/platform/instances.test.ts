import { describe, expect, test } from "vitest";
import { containerBody, idOf, instanceBody, newInstance, newWorld, volumeBody } from "./support.ts";

describe("spec 2.2, 4.2: instances under /v1", () => {
  test("a created one answers with its id and fields and boots", async () => {
    const { send, clock } = newWorld();
    const created = await send("POST /v1/instances", instanceBody());
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ...instanceBody(), status: "provisioning" });
    expect(idOf(created)).toMatch(/^inst_[0-9a-z]{16}$/);
    clock.pass(1);
    const running = await send(`GET /v1/instances/${idOf(created)}`);
    expect(running.body).toMatchObject({
      status: "running",
      ip_addresses: [expect.stringMatching(/^198\.1[89]\./)],
      ipv6_addresses: [expect.stringMatching(/^2001:db8::/)],
    });
    expect((await send("GET /v1/instances")).body).toEqual([running.body]);
  });

  test("it comes up with any region, plan and image, as nothing lists them", async () => {
    const { send } = newWorld();
    const unheardOf = { region: "Mars, north", plan: "any plan", image: "no such image" };
    const created = await send("POST /v1/instances", { ...instanceBody(), ...unheardOf });
    expect(created).toMatchObject({ status: 201, body: unheardOf });
  });

  test.each([
    [{ image: undefined }, "exactly one of image and source"],
    [{ source: { type: "image", image_id: "img_1" } }, "exactly one of image and source"],
    [{ image: undefined, source: { type: "disk", image_id: "img_1" } }, '"source.type"'],
    [{ image: undefined, source: { type: "image" } }, '"source.image_id" is required'],
    [{ name: undefined }, '"name" is required'],
    [{ region: undefined }, '"region" is required'],
    [{ plan: undefined }, '"plan" is required'],
    [{ plan: 1 }, '"plan" is not accepted'],
  ])("a body with %j is refused", async (change, error) => {
    const { send } = newWorld();
    const refused = await send("POST /v1/instances", { ...instanceBody(), ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: expect.stringContaining(error) });
  });

  test("names are unique where that is assumed", async () => {
    const strict = newWorld();
    await newInstance(strict.send);
    const second = await strict.send("POST /v1/instances", instanceBody());
    expect(second.status).toBe(409);
    expect(second.body).toEqual({ error: expect.stringContaining('"web"') });
    const lenient = newWorld({ assumptions: { "platform.uniqueNames": false } });
    await newInstance(lenient.send);
    expect((await lenient.send("POST /v1/instances", instanceBody())).status).toBe(201);
  });

  test("spec 1: the prefixes keep their instances apart", async () => {
    const { send } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    expect((await send("GET /v1/instances")).body).toEqual([]);
    expect((await send("POST /v1/instances", instanceBody())).status).toBe(201);
    expect((await send("GET /api/v1/instances")).body).toHaveLength(1);
  });

  test("it is stopped before it is deleted", async () => {
    const { send } = newWorld();
    const id = await newInstance(send);
    expect((await send(`DELETE /v1/instances/${id}`)).status).toBe(409);
    const stopped = await send(`POST /v1/instances/${id}/action`, { action: "stop" });
    expect(stopped.body).toMatchObject({ id, status: "stopped" });
    expect((await send(`DELETE /v1/instances/${id}`)).status).toBe(204);
    expect((await send(`GET /v1/instances/${id}`)).body).toEqual({
      error: `instance "${id}" not found`,
    });
  });

  test("spec 2.7: its volumes survive it, and nothing refers to it any more", async () => {
    const { send, platform } = newWorld();
    const id = await newInstance(send);
    const other = await newInstance(send, "other");
    const volume = idOf(await send("POST /v1/volumes", volumeBody()));
    await send(`POST /v1/volumes/${volume}/attach`, { instance_id: id });
    const address = idOf(await send("POST /v1/floating-ips", { region: "eu" }));
    await send(`POST /v1/floating-ips/${address}/assign`, { instance_id: id });
    await send("POST /v1/load-balancers", {
      name: "front",
      region: "eu",
      forwarding_rules: [
        { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" },
      ],
      health_check: { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 },
      backend_instances: [id, other],
    });
    await send(`POST /v1/instances/${id}/action`, { action: "stop" });
    expect((await send(`DELETE /v1/instances/${id}`)).status).toBe(204);
    expect(platform.snapshot()).toMatchObject({
      instance: [{ id: other }],
      volume: [{ id: volume, instance_id: null, status: "available" }],
      floatingIp: [{ id: address, instance_id: null }],
      loadBalancer: [{ backend_instances: [other] }],
    });
  });
});
