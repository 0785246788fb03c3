import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform } from "../../platform/index.ts";
import { sender, volumeBody } from "../platform/support.ts";
import { openStack, type TestStack } from "../support/stack.ts";

/** Makes a volume in region eu of 10 GB without the stack. */
async function foreignVolume(stack: TestStack): Promise<string> {
  await sender(stack.platform)("POST /v1/volumes", volumeBody("by-hand"));
  stack.requests();
  return String(stack.platform.snapshot().volume[0]?.["id"]);
}

it("adopt takes over an object without a POST, never grows it at once, and may be removed afterwards", async () => {
  await using stack = await openStack();
  const id = await foreignVolume(stack);
  stack.program(`new hosting.Volume("data", { region: "eu", sizeGb: 20, adopt: "${id}" });`);
  const { errors } = await stack.up({ fails: true });
  expect(errors).toContain(
    `volume "data" was not adopted: sizeGb of ${id} is 10, but the program says 20, and that cannot be undone. Make the program say what is there, and change it in the next \`pulumi up\`.`,
  );
  stack.program(`new hosting.Volume("data", { region: "eu", sizeGb: 10, adopt: "${id}" });`);
  expect((await stack.up()).changes).toEqual({ data: "create" });
  expect(stack.writes()).toEqual([]);
  expect(stack.resource("data")).toMatchObject({ id, outputs: { name: "by-hand", sizeGb: 10 } });

  expect((await stack.refresh()).changes).toEqual({});
  stack.program('new hosting.Volume("data", { region: "eu", sizeGb: 10 });');
  expect((await stack.up()).changes).toEqual({});
  stack.program('new hosting.Volume("data", { region: "eu", sizeGb: 30 });');
  expect((await stack.up()).changes).toEqual({ data: "update" });
  await stack.destroy();
  expect(stack.writes()).toEqual([`PATCH /v1/volumes/${id}`, `DELETE /v1/volumes/${id}`]);
});

it("adopt refuses an object that could only be replaced to match, with both values", async () => {
  await using stack = await openStack();
  const id = await foreignVolume(stack);
  stack.program(`new hosting.Volume("data", { region: "us", sizeGb: 10, adopt: "${id}" });`);
  const { errors } = await stack.up({ fails: true });
  expect(errors).toContain(
    `volume "data" was not adopted: region of ${id} is "eu", but the program says "us", and it cannot be updated. Make the program say what is there.`,
  );
  expect(stack.writes()).toEqual([]);
  expect(stack.state().map(({ name }) => name)).not.toContain("data");
});

it("get reads an object that the stack does not manage, and never changes it", async () => {
  await using stack = await openStack();
  const id = await foreignVolume(stack);
  stack.program(`
const data = hosting.Volume.get("data", "${id}");
new hosting.Volume("twin", { region: data.region, sizeGb: data.sizeGb });`);
  await stack.up();
  expect(stack.resource("twin").inputs).toMatchObject({ region: "eu", sizeGb: 10 });
  await stack.refresh();
  await stack.destroy();
  expect(stack.platform.snapshot().volume).toMatchObject([{ id }]);
});

it("get of an object that is not there fails and says so", async () => {
  await using stack = await openStack();
  stack.program('hosting.Volume.get("data", "vol_0000000000000000");');
  const { errors } = await stack.preview({ fails: true });
  expect(errors.join("\n")).toContain(
    "volume vol_0000000000000000 was not read: the platform has none with this id.",
  );
});

it("an explicit Provider has a platform of its own beside the default one", async () => {
  await using stack = await openStack();
  const file = join(stack.directory, "second.db");
  stack.program(`
const second = new hosting.Provider("second", { backend: "embedded", embeddedFile: "second.db" });
new hosting.FloatingIp("here", { region: "eu-1" });
new hosting.FloatingIp("there", { region: "us-1" }, { provider: second });`);
  await stack.up();
  const other = openPlatform({ file });
  onTestFinished(() => other.close());
  expect(stack.platform.snapshot().floatingIp).toMatchObject([{ region: "eu-1" }]);
  expect(other.snapshot().floatingIp).toMatchObject([{ region: "us-1" }]);
  expect((await stack.refresh()).changes).toEqual({});
  expect((await stack.up()).changes).toEqual({});
  await stack.destroy();
  expect(stack.platform.snapshot().floatingIp).toEqual([]);
  expect(other.snapshot().floatingIp).toEqual([]);
});
