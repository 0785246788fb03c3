import { describe, expect, test } from "vitest";
import { idOf, newWorld } from "./support.ts";

const body = {
  name: "backend",
  description: "databases",
  config: { "ipv4.address": "10.1.0.0/24", "ipv4.nat": "true" },
};

describe("spec 2.5, 4.1: private networks", () => {
  test("a created one answers with its id and fields", async () => {
    const { send, platform } = newWorld();
    const created = await send("POST /api/v1/networks", body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ ...body, id: expect.stringMatching(/^net_[0-9a-z]{16}$/) });
    expect((await send("GET /api/v1/networks")).body).toEqual([created.body]);
    expect((await send(`GET /api/v1/networks/${idOf(created)}`)).body).toEqual(created.body);
    expect(platform.snapshot().network).toEqual([created.body]);
  });

  test("a name is all it needs", async () => {
    const { send } = newWorld();
    const created = await send("POST /api/v1/networks", { name: "backend" });
    expect(created).toMatchObject({ status: 201, body: { description: null, config: {} } });
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ name: "" }, '"name" is not accepted'],
    [{ description: 7 }, '"description" is not accepted'],
    [{ config: "10.1.0.0/24" }, '"config" is not accepted'],
    [{ colour: "red" }, '"colour" is not a known field'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = newWorld();
    const refused = await send("POST /api/v1/networks", { ...body, ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`network was not created: ${error}`),
    });
    expect(platform.snapshot().network).toEqual([]);
  });

  test.each(["10.1.0.0", "10.1.0.0/33", "auto", "2001:db8::/64", 7])(
    "ipv4.address is an IPv4 address with its prefix, not %s",
    async (address) => {
      const { send } = newWorld();
      const refused = await send("POST /api/v1/networks", {
        name: "backend",
        config: { "ipv4.address": address },
      });
      expect(refused.status).toBe(422);
      expect(refused.body).toEqual({
        error: expect.stringContaining('"config.ipv4.address" is not accepted'),
      });
    },
  );

  test("names are unique where that is assumed", async () => {
    const second = async (uniqueNames: boolean) => {
      const { send } = newWorld({ assumptions: { "platform.uniqueNames": uniqueNames } });
      await send("POST /api/v1/networks", body);
      return send("POST /api/v1/networks", body);
    };
    expect(await second(true)).toMatchObject({
      status: 409,
      body: { error: 'network name "backend" was not given: another network has it' },
    });
    expect((await second(false)).status).toBe(201);
  });

  test("a deleted one is gone, and an unknown one is named", async () => {
    const { send } = newWorld();
    const id = idOf(await send("POST /api/v1/networks", body));
    expect((await send(`DELETE /api/v1/networks/${id}`)).status).toBe(204);
    expect((await send("GET /api/v1/networks")).body).toEqual([]);
    const unknown = { status: 404, body: { error: `network "${id}" not found` } };
    expect(await send(`GET /api/v1/networks/${id}`)).toMatchObject(unknown);
    expect(await send(`DELETE /api/v1/networks/${id}`)).toMatchObject(unknown);
  });
});
