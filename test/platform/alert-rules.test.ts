import { describe, expect, test } from "vitest";
import { idOf, newWorld } from "./support.ts";

const body = {
  name: "busy",
  metric: "cpu_percent",
  condition: "gt",
  threshold: 90.5,
  channels: "email,slack,discord,webhook",
  cooldown_minutes: 15,
};

describe("spec 2.10, 4.1: alert rules", () => {
  test("a created one answers with its id and fields", async () => {
    const { send, platform } = newWorld();
    const created = await send("POST /api/v1/monitoring/alerts", body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...body,
      id: expect.stringMatching(/^alert_[0-9a-z]{16}$/),
      status: "active",
    });
    const read = await send(`GET /api/v1/monitoring/alerts/${idOf(created)}`);
    expect(read).toMatchObject({ status: 200, body: created.body });
    expect((await send("GET /api/v1/monitoring/alerts")).body).toEqual([created.body]);
    expect(platform.snapshot().alertRule).toEqual([created.body]);
  });

  test("the cooldown may be left out", async () => {
    const { send } = newWorld();
    const { cooldown_minutes: _left, ...rest } = body;
    const created = await send("POST /api/v1/monitoring/alerts", rest);
    expect(created).toMatchObject({ status: 201, body: { cooldown_minutes: null } });
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ metric: undefined }, '"metric" is required'],
    [{ condition: undefined }, '"condition" is required'],
    [{ threshold: undefined }, '"threshold" is required'],
    [{ threshold: "90" }, '"threshold" is not accepted'],
    [{ channels: undefined }, '"channels" is required'],
    [{ channels: ["email"] }, '"channels" is not accepted'],
    [{ channels: "" }, '"channels" is not accepted'],
    [{ channels: "email,pager" }, '"channels" is not accepted'],
    [{ cooldown_minutes: -1 }, '"cooldown_minutes" is not accepted'],
    [{ cooldown_minutes: 1.5 }, '"cooldown_minutes" is not accepted'],
    [{ instance: "web" }, '"instance" is not a known field'],
  ])("a body with %j is refused", async (change, error) => {
    const { send, platform } = newWorld();
    const refused = await send("POST /api/v1/monitoring/alerts", { ...body, ...change });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: expect.stringContaining(`alert rule was not created: ${error}`),
    });
    expect(platform.snapshot().alertRule).toEqual([]);
  });

  test("names are unique where that is assumed", async () => {
    const second = async (uniqueNames: boolean) => {
      const { send } = newWorld({ assumptions: { "platform.uniqueNames": uniqueNames } });
      await send("POST /api/v1/monitoring/alerts", body);
      return (await send("POST /api/v1/monitoring/alerts", body)).status;
    };
    expect(await second(true)).toBe(409);
    expect(await second(false)).toBe(201);
  });

  test("a deleted one is gone, and an unknown one is named", async () => {
    const { send } = newWorld();
    const id = idOf(await send("POST /api/v1/monitoring/alerts", body));
    expect((await send(`DELETE /api/v1/monitoring/alerts/${id}`)).status).toBe(204);
    const unknown = { status: 404, body: { error: `alert rule "${id}" not found` } };
    expect(await send(`GET /api/v1/monitoring/alerts/${id}`)).toMatchObject(unknown);
    expect(await send(`DELETE /api/v1/monitoring/alerts/${id}`)).toMatchObject(unknown);
  });
});
