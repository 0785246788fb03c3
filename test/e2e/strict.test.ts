import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";
import { everyClass, first, lookups, replacing } from "../support/stack-programs.ts";

it("on a platform with documented routes only a stack comes up, stays, and says what to delete by hand", async () => {
  await using stack = await openStack();
  stack.platform.configure({ routes: "documented" });
  stack.program(everyClass({ ...first, ...replacing(stack.platform, "one") }) + lookups);
  await stack.up();
  expect((await stack.up({}, "--refresh")).changes).toEqual({});

  const ids = new Map(stack.state().map(({ name, id }) => [name, id]));
  const { errors } = await stack.destroy({ fails: true });
  const byHand = errors.filter((error) =>
    error.includes("was not deleted: the platform offers no way"),
  );
  expect(byHand.length).toBeGreaterThan(0);
  for (const error of byHand) expect(error).toContain("run again with HOSTING_DELETED_BY_HAND=");

  stack.env["HOSTING_DELETED_BY_HAND"] = [...ids.values()].join(",");
  const { errors: early } = await stack.destroy({ fails: true });
  expect(early.join("\n")).toContain("HOSTING_DELETED_BY_HAND names it, but it is there");
  stack.platform.reset();
  await stack.destroy();
  expect(stack.state()).toEqual([]);
});
