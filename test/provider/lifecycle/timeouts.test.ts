import { describe, expect, test } from "vitest";
import type { Props } from "../../../provider/define.ts";
import { deadlineFor, type Operation } from "../../../provider/lifecycle/timeouts.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { newContext, newSession } from "../../support/session.ts";

const minute = 60_000;

describe("the time of an operation", () => {
  test.each<[Operation, number]>([
    ["create", 15 * minute],
    ["read", 2 * minute],
    ["update", 10 * minute],
    ["delete", 10 * minute],
  ])("%s is %i ms unless something else is said", (operation, milliseconds) => {
    expect(deadlineFor(volume, operation, {})).toBe(milliseconds);
    expect(deadlineFor(volume, operation, { timeouts: { other: 1 } })).toBe(milliseconds);
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
    expect(deadlineFor(volume, "create", props)).toBe(milliseconds);
  });

  test("starts with the operation and ends with an error that says what it waited for", async () => {
    const context = newContext();
    const session = newSession(context, volume, { name: "data", timeouts: { create: 10 } });
    expect(session.deadline).toBe(context.clock.now() + 10_000);
    await session.pause(10_000, "nothing");
    await expect(session.pause(1, "rain")).rejects.toThrow(
      'volume "data" is not done after 10 s, still waiting for rain. Run `pulumi up` again to go on, or give it more time with `timeouts`.',
    );
  });
});

describe("an operation's messages", () => {
  test.each<[Props, string]>([
    [{ __identity: { name: "logical" }, name: "data" }, 'volume "logical"'],
    [{ name: "data" }, 'volume "data"'],
    [{ __identity: {} }, "a volume"],
    [{}, "a volume"],
  ])("name the object of %j as %s", (props, subject) => {
    expect(newSession(newContext(), volume, props).subject).toBe(subject);
  });
});
