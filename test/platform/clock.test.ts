import { describe, expect, onTestFinished, test } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { containerBody, newWorld } from "./support.ts";

describe("the clock", () => {
  test("it is its source's until it is moved, which drives what takes time", async () => {
    const { platform, clock, send } = newWorld();
    clock.pass(7);
    expect([platform.clock.now(), platform.clock.factor()]).toEqual([clock.now(), 1]);
    const made = await send("POST /api/v1/instances", containerBody());
    expect(made.body).toMatchObject({ status: "provisioning" });
    platform.clock.advance(1);
    expect((await send("GET /api/v1/instances/web")).body).toMatchObject({ status: "running" });
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("it is not moved by %d s", (seconds) => {
    const { platform } = newWorld();
    expect(() => platform.clock.advance(seconds)).toThrow("The clock was not advanced");
  });

  test("while it is frozen only moving it changes the time; then it goes on from there", () => {
    const { platform, clock } = newWorld();
    const start = clock.now();
    platform.clock.freeze();
    clock.pass(100);
    expect([platform.clock.now(), platform.clock.factor()]).toEqual([start, 0]);
    platform.clock.advance(5);
    expect(platform.clock.now()).toBe(start + 5_000);
    platform.clock.resume();
    clock.pass(2);
    expect(platform.clock.now()).toBe(start + 7_000);
  });

  test("it ends with the year 9999 and stays readable there", () => {
    const { platform, clock } = newWorld();
    expect(() => platform.clock.advance(1e300)).toThrow("the end of the year 9999");
    const end = Date.parse("9999-12-31T23:59:59Z");
    platform.clock.advance((end - clock.now()) / 1000);
    clock.pass(60);
    expect(platform.info().clock.now).toBe("9999-12-31T23:59:59.999Z");
  });

  test("it is the same in another process, and when the file is opened again", () => {
    const { platform, file, clock } = newWorld();
    const other = openPlatform({ file, clock });
    other.clock.freeze();
    const frozen = platform.clock.now();
    clock.pass(3);
    expect([platform.clock.factor(), platform.clock.now()]).toEqual([0, frozen]);
    other.close();
    platform.close();
    const again = openPlatform({ file, clock });
    onTestFinished(() => again.close());
    expect(again.clock.now()).toBe(frozen);
  });
});
