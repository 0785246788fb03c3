import { describe, expect, test } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { containerBody, newWorld } from "./support.ts";

describe("the clock", () => {
  test("it shows the time of its source until it is set", () => {
    const { platform, clock } = newWorld();
    clock.pass(7);
    expect(platform.clock.now()).toBe(clock.now());
    expect(platform.clock.factor()).toBe(1);
  });

  test("advancing it drives what takes time", async () => {
    const { platform, send } = newWorld();
    const created = await send("POST /api/v1/instances", containerBody());
    expect(created.body).toMatchObject({ status: "provisioning" });
    platform.clock.advance(1);
    const running = await send("GET /api/v1/instances/web");
    expect(running.body).toMatchObject({ status: "running" });
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "it is not advanced by %d",
    (seconds) => {
      const { platform } = newWorld();
      expect(() => platform.clock.advance(seconds)).toThrow("The clock was not advanced");
    },
  );

  test("while it is frozen only moving it changes the time; then it goes on from there", () => {
    const { platform, clock } = newWorld();
    const start = clock.now();
    platform.clock.freeze();
    clock.pass(100);
    expect(platform.clock.now()).toBe(start);
    expect(platform.clock.factor()).toBe(0);
    platform.clock.advance(5);
    expect(platform.clock.now()).toBe(start + 5_000);
    platform.clock.resume();
    clock.pass(2);
    expect(platform.clock.now()).toBe(start + 7_000);
  });

  test("scaled, it passes as many times as fast from the moment on", () => {
    const { platform, clock } = newWorld();
    const start = clock.now();
    clock.pass(10);
    platform.clock.scale(60);
    clock.pass(2);
    expect(platform.clock.now()).toBe(start + 10_000 + 120_000);
    platform.clock.scale(0.5);
    clock.pass(2);
    expect(platform.clock.now()).toBe(start + 10_000 + 120_000 + 1_000);
  });

  test.each([0, -1, Number.NaN, 1e7])("it is not scaled by %d", (factor) => {
    const { platform } = newWorld();
    expect(() => platform.clock.scale(factor)).toThrow(`The clock was not scaled: ${factor}`);
  });

  test("it jumps forward, and back is refused with the way out", () => {
    const { platform, clock } = newWorld();
    platform.clock.jump(new Date("2026-02-01T00:00:00Z"));
    expect(new Date(platform.clock.now()).toISOString()).toBe("2026-02-01T00:00:00.000Z");
    clock.pass(1);
    expect(() => platform.clock.jump(new Date("2026-02-01T00:00:00Z"))).toThrow(
      'The clock did not jump to "2026-02-01T00:00:00.000Z": it has passed; the platform\'s time is "2026-02-01T00:00:01.000Z" and only moves forward.',
    );
    expect(() => platform.clock.jump(new Date("soon"))).toThrow("it is not a date");
  });

  test("it ends with the year 9999 and stays readable there", () => {
    const { platform, clock } = newWorld();
    expect(() => platform.clock.advance(1e300)).toThrow("the end of the year 9999");
    platform.clock.jump(new Date("9999-12-31T23:59:59Z"));
    clock.pass(60);
    expect(platform.info().clock.now).toBe("9999-12-31T23:59:59.999Z");
  });

  test("another process sees it, and it is the same when the file is opened again", () => {
    const { platform, file, clock } = newWorld();
    platform.clock.scale(10);
    const other = openPlatform({ file, clock });
    clock.pass(3);
    expect(other.clock.now()).toBe(platform.clock.now());
    other.clock.freeze();
    expect(platform.clock.factor()).toBe(0);
    const frozen = platform.clock.now();
    other.close();
    platform.close();
    clock.pass(3);
    const again = openPlatform({ file, clock });
    expect(again.clock.now()).toBe(frozen);
    again.close();
  });
});
