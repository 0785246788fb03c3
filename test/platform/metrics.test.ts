import { describe, expect, test } from "vitest";
import { containerBody, newWorld } from "./support.ts";

const route = "GET /api/v1/monitoring/metrics";

describe("spec 2.10, 4.1: metrics of an instance", () => {
  test("those of a running one are percentages of CPU, memory and disk", async () => {
    const { send, clock } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    clock.pass(1);
    const metrics = await send(`${route}/web`);
    expect(metrics.status).toBe(200);
    expect(metrics.body).toEqual({
      name: "web",
      time: "2026-01-01T00:00:01.000Z",
      cpu_percent: expect.any(Number),
      memory_percent: expect.any(Number),
      disk_percent: expect.any(Number),
    });
    const { cpu_percent, memory_percent, disk_percent } = Object(metrics.body);
    for (const percent of [cpu_percent, memory_percent, disk_percent]) {
      expect(percent).toBeGreaterThan(0);
      expect(percent).toBeLessThan(100);
    }
  });

  test("they follow from the name and the minute alone", async () => {
    const usage = async (name: string, seconds: number) => {
      const { send, clock } = newWorld();
      await send("POST /api/v1/instances", containerBody(name));
      clock.pass(seconds);
      const { time: _time, name: _name, ...shown } = Object((await send(`${route}/${name}`)).body);
      return shown;
    };
    const first = await usage("web", 1);
    expect(await usage("web", 59)).toEqual(first);
    const other = await usage("other", 1);
    const later = await usage("web", 61);
    for (const field of ["cpu_percent", "memory_percent"]) {
      expect(other[field], field).not.toBe(first[field]);
      expect(later[field], field).not.toBe(first[field]);
    }
    expect(other.disk_percent).not.toBe(first.disk_percent);
    expect(later.disk_percent).toBe(first.disk_percent);
  });

  test.each([
    ["booting", []],
    ["stopped", ["stop"]],
    ["frozen", ["freeze"]],
  ])("a %s one uses its disk alone", async (_state, actions) => {
    const { send } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    for (const action of actions) await send("POST /api/v1/instances/web/action", { action });
    const { body } = await send(`${route}/web`);
    expect(body).toMatchObject({ cpu_percent: 0, memory_percent: 0 });
    expect(Object(body).disk_percent).toBeGreaterThan(0);
  });

  test("the detail of the instance shows the same usage", async () => {
    const { send, clock } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    clock.pass(1);
    const detail = await send("GET /api/v1/instances/web");
    expect((await send(`${route}/web`)).body).toMatchObject(Object(detail.body).resource_usage);
  });

  test("spec 7.2: an unknown one is named", async () => {
    const { send } = newWorld();
    expect(await send(`${route}/web`)).toMatchObject({
      status: 404,
      body: { error: 'instance "web" not found' },
    });
  });
});
