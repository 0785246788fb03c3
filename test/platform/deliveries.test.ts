import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Objects } from "../../platform/store/objects.ts";
import { containerBody, idOf, newWorld } from "./support.ts";

const alerts = "/api/v1/monitoring/alerts";
const always = {
  name: "always",
  metric: "cpu_percent",
  condition: "gt",
  threshold: 0.5,
  channels: "email,webhook",
  cooldown_minutes: 5,
};

/** A world with a machine that runs and a rule that it always breaches. */
async function watched(rule: object = {}) {
  const world = newWorld();
  await world.send("POST /api/v1/instances", containerBody());
  world.clock.pass(10);
  const made = await world.send(`POST ${alerts}`, { ...always, ...rule });
  const times = () => world.platform.deliveries().map(({ time }) => time.slice(14, 16));
  return { ...world, rule: idOf(made), times };
}

describe("spec 2.10, 6: alert rules deliver", () => {
  test("only the last 1,000 are kept", async () => {
    const { clock, platform } = await watched({ cooldown_minutes: 0 });
    for (let hour = 0; hour < 10; hour++) {
      clock.pass(3600);
      platform.deliveries();
    }
    const kept = platform.deliveries();
    expect(kept).toHaveLength(1_000);
    expect(kept.at(-1)?.time).toBe("2026-01-01T10:00:00.000Z");
  });

  test("a breach is told on every channel, with the value that metrics show", async () => {
    const { clock, platform, rule, send } = await watched();
    expect(platform.deliveries()).toEqual([]);
    clock.pass(60);
    const { cpu_percent } = Object((await send("GET /api/v1/monitoring/metrics/web")).body);
    const told = {
      rule_id: rule,
      rule: "always",
      instance: "web",
      metric: "cpu_percent",
      value: cpu_percent,
      condition: "gt",
      threshold: 0.5,
      time: "2026-01-01T00:01:00.000Z",
    };
    expect(platform.deliveries()).toEqual([
      { ...told, channel: "email" },
      { ...told, channel: "webhook" },
    ]);
  });

  test("it is told again only after its cooldown", async () => {
    const { clock, times } = await watched({ channels: "slack" });
    clock.pass(12 * 60);
    expect(times()).toEqual(["01", "06", "11"]);
  });

  test("without a cooldown every minute tells, and looking twice tells nothing twice", async () => {
    const { clock, times } = await watched({ channels: "discord", cooldown_minutes: null });
    clock.pass(3 * 60);
    expect(times()).toEqual(["01", "02", "03"]);
    expect(times()).toEqual(["01", "02", "03"]);
  });

  test("a machine is looked at as it was in its time", async () => {
    const { clock, send, times } = await watched({ channels: "email", cooldown_minutes: 0 });
    clock.pass(120);
    await send("POST /api/v1/instances/web/action", { action: "stop" });
    clock.pass(600);
    expect(times()).toEqual(["01", "02"]);
  });

  test.each([
    { condition: "lt", threshold: 100, is: 1 },
    { condition: "gt", threshold: 100, is: 0 },
    { condition: "above", threshold: 0, is: 0 },
    { metric: "humidity", threshold: 0, is: 0 },
  ])("a rule of $condition $threshold tells $is times", async ({ is, ...rule }) => {
    const { clock, times } = await watched({ ...rule, channels: "email" });
    clock.pass(60);
    expect(times()).toHaveLength(is);
  });

  test("a deleted rule tells no more, and a leap of years is not told minute by minute", async () => {
    const { clock, send, rule, times } = await watched({ channels: "email", cooldown_minutes: 0 });
    clock.pass(3 * 365 * 86_400);
    expect(times()).toHaveLength(60);
    await send(`DELETE ${alerts}/${rule}`);
    clock.pass(600);
    expect(times()).toHaveLength(60);
  });
});

describe("spec 2.10: any word is taken as one", () => {
  test.each(["__proto__", "toString", "constructor", "hasOwnProperty"])(
    "a rule whose condition or metric is %s tells nothing, and writes go on",
    async (word) => {
      const { clock, send, times } = await watched({ condition: word });
      await send(`POST ${alerts}`, { ...always, name: "other", metric: word });
      clock.pass(60);
      expect((await send("POST /v1/floating-ips", { region: "eu" })).status).toBe(201);
      expect(times()).toEqual([]);
    },
  );

  test("a machine named __proto__ is not told of again within the cooldown", async () => {
    const { clock, platform, send } = await watched({ channels: "email" });
    await send("POST /api/v1/instances", containerBody("__proto__"));
    clock.pass(12 * 60);
    const times = platform.deliveries().filter(({ instance }) => instance === "__proto__");
    expect(times.map(({ time }) => time.slice(14, 16))).toEqual(["01", "06", "11"]);
  });

  test("a new machine of an old one's name is told of at once", async () => {
    const { clock, send, times } = await watched({ channels: "email", cooldown_minutes: 60 });
    clock.pass(60);
    await send("POST /api/v1/instances/web/action", { action: "stop" });
    await send("DELETE /api/v1/instances/web");
    await send("POST /api/v1/instances", containerBody());
    clock.pass(120);
    expect(times()).toEqual(["01", "02"]);
  });
});

describe("many rules", () => {
  test("tell in the order of time", async () => {
    const { clock, send, times } = await watched({ channels: "email", cooldown_minutes: 0 });
    await send(`POST ${alerts}`, { ...always, name: "other", channels: "slack" });
    clock.pass(120);
    expect(times()).toEqual(["01", "01", "02"]);
  });

  test("read the machines once, however many minutes have passed", async () => {
    const { clock, platform } = await watched({ cooldown_minutes: 0 });
    const list = vi.spyOn(Objects.prototype, "list");
    onTestFinished(() => list.mockRestore());
    clock.pass(3600);
    expect(platform.deliveries()).toHaveLength(120);
    expect(list.mock.calls.length).toBeLessThan(5);
  });
});
