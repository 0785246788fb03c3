import { endpoints } from "../contract/endpoints.ts";
import type { Json } from "../contract/naming.ts";
import type { Props } from "../provider/definition/session.ts";
import type { Context } from "../provider/lifecycle/operation/context.ts";
import { create } from "../provider/lifecycle/operations/create.ts";
import { remove } from "../provider/lifecycle/operations/delete.ts";
import { read } from "../provider/lifecycle/operations/read.ts";
import { container } from "../resources/compute/container.ts";
import { declared } from "../test/support/session.ts";
import { openVirtualWorld, type VirtualWorld } from "../test/support/virtual-world.ts";

/** What an operation on many containers took. */
export interface Cost {
  readonly requests: number;
  /** Seconds of virtual time until the last container was done. */
  readonly seconds: number;
}

type Counted = "up" | "refresh" | "destroy";

/** Something done to one container by a process. */
type Work = (process: Context, name: string, state: Props) => Promise<unknown>;

const bootSeconds = 30;
const stopSeconds = 10;
const pollMilliseconds = 2_000;
const minuteMilliseconds = 60_000;
/** Nothing that is counted here takes a day. */
const dayMilliseconds = 86_400_000;
const inputs = { type: "container", image: "debian/13" };

/** What the lifecycle does, and what a client does that looks after each container by itself. */
const works: Readonly<Record<Counted, Readonly<Record<"ours" | "alone", Work>>>> = {
  up: {
    ours: (process, name) => create(process, container, declared({ ...inputs, name }, name)),
    alone: async (process, name) => {
      await send(process, "create", name, { ...inputs, name });
      await poll(process, name, "running");
    },
  },
  refresh: {
    ours: (process, id, props) => read(process, container, { id, props }),
    alone: (process, name) => send(process, "get", name),
  },
  destroy: {
    ours: (process, id, state) => remove(process, container, { id, state }),
    alone: async (process, name) => {
      await send(process, "action", name, { action: "stop" });
      await poll(process, name, "stopped");
      await send(process, "delete", name);
    },
  },
};

/**
 * Counts what an operation on `count` containers costs: all at once, like the engine, in virtual
 * time; ours within the limit of an account (spec 8). They boot for 30 s and stop for 10 s.
 */
export async function costOf(counted: Counted, side: "ours" | "alone", count: number) {
  const paced = side === "ours";
  using world = openVirtualWorld({ settings: { bootSeconds, stopSeconds }, paced });
  const names = Array.from({ length: count }, (_none, at) => `job-${at}`);
  const states = counted === "up" ? [] : await madeBefore(world, names);
  const before = world.platform.requests().length;
  const startedAt = world.clock.now();
  const process = world.newProcess();
  const work = works[counted][side];
  const ends = names.map(async (name, at) => {
    await work(process, name, states[at] ?? {});
    return world.clock.now();
  });
  const doneAt = Math.max(...(await world.clock.during(Promise.all(ends))));
  const requests = world.platform.requests().length - before;
  return { requests, seconds: (doneAt - startedAt) / 1000 } satisfies Cost;
}

/** States of containers that an earlier process made, long enough ago to leave no trace. */
async function madeBefore(
  world: VirtualWorld,
  names: readonly string[],
): Promise<readonly Props[]> {
  const process = world.newProcess();
  const made = names.map((name) => create(process, container, declared({ ...inputs, name }, name)));
  const stored = await world.clock.during(Promise.all(made));
  await world.clock.runUntil(world.clock.now() + 2 * minuteMilliseconds);
  return stored.map(({ state }) => state);
}

async function poll(process: Context, name: string, wanted: string): Promise<void> {
  for (;;) {
    await process.clock.sleep(pollMilliseconds);
    const seen = await send(process, "get", name);
    if (Object(seen)["status"] === wanted) return;
  }
}

function send(
  { api, clock }: Context,
  verb: keyof typeof endpoints.container,
  name: string,
  body?: Json,
): Promise<Json> {
  const endpoint = endpoints.container[verb];
  const params = endpoint.path.includes("{") ? { name } : {};
  const deadline = clock.now() + dayMilliseconds;
  return api.call(endpoint, { params, deadline, ...(body === undefined ? {} : { body }) });
}
