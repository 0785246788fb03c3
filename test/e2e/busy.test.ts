import { expect, it } from "vitest";
import { openStack } from "../support/stack.ts";
import { servePlatform } from "../support/stack-server.ts";

it("a destroy survives a minute of a volume that is busy, and its row shows the platform's words", async () => {
  await using stack = await openStack();
  const { platform } = stack;
  const { rootKey, clock } = platform;
  const words = "volume has a pending event";
  const isBusy = { until: 0 };
  const fetch = async (request: Request) =>
    request.url.endsWith("/detach") && clock.now() < isBusy.until
      ? Response.json({ error: words }, { status: 422 })
      : platform.fetch(request);
  await using served = await servePlatform({ rootKey, fetch });
  Object.assign(stack.env, served.env);
  stack.program(`
const data = new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.VolumeAttachment("data-in-web", { volumeId: data.id, instanceId: web.id });`);
  await stack.up();

  isBusy.until = clock.now() + 60_000;
  const destroy = stack.start("destroy");
  await destroy.printed(`waiting while it is busy: ${words}`);
  // The platform's minute is over.
  clock.advance(60);
  expect((await destroy.ended).code).toBe(0);
  expect(platform.snapshot()).toMatchObject({ volume: [], instance: [] });
});
