import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

function volume(args: string): string {
  return `new hosting.Volume("data", { region: "eu-1", sizeGb: 10, filesystem: "ext4", ${args} });`;
}

it("a volume grows by one PATCH and refuses to shrink at preview, naming both sizes", async () => {
  await using stack = await openStack();
  stack.program(volume("sizeGb: 10"));
  await stack.up();
  const { id } = stack.resource("data");
  stack.requests();

  stack.program(volume("sizeGb: 20"));
  expect((await stack.preview()).changes).toEqual({ data: "update" });
  expect(stack.requests()).toEqual([]);
  expect((await stack.up()).changes).toEqual({ data: "update" });
  expect(stack.writes()).toEqual([`PATCH /v1/volumes/${id}`]);
  expect(stack.platform.snapshot().volume).toMatchObject([{ id, size_gb: 20 }]);

  stack.program(volume("sizeGb: 15"));
  const { errors } = await stack.preview({ fails: true });
  expect(errors.join()).toContain(
    "sizeGb is 15, but the volume already has 20; volumes only grow. Keep 20 or more.",
  );
  expect(stack.requests()).toEqual([]);
});

it("a change that loses a volume's data is refused at preview, and replaces it with allowDataLoss", async () => {
  await using stack = await openStack();
  stack.program(volume(""));
  await stack.up();
  const { id } = stack.resource("data");
  stack.requests();

  for (const change of ['name: "files"', 'region: "eu-2"', 'filesystem: "xfs"']) {
    const [input = ""] = change.split(":");
    stack.program(volume(change));
    const { errors } = await stack.preview({ fails: true });
    expect(errors.join()).toContain(`volume "data" was not changed: ${input} cannot change from`);
    expect(errors.join()).toContain("set allowDataLoss: true to allow it");
    stack.program(volume(`${change}, allowDataLoss: true`));
    const allowed = await stack.preview();
    expect(allowed).toMatchObject({ changes: { data: "replace" }, replaceKeys: { data: [input] } });
  }
  expect(stack.requests()).toEqual([]);

  expect((await stack.up()).changes).toEqual({ data: "replace" });
  expect(stack.writes()).toEqual(["POST /v1/volumes", `DELETE /v1/volumes/${id}`]);
  expect(stack.platform.snapshot().volume).toMatchObject([{ filesystem: "xfs" }]);
});
