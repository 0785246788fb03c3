import { describe, expect, test } from "vitest";
import { endpoints } from "../../../../contract/endpoints.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { processServices } from "../../../../provider/lifecycle/operation/context.ts";
import { Operation } from "../../../../provider/lifecycle/operation/operation.ts";
import { type OperationName, timeFor } from "../../../../provider/lifecycle/operation/timeouts.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { newContext } from "../../../support/session.ts";
import { FakeClock } from "../../http/fake-clock.ts";

const minute = 60_000;

describe("the time of an operation", () => {
  test.each<[OperationName, number]>([
    ["create", 15 * minute],
    ["read", 2 * minute],
    ["update", 10 * minute],
    ["delete", 10 * minute],
  ])("%s is %i ms by default", (operation, milliseconds) => {
    expect(timeFor(volume, operation, {})).toBe(milliseconds);
    expect(timeFor(volume, operation, { timeouts: { other: 1 } })).toBe(milliseconds);
  });

  test.each<[Props, number]>([
    [{ timeouts: { create: "1h30m" } }, 90 * minute],
    [{ timeouts: { create: 90 } }, 90_000],
    [{ __timeouts: { create: "20m" } }, 20 * minute],
    [{ __timeouts: { create: "1.5h" } }, 90 * minute],
    [{ __timeouts: { create: "300ms" } }, 300],
    [{ timeouts: { create: "5m" }, __timeouts: { create: "20m" } }, 5 * minute],
    [{ timeouts: { update: "5m" }, __timeouts: { create: "20m" } }, 20 * minute],
    [{ __timeouts: { create: "no time" } }, 15 * minute],
    [{ timeouts: "20m" }, 15 * minute],
  ])("is %j: %i ms for a create", (props, milliseconds) => {
    expect(timeFor(volume, "create", props)).toBe(milliseconds);
  });

  test("starts with the operation and ends with an error that says what it waited for", async () => {
    const context = newContext();
    const props = { name: "data", timeouts: { create: 10 } };
    const { deadline, waiting } = new Operation(context, volume, { name: "create", props });
    expect(deadline.at).toBe(context.clock.now() + 10_000);
    await waiting.pause(10_000, "nothing");
    await expect(waiting.pause(1, "rain")).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringMatching(/10 s.*rain/),
    });
  });
});

test("a change that waits for another one of the same object ends with the operation's time", async () => {
  const clock = new FakeClock();
  const never = new Promise<never>(() => undefined);
  const services = processServices(clock);
  const context = { ...newContext([], { api: { call: () => never } }), ...services, clock };
  const grow = (name: string, seconds: number) => {
    const props = { name, timeouts: { update: seconds } };
    const { requests } = new Operation(context, volume, { name: "update", props });
    return requests.call(endpoints.volume.update, { params: { volume_id: "vol_1" } });
  };
  void grow("first", 60);
  const second = clock.during(grow("second", 10));
  await expect(second).rejects.toMatchObject({
    code: "timeout",
    message: expect.stringMatching(/^volume "second".*10 s.*another change/),
  });
});
