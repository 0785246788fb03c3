import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

it("a volume grows by one PATCH, never shrinks, and is replaced only with allowDataLoss", async () => {
  await using stack = await openStack();
  const volume = (args: string) =>
    stack.program(`new hosting.Volume("data", { region: "eu-1", filesystem: "ext4", ${args} });`);
  volume("sizeGb: 10");
  await stack.up();
  const { id } = stack.resource("data");
  stack.requests();

  volume("sizeGb: 20");
  expect((await stack.up()).changes).toEqual({ data: "update" });
  expect(stack.writes()).toEqual([`PATCH /v1/volumes/${id}`]);

  for (const [args, reason] of [
    ["sizeGb: 15", /sizeGb is 15, but the volume already has 20/],
    ['sizeGb: 20, filesystem: "xfs"', /filesystem cannot change .* set allowDataLoss: true/],
  ] as const) {
    volume(args);
    const { errors, messages } = await stack.preview({ fails: true });
    expect(errors).toEqual([expect.stringMatching(reason)]);
    expect(messages).toEqual(errors);
  }
  expect(stack.requests()).toEqual([]);

  volume('sizeGb: 20, filesystem: "xfs", allowDataLoss: true');
  const { changes, replaceKeys } = await stack.up();
  expect({ changes, replaceKeys }).toEqual({
    changes: { data: "replace" },
    replaceKeys: { data: ["filesystem"] },
  });
  expect(stack.writes()).toEqual(["POST /v1/volumes", `DELETE /v1/volumes/${id}`]);
  expect(stack.platform.snapshot().volume).toMatchObject([{ filesystem: "xfs" }]);
});
