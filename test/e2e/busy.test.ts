import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";

it("a destroy survives a minute of a volume that is busy, and its row shows the platform's words", async () => {
  await using stack = await openStack();
  stack.program(`
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });`);
  await stack.up();
  const words = "volume has a pending event";
  stack.platform.faults.add({
    path: "/v1/volumes/*/detach",
    status: 422,
    body: JSON.stringify({ error: words }),
    // At 0, 1, 3, 6, 10, 18, 26, 34, 42, 50 and 58 s.
    times: 11,
  });
  const begun = performance.now();
  const { output } = await stack.destroy();
  expect(performance.now() - begun).toBeGreaterThan(60_000);
  expect(output).toContain(`waiting while it is busy: ${words}`);
  expect(stack.platform.snapshot()).toMatchObject({ volume: [], instance: [] });
});
