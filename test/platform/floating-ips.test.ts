import { describe, expect, test } from "vitest";
import { idOf, newInstance, newWorld, type Send } from "./support.ts";

async function reserve(send: Send): Promise<string> {
  return idOf(await send("POST /v1/floating-ips", { region: "eu" }));
}

describe("spec 2.8, 4.2: floating IPs", () => {
  test("a reserved one answers with exactly its four fields, unassigned", async () => {
    const { send } = newWorld();
    const reserved = await send("POST /v1/floating-ips", { region: "eu" });
    expect(reserved.status).toBe(201);
    expect(reserved.body).toEqual({
      id: expect.stringMatching(/^fip_[0-9a-z]{16}$/),
      ip: expect.stringMatching(/^198\.1[89]\.\d+\.\d+$/),
      region: "eu",
      instance_id: null,
    });
    expect((await send(`GET /v1/floating-ips/${idOf(reserved)}`)).body).toEqual(reserved.body);
    expect((await send("GET /v1/floating-ips")).body).toEqual([reserved.body]);
  });

  test("no two have one address, not even after a release", async () => {
    const { send } = newWorld();
    const first = await send("POST /v1/floating-ips", { region: "eu" });
    await send(`DELETE /v1/floating-ips/${idOf(first)}`);
    const second = await send("POST /v1/floating-ips", { region: "eu" });
    expect(second.body).not.toMatchObject({ ip: Object(first.body).ip });
  });

  test("spec 3: it is assigned, moved to another instance and unassigned, and stays the same", async () => {
    const { send } = newWorld();
    const [one, two] = [await newInstance(send, "one"), await newInstance(send, "two")];
    const reserved = await send("POST /v1/floating-ips", { region: "eu" });
    const id = idOf(reserved);
    for (const instance_id of [one, two, two]) {
      const assigned = await send(`POST /v1/floating-ips/${id}/assign`, { instance_id });
      expect(assigned).toMatchObject({
        status: 200,
        body: { ...Object(reserved.body), instance_id },
      });
    }
    const unassigned = await send(`POST /v1/floating-ips/${id}/unassign`);
    expect(unassigned).toMatchObject({ status: 200, body: reserved.body });
    expect((await send(`POST /v1/floating-ips/${id}/unassign`)).status).toBe(200);
  });

  test.each([[{}], [{ region: 1 }], [{ region: "" }]])("a body %j is refused", async (body) => {
    const { send } = newWorld();
    const refused = await send("POST /v1/floating-ips", body);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: expect.stringContaining('"region"') });
  });

  test("spec 7.2: an unknown one or instance is named", async () => {
    const { send } = newWorld();
    const id = await reserve(send);
    const assigned = await send(`POST /v1/floating-ips/${id}/assign`, { instance_id: "inst_x" });
    expect(assigned).toMatchObject({ status: 404, body: { error: 'instance "inst_x" not found' } });
    const unknown = { status: 404, body: { error: 'floating IP "fip_x" not found' } };
    const assign = { instance_id: await newInstance(send) };
    expect(await send("POST /v1/floating-ips/fip_x/assign", assign)).toMatchObject(unknown);
    expect(await send("POST /v1/floating-ips/fip_x/unassign")).toMatchObject(unknown);
    expect(await send("DELETE /v1/floating-ips/fip_x")).toMatchObject(unknown);
  });

  test("a released one is gone", async () => {
    const { send } = newWorld();
    const id = await reserve(send);
    expect((await send(`DELETE /v1/floating-ips/${id}`)).status).toBe(204);
    expect((await send("GET /v1/floating-ips")).body).toEqual([]);
  });
});
