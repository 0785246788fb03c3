import { describe, expect, it, vi } from "vitest";
import { brokenBackends, fewestServing, type Moment, watch } from "../support/roll-out.ts";
import { openStack, type TestStack } from "../support/stack.ts";
import { killedOnce } from "../support/stack-kill.ts";

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
      "failed 20 http probes of port 8080: nothing answers on a machine of image debian/14, so nothing that waits for it was changed.",
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

/** A group that is there. */
async function started(image: string, strategy: string): Promise<TestStack> {
  const stack = await openStack();
  stack.program(group(image, strategy));
  await stack.up();
  return stack;
}

/** A release: all four serve at every moment, a batch comes after the one before has answered, and the switch is one. */
async function expectRelease(stack: TestStack, strategy: string, batch: number): Promise<void> {
  stack.program(group("debian/13", strategy));
  const moments = await watch(stack, () => stack.up());
  expectNoDowntime(moments);
  expectFinished(stack, "debian/13");
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
}

describe.concurrent("a change of four instances behind a load balancer", () => {
  it("rolling: all four serve at every moment, also while a probe fails, is rolled back, and is killed", async () => {
    await using stack = await started("debian/12", rolling);
    await expectRelease(stack, rolling, 2);
    await expectHeldBack(stack, { strategy: rolling, firstBatch: 2 });
    stack.program(group("debian/13", rolling));
    expectNoDowntime(await watch(stack, () => stack.up()));
    expectFinished(stack, "debian/13");

    // The gates of the first batch wait, so the kill comes after its instances are in the state.
    stack.platform.configure({ unhealthyImages: ["debian/15"] });
    stack.program(group("debian/15", rolling));
    const cut = await watch(stack, () => {
      const isStored = () => expect(inState(stack, "debian/15")).toBe(2);
      return killedOnce(stack, vi.waitFor(isStored, { timeout: 120_000, interval: 50 }));
    });
    expect(cut).toHaveLength(2);
    expectNoDowntime(cut);
    stack.platform.configure({ unhealthyImages: [] });
    expectNoDowntime(await watch(stack, () => stack.up()));
    expectFinished(stack, "debian/15");
  });

  it("blue/green: all four serve at every moment, also where no route updates the load balancer", async () => {
    await using stack = await started("debian/12", blueGreen);
    await expectRelease(stack, blueGreen, 4);

    // The error of one up names the assumption; with it the next one replaces the load balancer, new before old.
    stack.platform.faults.add({ method: "PATCH", path: "/v1/load-balancers/*", status: 405 });
    stack.program(group("debian/14", blueGreen));
    const refused = await watch(stack, async () => {
      const { errors } = await stack.up({ fails: true });
      expect(errors.join("\n")).toMatch(
        /PATCH \/v1\/load-balancers.* none, in `hosting:assumptions`/,
      );
    });
    expectNoDowntime(refused);
    stack.env["HOSTING_ASSUMPTIONS"] = '{ "routes.loadBalancer.update": "none" }';
    const { changes, replaceKeys } = await stack.preview();
    expect(changes["web-balancer"]).toBe("replace");
    expect(replaceKeys["web-balancer"]).toEqual(["backendInstances"]);
    const second = await watch(stack, () => stack.up());
    expectFinished(stack, "debian/14");
    // The new one serves before anything is deleted; the engine deletes the old ones in parallel.
    const [{ id } = {}] = stack.platform.snapshot().loadBalancer;
    const serving = second.map(({ balancers, down }) => {
      return (balancers[String(id)] ?? []).filter((backend) => !down.includes(backend)).length;
    });
    expect(second[0]?.request).toBe("POST /v1/load-balancers");
    expect(Math.min(...serving)).toBe(4);
    const requests = second.map(({ request }) => request.split("/").slice(0, 3).join("/"));
    expect(requests).toContain("DELETE /v1/load-balancers");
  });
});

/** How many instances of an image the state knows. */
function inState(stack: TestStack, image: string): number {
  const instances = stack.state().filter(({ type }) => type.endsWith(":Instance"));
  return instances.filter(({ inputs }) => inputs["image"] === image).length;
}
