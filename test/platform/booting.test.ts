import { describe, expect, test } from "vitest";
import { containerBody, newWorld } from "./support.ts";

describe("spec 3: a machine that is frozen while it boots", () => {
  async function frozenAfter(seconds: number) {
    const world = newWorld();
    const act = (action: string) => world.send("POST /api/v1/instances/web/action", { action });
    const shown = async () => Object((await world.send("GET /api/v1/instances/web")).body);
    world.platform.configure({ bootSeconds: 600 });
    await world.send("POST /api/v1/instances", containerBody());
    world.clock.pass(seconds);
    await act("freeze");
    return { ...world, act, shown };
  }

  test("boots no further, and gets its addresses with the end of the boot", async () => {
    const { act, clock, shown } = await frozenAfter(200);
    clock.pass(1000);
    expect(await shown()).toMatchObject({ status: "frozen", ip_addresses: [], ipv6_addresses: [] });
    await act("unfreeze");
    clock.pass(399);
    const booting = { status: "provisioning", ip_addresses: [], ipv6_addresses: [] };
    expect(await shown()).toMatchObject({ ...booting, resource_usage: { cpu_percent: 0 } });
    clock.pass(1);
    const there = [expect.any(String)];
    const running = { status: "running", ip_addresses: there, ipv6_addresses: there };
    expect(await shown()).toMatchObject(running);
  });

  test("keeps its addresses where it boots again", async () => {
    const { act, clock, shown } = await frozenAfter(600);
    await act("unfreeze");
    expect(await shown()).toMatchObject({ status: "running", ip_addresses: [expect.any(String)] });
    await act("restart");
    clock.pass(100);
    await act("freeze");
    await act("unfreeze");
    clock.pass(499);
    const booting = { status: "provisioning", ip_addresses: [expect.any(String)] };
    expect(await shown()).toMatchObject(booting);
    clock.pass(1);
    expect(await shown()).toMatchObject({ status: "running" });
  });
});
