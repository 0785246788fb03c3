import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

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
  expect(errors.join("\n")).toContain('server "web" was not created:');
  expect(stack.platform.snapshot().server).toEqual([]);
});

it("a failed import shows the platform's own reason and keeps the image for the next run", async () => {
  await using stack = await openStack();
  stack.program(`new hosting.ImportedImage("base", {
    url: "https://images.example/broken.qcow2", format: "qcow2", osType: "linux",
  });`);
  const { errors } = await stack.up({ fails: true });
  const [image] = stack.platform.snapshot().image;
  expect(errors.join("\n")).toContain('" (the file is not a qcow2 image)');
  expect(stack.resource("base").id).toBe(image?.["id"]);
});
