import { expect, it } from "vitest";
import { dropAdoption, fillPlatform, runHosting, useExported } from "../support/exported-stack.ts";
import { openStack } from "../support/stack.ts";

it.each([1, 16])(
  "an account with everything %i times is taken over without a write, and stays as it is",
  async (times) => {
    await using stack = await openStack();
    await fillPlatform(stack, times);
    await runHosting(stack, "export", "--out", "infra", "--id", "proj_1");
    const requests = stack.requests();
    const lists = requests.filter((request) => !/ports$/.test(request));
    expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
    expect(lists).toEqual([...new Set(lists)]);
    expect(requests.length - lists.length).toBe(times);

    await useExported(stack, "infra");
    const { changes } = await stack.up();
    const taken = stack.state().filter(({ type }) => type.includes("hosting/"));
    expect(taken.length).toBe(19 * times + 1);
    expect(new Set(Object.values(changes))).toEqual(new Set(["create"]));
    expect(stack.writes()).toEqual([]);

    dropAdoption(stack);
    expect((await stack.preview()).changes).toEqual({});
    expect((await stack.refresh()).changes).toEqual({});
    expect((await stack.up()).changes).toEqual({});
    expect(stack.writes()).toEqual([]);
  },
);
