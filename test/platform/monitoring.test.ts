import { describe, expect, test } from "vitest";
import { containerBody, newWorld } from "./support.ts";

describe("spec 2.10: metrics", () => {
  const shownAt = async (name: string, seconds: number, action?: string) => {
    const { send, clock } = newWorld();
    await send("POST /api/v1/instances", containerBody(name));
    if (action !== undefined) await send(`POST /api/v1/instances/${name}/action`, { action });
    clock.pass(seconds);
    return Object((await send(`GET /api/v1/monitoring/metrics/${name}`)).body);
  };

  test("they are percentages that follow from the name and the minute alone", async () => {
    const first = await shownAt("web", 1);
    expect(first).toEqual({
      name: "web",
      time: "2026-01-01T00:00:01.000Z",
      cpu_percent: expect.any(Number),
      memory_percent: expect.any(Number),
      disk_percent: expect.any(Number),
    });
    const usage = { ...first, time: expect.any(String) };
    expect(await shownAt("web", 59)).toEqual(usage);
    const [later, other] = [await shownAt("web", 61), await shownAt("other", 1)];
    expect(later).toMatchObject({ disk_percent: first.disk_percent });
    for (const { cpu_percent } of [later, other]) expect(cpu_percent).not.toBe(first.cpu_percent);
  });

  test.each([["stop"], ["freeze"]])("after %s only the disk is used", async (action) => {
    const { cpu_percent, memory_percent, disk_percent } = await shownAt("web", 10, action);
    expect([cpu_percent, memory_percent]).toEqual([0, 0]);
    expect(disk_percent).toBeGreaterThan(0);
  });
});

describe("spec 2.10, 6: what alert rules send", () => {
  const alerts = "/api/v1/monitoring/alerts";
  const always = { name: "always", metric: "cpu_percent", condition: "gt", threshold: 0.5 };

  /** A world with a machine that runs and a rule about it. */
  async function watched(rule: object = {}) {
    const world = newWorld();
    await world.send("POST /api/v1/instances", containerBody());
    world.clock.pass(10);
    const made = await world.send(`POST ${alerts}`, { ...always, channels: "email", ...rule });
    const minutes = () => world.platform.deliveries().map(({ time }) => time.slice(14, 16));
    return { ...world, id: Object(made.body).id, minutes };
  }

  test("each breach goes over every channel, with the value that metrics show", async () => {
    const { clock, platform, id, send } = await watched({ channels: "email,webhook" });
    clock.pass(60);
    const metrics = await send("GET /api/v1/monitoring/metrics/web");
    const { name, ...rule } = always;
    const sent = {
      ...{ ...rule, rule_id: id, rule: name, instance: "web" },
      value: Object(metrics.body).cpu_percent,
      time: "2026-01-01T00:01:00.000Z",
    };
    expect(platform.deliveries()).toEqual([
      { ...sent, channel: "email" },
      { ...sent, channel: "webhook" },
    ]);
  });

  test.each([
    [{ cooldown_minutes: 5 }, ["01", "06", "11"]],
    [
      { cooldown_minutes: null },
      Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, "0")),
    ],
    [{ condition: "lt", cooldown_minutes: 60 }, []],
    [{ condition: "lt", threshold: 100, cooldown_minutes: 60 }, ["01"]],
    [{ condition: "__proto__" }, []],
    [{ metric: "constructor" }, []],
  ])("%j: in the minutes %j", async (rule, minutes) => {
    const { clock, minutes: sent } = await watched(rule);
    clock.pass(12 * 60);
    expect(sent()).toEqual(minutes);
    expect(sent()).toEqual(minutes);
  });

  test("the last 1,000 of yesterday and today are there, until rule or machine goes", async () => {
    const { clock, id, platform, send } = await watched({ cooldown_minutes: 0 });
    clock.pass(3 * 365 * 86_400);
    const sent = platform.deliveries();
    expect(sent).toHaveLength(1_000);
    expect(sent.at(-1)?.time).toBe("2028-12-31T00:00:00.000Z");
    await send(`DELETE ${alerts}/${id}`);
    expect(platform.deliveries()).toEqual([]);
  });
});
