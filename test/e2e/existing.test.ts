import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { sender, volumeBody } from "../platform/support.ts";
import { openStack } from "../support/stack.ts";

it("adopt takes over what is there, get only reads it, and an explicit Provider has its own platform", async () => {
  await using stack = await openStack();
  const send = sender(stack.platform);
  await send("POST /v1/volumes", volumeBody("by-hand"));
  await send("POST /v1/volumes", volumeBody("other"));
  const [id, other] = stack.platform.snapshot().volume.map((volume) => String(volume["id"]));
  stack.requests();
  const program = (args: string) =>
    stack.program(`
const second = new hosting.Provider("second", { backend: "embedded", embeddedFile: "second.db" });
new hosting.FloatingIp("there", { region: "us-1" }, { provider: second });
const seen = hosting.Volume.get("seen", "${other}");
new hosting.Volume("data", { region: seen.region, ${args} });`);

  // Inputs that cannot be undone must match.
  program(`sizeGb: 20, adopt: "${id}"`);
  const { errors } = await stack.up({ fails: true });
  expect(errors.join("\n")).toMatch(/was not adopted: .*sizeGb is 10 .* 20/);
  program(`sizeGb: 10, adopt: "${id}"`);
  expect((await stack.up()).changes).toMatchObject({ data: "create" });
  expect(stack.writes()).toEqual([]);
  expect(stack.resource("data")).toMatchObject({ id, outputs: { name: "by-hand", sizeGb: 10 } });

  // It may be removed afterwards.
  program("sizeGb: 30");
  expect((await stack.up({}, "--refresh")).changes).toMatchObject({ data: "update" });
  const file = join(stack.directory, "second.db");
  const elsewhere = openPlatform({ file });
  onTestFinished(() => elsewhere.close());
  expect(elsewhere.snapshot().floatingIp).toMatchObject([{ region: "us-1" }]);
  await stack.destroy();
  expect(stack.writes()).toEqual([`PATCH /v1/volumes/${id}`, `DELETE /v1/volumes/${id}`]);
  expect(stack.platform.snapshot().volume).toMatchObject([{ id: other }]);
  expect(elsewhere.snapshot().floatingIp).toEqual([]);
});
