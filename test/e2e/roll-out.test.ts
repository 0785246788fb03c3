import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { stacksAfterUp } from "../support/copied-stack.ts";
import { brokenBackends, fewestServing, type Moment, momentsOf } from "../support/roll-out.ts";
import { openStack, type TestStack } from "../support/stack.ts";

// Each of them is many runs of the CLI, and they share the machine.
vi.setConfig({ testTimeout: 480_000 });

const rolling = 'strategy: "rolling", batch: 2';
const blueGreen = 'strategy: "blueGreen"';

/** A group of four instances behind a load balancer. */
function group(image: string, strategy: string): string {
  return `
import { InstanceGroup } from "pulumi-hosting/components";
const web = new InstanceGroup("web", {
  region: "eu-1", plan: "small", image: "${image}", count: 4, minHealthy: 4, drainSeconds: 1,
  healthProbe: { protocol: "http", port: 8080, path: "/healthz", interval: 0.1, attempts: 20 },
  loadBalancer: {
    forwardingRules: [
      { entryPort: 80, entryProtocol: "http", targetPort: 8080, targetProtocol: "http" },
    ],
    healthCheck: { protocol: "http", port: 8080, interval: 10, timeout: 5, threshold: 3 },
  },
  ${strategy},
});
export const instanceIds = web.instanceIds;
`;
}

/** Runs a change and reads from the platform's log what served while it ran. */
async function watch(stack: TestStack, change: () => Promise<unknown>): Promise<readonly Moment[]> {
  const before = stack.platform.snapshot();
  const last = stack.platform.requests().at(-1)?.seq ?? 0;
  await change();
  const log = stack.platform.requests().filter(({ seq }) => seq > last);
  return momentsOf({ before, log, after: stack.platform.snapshot() });
}

/** All four served at every moment, and none of them was stopped or deleted while it did. */
function expectNoDowntime(moments: readonly Moment[]): void {
  expect(brokenBackends(moments)).toEqual([]);
  expect(fewestServing(moments)).toBe(4);
}

/** Every instance is of the image and serves; nothing else is left. */
function expectFinished(stack: TestStack, image: string): void {
  const { instance, loadBalancer } = stack.platform.snapshot();
  expect(instance.map((one) => one["image"])).toEqual([image, image, image, image]);
  expect(loadBalancer).toHaveLength(1);
  const backends = [loadBalancer[0]?.["backend_instances"]].flat();
  expect(backends.toSorted()).toEqual(instance.map(({ id }) => id).toSorted());
}

function timesOf(moments: readonly Moment[], request: string): readonly number[] {
  return moments
    .filter((moment) => moment.request.startsWith(request))
    .map(({ time }) => Date.parse(time));
}

/** A release that fails its probe: only its first batch is created, and `up` says why it stopped. */
async function expectHeldBack(
  stack: TestStack,
  { strategy, firstBatch }: { strategy: string; firstBatch: number },
): Promise<void> {
  stack.platform.configure({ unhealthyImages: ["debian/14"] });
  stack.program(group("debian/14", strategy));
  const moments = await watch(stack, async () => {
    const { errors } = await stack.up({ fails: true });
    expect(errors.join("\n")).toContain(
      "failed 20 http probes of port 8080: nothing answers on a machine of image debian/14, so what waits for it stays as it is.",
    );
  });
  const requests = moments.map(({ request }) => request);
  expect(requests).toEqual(Array.from({ length: firstBatch }, () => "POST /v1/instances"));
  expectNoDowntime(moments);
}

/** When the gate of an instance found it healthy. */
function checkedAt(stack: TestStack, at: number): number {
  return Date.parse(String(stack.resource(`web-${at}-healthy`).outputs["checkedAt"]));
}

const afterUp = stacksAfterUp();
const started = (image: string, strategy: string) => afterUp(group(image, strategy));

describe.concurrent("a change of four instances behind a load balancer", () => {
  it.each([
    { name: "blue/green", strategy: blueGreen, batch: 4 },
    { name: "rolling", strategy: rolling, batch: 2 },
  ])(
    "$name: all four serve at every moment, and on while a probe fails",
    async ({ strategy, batch }) => {
      await using stack = await started("debian/12", strategy);
      expect((await stack.up()).changes).toEqual({});
      stack.program(group("debian/13", strategy));
      const moments = await watch(stack, () => stack.up());
      expectNoDowntime(moments);
      expectFinished(stack, "debian/13");

      // A batch is created after the gates of the one before; the switch comes after the last gate.
      const created = timesOf(moments, "POST /v1/instances").slice(0, 4);
      const healthy = [0, 1, 2, 3].map((at) => checkedAt(stack, at));
      const [switched = 0, ...more] = timesOf(moments, "PATCH /v1/load-balancers/");
      expect(more).toEqual([]);
      expect(switched).toBeGreaterThanOrEqual(Math.max(...healthy));
      for (const next of created.slice(batch)) {
        expect(next).toBeGreaterThanOrEqual(Math.max(...healthy.slice(0, batch)));
      }
      // The old ones are stopped once they had drainSeconds, one, to finish.
      const [stopped = 0] = timesOf(moments.slice(5), "POST /v1/instances/");
      expect(stopped - switched).toBeGreaterThanOrEqual(1000);

      await expectHeldBack(stack, { strategy, firstBatch: batch });
      stack.program(group("debian/15", strategy));
      expectNoDowntime(await watch(stack, () => stack.up()));
      expectFinished(stack, "debian/15");
      expect((await stack.up()).changes).toEqual({});
      await stack.destroy();
      expect(stack.platform.snapshot()).toMatchObject({ instance: [], loadBalancer: [] });
    },
  );

  it("a failed release is rolled back by the program of before", async () => {
    await using stack = await started("debian/13", rolling);
    await expectHeldBack(stack, { strategy: rolling, firstBatch: 2 });
    stack.program(group("debian/13", rolling));
    expectNoDowntime(await watch(stack, () => stack.up()));
    expectFinished(stack, "debian/13");
    expect((await stack.up()).changes).toEqual({});
  });

  it("a roll-out whose provider is killed at a gate is finished by the next up", async () => {
    await using stack = await started("debian/12", rolling);
    const killFile = killable(stack);
    // The gates of the first batch wait, so the kill comes after its instances are in the state.
    stack.platform.configure({ unhealthyImages: ["debian/13"] });
    stack.program(group("debian/13", rolling));
    const cut = await watch(stack, async () => {
      const run = stack.up({ fails: true });
      const isStored = () => expect(imagesInState(stack)).toEqual(["debian/13", "debian/13"]);
      await vi.waitFor(isStored, { timeout: 60_000, interval: 50 });
      writeFileSync(killFile, "");
      await run;
    });
    expect(cut).toHaveLength(2);
    expectNoDowntime(cut);
    stack.platform.configure({ unhealthyImages: [] });
    expectNoDowntime(await watch(stack, () => stack.up()));
    expectFinished(stack, "debian/13");
    await stack.destroy();
    expect(stack.platform.snapshot().instance).toEqual([]);
  });

  it("a roll-out whose provider is killed while it creates is finished by the next up", async () => {
    await using stack = await started("debian/12", rolling);
    const killFile = killable(stack);
    // They boot for ever, so the kill comes before the engine hears of the new instances.
    stack.platform.configure({ bootSeconds: 3600 });
    stack.program(group("debian/13", rolling));
    const cut = await watch(stack, async () => {
      const run = stack.up({ fails: true });
      const isSent = () => expect(stack.platform.snapshot().instance).toHaveLength(6);
      await vi.waitFor(isSent, { timeout: 60_000, interval: 50 });
      writeFileSync(killFile, "");
      await run;
    });
    expectNoDowntime(cut);
    stack.platform.configure({ bootSeconds: 1 });
    stack.platform.clock.advance(3600);
    expectNoDowntime(await watch(stack, () => stack.up()));
    expectFinished(stack, "debian/13");
  });
});

describe.concurrent("a load balancer that no route updates", () => {
  it("is replaced, new before old, and the preview says so", async () => {
    await using stack = await openStack({
      env: { HOSTING_BACKEND: "embedded", HOSTING_ASSUMED_ROUTES: "never" },
    });
    stack.program(group("debian/12", blueGreen));
    await stack.up();
    stack.program(group("debian/13", blueGreen));
    const { changes, replaceKeys, output } = await stack.preview();
    expect(changes["web-balancer"]).toBe("replace");
    expect(replaceKeys["web-balancer"]).toEqual(["backendInstances"]);
    expect(output).not.toContain("delete-replaced");
  });

  it("is found out by the first up, which says so, and replaced by the second", async () => {
    await using stack = await started("debian/12", blueGreen);
    stack.platform.faults.add({ method: "PATCH", path: "/v1/load-balancers/*", status: 405 });
    stack.program(group("debian/13", blueGreen));
    const first = await watch(stack, async () => {
      const { errors } = await stack.up({ fails: true });
      expect(errors.join("\n")).toContain("Run `pulumi up` again: it will be replaced.");
    });
    expectNoDowntime(first);
    const second = await watch(stack, () => stack.up());
    expectFinished(stack, "debian/13");
    // The new one serves before anything goes; the engine lets the old ones go side by side.
    const [{ id }] = [stack.platform.snapshot().loadBalancer[0] ?? {}];
    const serving = second.map(({ balancers, down }) => {
      return (balancers[String(id)] ?? []).filter((backend) => !down.includes(backend)).length;
    });
    expect(second[0]?.request).toBe("POST /v1/load-balancers");
    expect(Math.min(...serving)).toBe(4);
    const requests = second.map(({ request }) => request.split("/").slice(0, 3).join("/"));
    expect(requests).toContain("DELETE /v1/load-balancers");
  });
});

/** Images of the new instances that the state knows. */
function imagesInState(stack: TestStack): readonly unknown[] {
  const instances = stack.state().filter(({ type }) => type.endsWith(":Instance"));
  return instances.map(({ inputs }) => inputs["image"]).filter((image) => image === "debian/13");
}

/** Lets the test kill the stack's provider process: by the file whose path is returned. */
function killable(stack: TestStack): string {
  const file = join(stack.directory, "kill");
  stack.preload(new URL("../support/kill-on-request.mjs", import.meta.url));
  stack.env["KILL_PROVIDER"] = file;
  return file;
}
