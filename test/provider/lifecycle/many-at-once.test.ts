/** The common cost of many operations of one run, on the embedded platform with a test clock. */
import { expect, test } from "vitest";
import type { Props } from "../../../provider/definition/session.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { container } from "../../../resources/compute/container.ts";
import { portForward } from "../../../resources/compute/port-forward.ts";
import { declared } from "../../support/session.ts";
import { openVirtualWorld, type VirtualWorld } from "../../support/virtual-world.ts";

function inputs(name: string): Props {
  return declared({ name, type: "container", image: "debian/13" }, name);
}

/** Containers as one process makes them. */
function make(world: VirtualWorld, names: readonly string[], process = world.newProcess()) {
  const all = names.map((name) => create(process, container, inputs(name)));
  return world.clock.during(Promise.all(all));
}

function routes(world: VirtualWorld): readonly string[] {
  return world.platform.requests().map(({ method, path }) => `${method} ${path}`);
}

const fifty = Array.from({ length: 50 }, (_none, at) => `job-${at}`);

test("50 that wait take 75 requests at most, none is refused, and one row tells of all", async () => {
  using world = openVirtualWorld({ settings: { bootSeconds: 30, ratePerMinute: 60 } });
  await make(world, fifty);
  expect(routes(world).filter((route) => route.startsWith("POST"))).toHaveLength(50);
  expect(routes(world).length).toBeLessThanOrEqual(75);
  expect(world.platform.requests().filter(({ status }) => status === 429)).toEqual([]);
  // Each row shows the status of its object once, and only one continues for all of them.
  const timed = world.said.filter((line) => line.includes("so far"));
  expect(timed.filter((line) => line.includes("like 49 more"))).not.toEqual([]);
  expect(timed.length).toBeLessThanOrEqual(3);
  expect(world.said.length - timed.length).toBe(49);
});

test("a list from before a create is not used after it, and the one that ended its wait is", async () => {
  using world = openVirtualWorld();
  const [old] = await make(world, ["old"]);
  const process = world.newProcess();
  const props = old?.state ?? {};
  await world.clock.during(read(process, container, { id: "old", props }));
  const [made] = await make(world, ["new"], process);
  const before = routes(world).length;
  const look = { id: "new", props: made?.state ?? {} };
  const result = await world.clock.during(read(process, container, look));
  expect(result).toMatchObject({ id: "new", state: { status: "running" } });
  expect(routes(world).slice(before)).toEqual([]);
});

test("what the list does not show for 20 s after its creation is waited for", async () => {
  const lag = 20_000;
  let createdAt = Number.POSITIVE_INFINITY;
  using world = openVirtualWorld({
    around: (platform, clock) => ({
      async send(request) {
        const response = await platform.send(request);
        if (request.method === "POST") createdAt = clock.now();
        const isHidden = request.method === "GET" && clock.now() < createdAt + lag;
        return isHidden ? { ...response, body: "[]" } : response;
      },
      close: () => platform.close(),
    }),
  });
  const start = world.clock.now();
  expect(await make(world, ["web"])).toMatchObject([{ id: "web", state: { status: "running" } }]);
  expect(world.clock.now() - start).toBeGreaterThan(lag);
  expect(world.platform.snapshot().container).toHaveLength(1);
  // No request for this object alone: nothing but the create and lists.
  expect(new Set(routes(world))).toEqual(
    new Set(["GET /api/v1/instances", "POST /api/v1/instances"]),
  );
});

test("forwards of one container are created one after the other, those of others side by side", async () => {
  const open = new Map<string, number>();
  const most = { ofOne: 0, together: 0 };
  using world = openVirtualWorld({
    paced: false,
    around: (platform) => ({
      async send(request) {
        const { method, target } = request;
        if (method !== "POST" || !target.endsWith("/ports")) return platform.send(request);
        open.set(target, (open.get(target) ?? 0) + 1);
        most.ofOne = Math.max(most.ofOne, ...open.values());
        most.together = Math.max(
          most.together,
          [...open.values()].reduce((sum, count) => sum + count, 0),
        );
        const response = await platform.send(request);
        open.set(target, (open.get(target) ?? 0) - 1);
        return response;
      },
      close: () => platform.close(),
    }),
  });
  const containers = await make(world, ["a", "b"]);
  const process = world.newProcess();
  const forwards = containers.flatMap(({ id, state }) =>
    [1, 2, 3].map((port) => {
      const publicPort = Object(state["portBlock"]).firstPort + port;
      const forward = { instanceName: id, protocol: "tcp", publicPort, targetPort: 80 };
      return create(process, portForward, declared(forward));
    }),
  );
  await world.clock.during(Promise.all(forwards));
  expect(most).toEqual({ ofOne: 1, together: 2 });
});
