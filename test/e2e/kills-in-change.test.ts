import { expect, it } from "vitest";
import { MortalStack } from "../support/stack-kill.ts";
import type { Stop } from "../support/stack-wire.ts";

interface Version {
  readonly desiredState: "running" | "stopped";
  readonly sizeGb: number;
  readonly algorithm: "round_robin" | "ip_hash";
}

const first: Version = { desiredState: "running", sizeGb: 10, algorithm: "round_robin" };

function program({ desiredState, sizeGb, algorithm }: Version): string {
  return `
new hosting.Container("job", { image: "debian/13", desiredState: "${desiredState}" });
new hosting.Volume("data", { region: "eu-1", sizeGb: ${sizeGb} });
const web = new hosting.Instance("web", { region: "eu-1", plan: "small", image: "debian/13" });
new hosting.LoadBalancer("front", {
  region: "eu-1",
  forwardingRules: [{ entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" }],
  healthCheck: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  backendInstances: [web.id],
  algorithm: "${algorithm}",
});
`;
}

const updates = [/^POST .*\/action$/, /^PATCH \/v1\/volumes\//, /^PATCH \/v1\/load-balancers\//];

/** What the platform has, in the words of the program. */
function versionInWorld({ platform }: MortalStack): Record<keyof Version, unknown> {
  const { container, volume, loadBalancer } = platform.snapshot();
  return {
    desiredState: container[0]?.["status"],
    sizeGb: volume[0]?.["size_gb"],
    algorithm: loadBalancer[0]?.["algorithm"],
  };
}

/** What the engine believes. */
function versionInState({ stack }: MortalStack): Record<keyof Version, unknown> {
  return {
    desiredState: stack.resource("job").outputs["status"],
    sizeGb: stack.resource("data").outputs["sizeGb"],
    algorithm: stack.resource("front").outputs["algorithm"],
  };
}

it("killed at every point of an update, the next up brings platform and state to what the program says", async () => {
  await using mortal = await MortalStack.open(program(first));
  const { stack, platform } = mortal;
  await stack.up();
  const objects = mortal.world();
  platform.configure({ volumeSeconds: 3, stopSeconds: 3 });

  const looks = [/^GET \/v1\/volumes\//, /^GET \/api\/v1\/instances/];
  const points: readonly (Stop | string)[] = [
    { requests: updates, at: "not applied" },
    { requests: updates, at: "applied" },
    { requests: updates, at: "half answered" },
    { requests: looks, at: "applied" },
    "before 3 Update",
  ];
  for (const [index, point] of points.entries()) {
    const isBack = index % 2 === 1;
    const version: Version = {
      desiredState: isBack ? "running" : "stopped",
      sizeGb: 10 * (index + 2),
      algorithm: isBack ? "round_robin" : "ip_hash",
    };
    stack.program(program(version));
    if (typeof point === "string") await mortal.killedInside(point);
    else await mortal.killedAt(point);
    await stack.up();
    expect(versionInWorld(mortal)).toEqual(version);
    expect(versionInState(mortal)).toEqual(version);
    expect(mortal.world()).toEqual(objects);
    expect(mortal.state()).toEqual(objects);
  }
  expect((await stack.up()).changes).toEqual({});
});

it("killed at every point of a delete, the next destroy ends with nothing left and nothing unnamed", async () => {
  await using mortal = await MortalStack.open(`
new hosting.Container("job", { image: "debian/13" });
new hosting.Volume("data", { region: "eu-1", sizeGb: 10 });
new hosting.FloatingIp("address", { region: "eu-1" });
new hosting.Bucket("files", {});
`);
  const { stack, platform } = mortal;
  await stack.up();
  platform.configure({ stopSeconds: 3 });

  const requests = [
    /^POST .*\/action$/,
    /^DELETE \/v1\/volumes\//,
    /^DELETE \/v1\/floating-ips\//,
    /^DELETE \/api\/v1\/storage\/buckets\//,
  ];
  const points: readonly (Stop | string)[] = [
    { requests, at: "not applied" },
    { requests, at: "applied" },
    { requests: [/^GET \/api\/v1\/instances/], at: "applied" },
    { requests: [/^DELETE \/api\/v1\/instances\//], at: "half answered" },
    "before 1 Delete",
  ];
  for (const point of points) {
    if (typeof point === "string") await mortal.killedInside(point, "destroy");
    else await mortal.killedAt(point, "destroy");
  }
  await stack.destroy();
  expect(mortal.world()).toEqual([]);
  expect(mortal.state()).toEqual([]);
});
