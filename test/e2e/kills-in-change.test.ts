import { expect, it } from "vitest";
import { MortalStack } from "../support/stack-kill.ts";
import type { Point } from "../support/stack-wire.ts";

/** Where a run that is killed may leave a request. */
const points: readonly Point[] = ["not applied", "applied", "half answered"];

/** A pair for each point, and one besides. */
const program = (sizeGb: number, desiredState: string) => `
for (let at = 0; at < ${points.length + 1}; at += 1) {
  new hosting.Container("job-" + at, { name: "job-" + at, image: "debian/13", desiredState: "${desiredState}" });
  new hosting.Volume("data-" + at, { name: "data-" + at, region: "eu-1", sizeGb: ${sizeGb} });
}`;

it("killed with each object at another point of an update or a delete, the next run does the rest", async () => {
  await using mortal = await MortalStack.open(program(10, "stopped"));
  const { stack, platform } = mortal;
  await stack.up();
  const objects = mortal.world();
  const volumes = new Map(platform.snapshot().volume.map(({ name, id }) => [name, id]));
  const ofData = (method: string, at: number) =>
    new RegExp(`^${method} /v1/volumes/${volumes.get(`data-${at}`)}$`);
  const ofJob = (request: string, at: number) =>
    new RegExp(`^${request.replace("{job}", `job-${at}`)}$`);
  const atEachPoint = (requestsOf: (index: number) => readonly RegExp[]) =>
    Promise.all(points.map((at, index) => mortal.stop({ requests: requestsOf(index), at })));
  const expectDone = (sizeGb: number, status: string) => {
    const { container, volume } = platform.snapshot();
    expect(new Set(volume.map(({ size_gb }) => size_gb))).toEqual(new Set([sizeGb]));
    expect(new Set(container.map((one) => one["status"]))).toEqual(new Set([status]));
    expect(mortal.world()).toEqual(objects);
    expect(mortal.state()).toEqual(objects);
  };

  stack.program(program(20, "running"));
  await mortal.killedOnce(
    atEachPoint((at) => [ofJob("POST /api/v1/instances/{job}/action", at), ofData("PATCH", at)]),
  );
  await stack.up();
  expectDone(20, "running");

  stack.program(program(30, "stopped"));
  await mortal.killedInside("before 3 Update");
  await stack.up();
  expectDone(30, "stopped");
  expect((await stack.preview()).changes).toEqual({});

  const deletes = atEachPoint((at) => [
    ofJob("DELETE /api/v1/instances/{job}", at),
    ofData("DELETE", at),
  ]);
  await mortal.killedOnce(deletes, "destroy");
  expect(mortal.world().length).toBeLessThan(objects.length);
  await mortal.killedInside("before 1 Delete", "destroy");
  await stack.destroy();
  expect(mortal.world()).toEqual([]);
  expect(mortal.state()).toEqual([]);
});

it("killed while the old one of a replacement is deleted, the way back makes a third, and nothing else is left", async () => {
  const job = (image: string) => `new hosting.Container("job", { image: "${image}" });`;
  await using mortal = await MortalStack.open(job("debian/12"));
  const { stack, platform } = mortal;
  await stack.up();
  stack.program(job("debian/13"));
  await mortal.killedOnce(mortal.stop({ requests: [/^DELETE /], at: "not applied" }));
  const both = platform.snapshot().container.map(({ name }) => name);
  expect(both).toHaveLength(2);

  stack.program(job("debian/12"));
  await stack.up();
  const third = stack.resource("job").id;
  expect(both).not.toContain(third);
  expect(mortal.world()).toEqual([`container ${third}`]);
  expect(mortal.state()).toEqual(mortal.world());
});

/** A machine of each class, with names that make a replacement delete the old one first. */
const machines = (image: string, size: string) => `
const timeouts = { delete: 20 };
new hosting.Container("job", { name: "job", image: "${image}", timeouts });
new hosting.Instance("web", { name: "web", region: "eu-1", plan: "small", image: "${image}", timeouts });
new hosting.Server("box", { name: "box", size: "${size}", timeouts });
`;
const erases = [
  /^DELETE .*instances\/job$/,
  /^DELETE .*instances\/inst_\w+$/,
  /^DELETE .*servers\//,
];

it.each<[string, (mortal: MortalStack) => Promise<unknown>]>([
  ["killed", (mortal) => mortal.killedOnce(mortal.stop({ requests: erases, at: "not applied" }))],
  [
    "refused",
    async ({ stack, platform }) => {
      platform.faults.add({ method: "DELETE", status: 409 });
      await stack.up({ fails: true });
      platform.faults.clear();
    },
  ],
])(
  "machines whose deletion was %s after their stop are started by the next run of a program that keeps them",
  async (_how, interrupt) => {
    await using mortal = await MortalStack.open(machines("debian/12", "s"));
    const { stack, platform } = mortal;
    await stack.up();
    const objects = mortal.world();
    const statuses = () => {
      const { container, instance, server } = platform.snapshot();
      return [...container, ...instance, ...server].map(({ status }) => status);
    };
    stack.program(machines("debian/13", "m"));
    await interrupt(mortal);
    expect(statuses()).toEqual(["stopped", "stopped", "stopped"]);

    stack.program(machines("debian/12", "s"));
    const { changes, messages } = await stack.up();
    expect(changes).toEqual({ job: "update", web: "update", box: "update" });
    expect(messages.join("\n")).toContain("stopped for a deletion that did not happen");
    expect(statuses()).toEqual(["running", "running", "running"]);
    expect(mortal.world()).toEqual(objects);
    expect((await stack.preview()).changes).toEqual({});
    expect((await stack.up()).changes).toEqual({});
  },
);
