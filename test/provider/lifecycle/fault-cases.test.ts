import { describe, expect, test } from "vitest";
import type { Props } from "../../../provider/definition/session.ts";
import type { Transport, WireResponse } from "../../../provider/http/transport/transport.ts";
import { create } from "../../../provider/lifecycle/create/create.ts";
import { read } from "../../../provider/lifecycle/read.ts";
import { container } from "../../../resources/compute/container.ts";
import { portForward } from "../../../resources/compute/port-forward.ts";
import { declared } from "../../support/session.ts";
import { openVirtualWorld, type VirtualWorld } from "../../support/virtual-world.ts";
import type { FakeClock } from "../http/fake-clock.ts";

const second = 1000;

function inputs(name: string): Props {
  return declared({ name, type: "container", image: "debian/13" }, name);
}

/** Containers as an earlier process made them. */
async function made(world: VirtualWorld, names: readonly string[]) {
  const process = world.newProcess();
  const all = names.map((name) => create(process, container, inputs(name)));
  return world.clock.during(Promise.all(all));
}

function routes(world: VirtualWorld): readonly string[] {
  return world.platform.requests().map(({ method, path }) => `${method} ${path}`);
}

/** Changes what lists of containers show. */
function filtered(show: (items: readonly Props[], now: number) => readonly Props[]) {
  return (platform: Transport, clock: FakeClock): Transport => ({
    async send(request) {
      const response = await platform.send(request);
      const isList = request.method === "GET" && request.target === "/api/v1/instances";
      return isList ? withBody(response, show(JSON.parse(response.body), clock.now())) : response;
    },
    close: () => platform.close(),
  });
}

function withBody(response: WireResponse, body: unknown): WireResponse {
  return { ...response, body: JSON.stringify(body) };
}

describe("a refresh", () => {
  test("P01 429-on-read: waits as long as it takes, and changes nothing", async () => {
    using world = openVirtualWorld();
    const [web] = await made(world, ["web"]);
    world.platform.faults.add({ method: "GET", status: 429, times: 1 });
    const process = world.newProcess();
    const props = web?.state ?? {};
    const result = await world.clock.during(read(process, container, { id: "web", props }));
    expect(result).toMatchObject({ id: "web", state: props });
  });

  test.each([401, 403])("P02 %i-on-read: fails, and changes nothing", async (status) => {
    using world = openVirtualWorld();
    const all = await made(world, ["web", "job"]);
    world.platform.faults.add({ method: "GET", status });
    const process = world.newProcess();
    const reads = all.map(({ id, state }) => read(process, container, { id, props: state }));
    const outcomes = await world.clock.during(Promise.allSettled(reads));
    expect(outcomes).toMatchObject([{ reason: { code: "key" } }, { reason: { code: "key" } }]);
  });

  test("P04 paged-list: 80 in pages of 50 are read page by page", async () => {
    using world = openVirtualWorld({
      around: filtered((items) => items.slice(0, 50)),
      paced: false,
    });
    const names = Array.from({ length: 80 }, (_none, at) => `job-${at}`);
    const all = await made(world, names);
    const before = routes(world).length;
    const process = world.newProcess();
    const reads = all.map(({ id, state }) => read(process, container, { id, props: state }));
    const results = await world.clock.during(Promise.all(reads));
    expect(results.map(({ id }) => id)).toEqual(names);
    expect(routes(world).slice(before).length).toBeLessThanOrEqual(3);
  });

  test("P05 read-own-write: a list from before a create is not used after it", async () => {
    using world = openVirtualWorld();
    const [old] = await made(world, ["old"]);
    const process = world.newProcess();
    const props = old?.state ?? {};
    await world.clock.during(read(process, container, { id: "old", props }));
    const { state } = await world.clock.during(create(process, container, inputs("new")));
    const before = routes(world).length;
    const result = await world.clock.during(read(process, container, { id: "new", props: state }));
    expect(result).toMatchObject({ id: "new", state: { status: "running" } });
    // The list that ended the wait is newer than the create, so it serves the read as well.
    expect(routes(world).slice(before)).toEqual([]);
  });
});

describe("waiting", () => {
  test("P06 50-waiters: 75 requests at most, and none is refused", async () => {
    const bootSeconds = 30;
    using world = openVirtualWorld({ settings: { bootSeconds, ratePerMinute: 60 } });
    const process = world.newProcess();
    const all = Array.from({ length: 50 }, (_none, at) =>
      create(process, container, inputs(`job-${at}`)),
    );
    await world.clock.during(Promise.all(all));
    const posts = world.platform.requests().filter(({ method }) => method === "POST");
    expect(posts).toHaveLength(50);
    expect(world.platform.requests().length).toBeLessThanOrEqual(75);
    expect(world.platform.requests().filter(({ status }) => status === 429)).toEqual([]);
    // Each row says once how its own object stands, and only one goes on for all of them.
    const timed = world.said.filter((line) => line.includes("so far"));
    expect(timed.filter((line) => line.includes("like 49 more"))).not.toEqual([]);
    expect(timed.length).toBeLessThanOrEqual(3);
    expect(world.said.length - timed.length).toBe(49);
  });

  test("50 creates of names of the user's own, eight at a time: one list tells that the names are free", async () => {
    using world = openVirtualWorld({ settings: { ratePerMinute: 60 } });
    const process = world.newProcess();
    const names = Array.from({ length: 50 }, (_none, at) => `job-${at}`).values();
    const begun = world.clock.now();
    const inTurn = Array.from({ length: 8 }, async () => {
      for (const name of names) await create(process, container, inputs(name));
    });
    await world.clock.during(Promise.all(inTurn));
    expect(routes(world).filter((request) => request.startsWith("POST"))).toHaveLength(50);
    expect(routes(world).length).toBeLessThanOrEqual(75);
    expect(world.clock.now() - begun).toBeLessThan(60 * second);
  });

  test("looks at each object at its own times where the list does not show its state", async () => {
    const stateless = filtered((items) => items.map(({ status: _status, ...rest }) => rest));
    const settings = { bootSeconds: 40 };
    using world = openVirtualWorld({ around: stateless, settings, paced: false });
    const process = world.newProcess();
    const names = ["a", "b", "c", "d", "e", "f"];
    const all = names.map(async (name, at) => {
      await world.clock.sleep(at * 1700);
      return create(process, container, inputs(name));
    });
    await world.clock.during(Promise.all(all));
    const gets = names.map(
      (name) => routes(world).filter((route) => route === `GET /api/v1/instances/${name}`).length,
    );
    expect(Math.max(...gets)).toBeLessThanOrEqual(11);
  });

  test("A09 lagging-list: what is not shown for 20 s after its creation is waited for", async () => {
    const lag = 20 * second;
    let createdAt = Number.POSITIVE_INFINITY;
    using world = openVirtualWorld({
      around: (platform, clock) => {
        const lagging = filtered((items, now) => (now < createdAt + lag ? [] : items));
        const inner = lagging(platform, clock);
        return {
          async send(request) {
            const response = await inner.send(request);
            if (request.method === "POST") createdAt = clock.now();
            return response;
          },
          close: () => inner.close(),
        };
      },
    });
    const process = world.newProcess();
    const start = world.clock.now();
    const { id, state } = await world.clock.during(create(process, container, inputs("web")));
    expect({ id, status: state["status"] }).toEqual({ id: "web", status: "running" });
    expect(world.clock.now() - start).toBeGreaterThan(lag);
    expect(world.platform.snapshot().container).toHaveLength(1);
    // No request for this object alone: nothing but the create and lists.
    const [taken, post, ...looks] = routes(world);
    expect(taken).toBe("GET /api/v1/instances");
    expect(post).toBe("POST /api/v1/instances");
    expect(new Set(looks)).toEqual(new Set(["GET /api/v1/instances"]));
  });
});

test("forwards of one container are created one after the other, those of others side by side", async () => {
  const open = new Map<string, number>();
  let together = 0;
  const most = new Map<string, number>();
  using world = openVirtualWorld({
    paced: false,
    around: (platform) => ({
      async send(request) {
        const { method, target } = request;
        if (method !== "POST" || !target.endsWith("/ports")) return platform.send(request);
        open.set(target, (open.get(target) ?? 0) + 1);
        most.set(target, Math.max(most.get(target) ?? 0, open.get(target) ?? 0));
        together = Math.max(
          together,
          [...open.values()].reduce((sum, count) => sum + count, 0),
        );
        const response = await platform.send(request);
        open.set(target, (open.get(target) ?? 0) - 1);
        return response;
      },
      close: () => platform.close(),
    }),
  });
  const containers = await made(world, ["a", "b"]);
  const process = world.newProcess();
  const forwards = containers.flatMap(({ id, state }) =>
    [1, 2, 3].map((port) => {
      const { firstPort } = Object(state["portBlock"]);
      const ports = { publicPort: firstPort + port, targetPort: 80 };
      return create(
        process,
        portForward,
        declared({ instanceName: id, protocol: "tcp", ...ports }),
      );
    }),
  );
  await world.clock.during(Promise.all(forwards));
  expect([...most.values()]).toEqual([1, 1]);
  expect(together).toBe(2);
});
