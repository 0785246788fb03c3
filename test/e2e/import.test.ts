import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { providerText } from "../../provider/definition/resource-class.ts";
import { sender, volumeBody } from "../platform/support.ts";
import { openStack } from "../support/stack.ts";

it("an import file with inputs and outputs brings an object under management without a change", async () => {
  await using stack = await openStack();
  await sender(stack.platform)("POST /v1/volumes", volumeBody("by-hand"));
  const id = String(stack.platform.snapshot().volume[0]?.["id"]);
  const __provider = providerText("storage:Volume");
  const inputs = { name: "by-hand", region: "eu", sizeGb: 10, __provider };
  const type = "pulumi-nodejs:dynamic/hosting/storage:Volume";
  const file = join(stack.directory, "import.json");
  writeFileSync(
    file,
    JSON.stringify({
      resources: [{ type, name: "data", id, inputs, outputs: { ...inputs, status: "available" } }],
    }),
  );
  stack.program('new hosting.Volume("data", { name: "by-hand", region: "eu", sizeGb: 10 });');
  stack.requests();
  const options = ["--yes", "--skip-preview", "--generate-code=false", "--protect=false"];
  await stack.run("import", "--file", file, ...options, "--stack", "dev");
  expect(stack.resource("data")).toMatchObject({ id, inputs: { sizeGb: 10 } });

  expect((await stack.preview()).changes).toEqual({});
  expect((await stack.refresh()).changes).toEqual({});
  expect(stack.resource("data").outputs).toHaveProperty("__world");
  expect((await stack.up()).changes).toEqual({});
  stack.program('new hosting.Volume("data", { name: "by-hand", region: "eu", sizeGb: 20 });');
  expect((await stack.up()).changes).toEqual({ data: "update" });
  expect(stack.writes()).toEqual([`PATCH /v1/volumes/${id}`]);
});
