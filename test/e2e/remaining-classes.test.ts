import { expect, it } from "vitest";
import { openStack, type TestStack } from "../support/stack.ts";
import { first, program, second } from "../support/stack-programs.ts";

it("the remaining classes come up, change in place where they can, and leave nothing behind", async () => {
  await using stack = await openStack();
  const { id: keyId } = stack.platform.createKey({ scopes: ["*"], level: "Read" });
  stack.program(program(first, keyId));
  await stack.up();
  expect(await outputs(stack)).toMatchObject({
    pools: { storagePools: [{ name: "default" }] },
    image: { progress: 100 },
    metrics: { cpu: { value: expect.any(Number), unit: "percent" } },
  });
  stack.requests();

  expect((await stack.refresh()).changes).toEqual({});
  const reads = stack.requests();
  for (const list of [
    "networks",
    "firewalls",
    "storage/buckets",
    "monitoring/alerts",
    "instances",
  ]) {
    const asked = reads.filter((request) => request.startsWith(`GET /api/v1/${list}`));
    expect(asked).toEqual([`GET /api/v1/${list}`]);
  }
  expect((await stack.up()).changes).toEqual({});
  expect(stack.writes()).toEqual([]);

  stack.program(program(second, keyId));
  expect((await stack.up()).changes).toEqual({
    edge: "update",
    scratch: "update",
    partners: "update",
    ada: "update",
    hot: "replace",
  });
  const alerts = stack.writes().filter((request) => request.includes("/monitoring/alerts"));
  expect(alerts.map((request) => request.split(" ")[0])).toEqual(["POST", "DELETE"]);

  await stack.destroy();
  expect(stack.writes()).toContain(`DELETE /v1/api-keys/${keyId}`);
  for (const objects of Object.values(stack.platform.snapshot())) expect(objects).toEqual([]);
});

it("bucket credentials are secrets of the state and survive a refresh that does not show them", async () => {
  await using stack = await openStack();
  stack.program('export const secret = new hosting.Bucket("files", {}).secretKey;');
  await stack.up();
  const shown = () => stack.run("stack", "output", "secret", "--show-secrets", "--stack", "dev");
  const secret = (await shown()).trim();
  expect(secret.length).toBeGreaterThan(8);
  expect((await stack.refresh()).changes).toEqual({});
  expect((await shown()).trim()).toBe(secret);
  expect(await stack.run("stack", "export", "--stack", "dev")).not.toContain(secret);
});

it("a refused dedicated address creates no server and says so", async () => {
  await using stack = await openStack();
  stack.platform.configure({ dedicatedAllowance: 0 });
  stack.program('new hosting.Server("web", { size: "small", networkAccess: "dedicated" });');
  const { errors } = await stack.up({ fails: true });
  expect(errors.join("\n")).toContain("Nothing was created:");
  expect(stack.platform.snapshot().server).toEqual([]);
});

it("a failed import shows the platform's own reason and keeps the image for the next run", async () => {
  await using stack = await openStack();
  stack.program(`new hosting.ImportedImage("base", {
    url: "https://images.example/broken.qcow2", format: "qcow2", osType: "linux",
  });`);
  const { errors } = await stack.up({ fails: true });
  const [image] = stack.platform.snapshot().image;
  expect(errors.join("\n")).toContain(String(image?.["error"]));
  expect(stack.resource("base").id).toBe(image?.["id"]);
});

async function outputs(stack: TestStack): Promise<unknown> {
  return JSON.parse(await stack.run("stack", "output", "--json", "--stack", "dev"));
}
