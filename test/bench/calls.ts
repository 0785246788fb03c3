import { endpoints } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import type { Props } from "../../provider/definition/session.ts";
import type { Transport } from "../../provider/http/transport/transport.ts";
import { create } from "../../provider/lifecycle/create/create.ts";
import { remove } from "../../provider/lifecycle/delete/delete.ts";
import { fillName } from "../../provider/lifecycle/identity/name.ts";
import type { Context } from "../../provider/lifecycle/operation/context.ts";
import { read } from "../../provider/lifecycle/read.ts";
import { container } from "../../resources/compute/container.ts";
import { declared } from "../support/session.ts";
import { openVirtualWorld, type VirtualWorld } from "../support/virtual-world.ts";

/** The cost of an operation on many containers. */
export interface Cost {
  readonly requests: number;
  /** Seconds of virtual time until the last container was done. */
  readonly seconds: number;
}

/** How many containers there are, and what else makes a difference. */
export interface Load {
  readonly count: number;
  /** How many the engine works on at a time; all of them unless given. */
  readonly parallel?: number;
  /** Who named them; the user unless given. */
  readonly names?: "own" | "generated";
  /** Whether entries of lists have addresses, as they do unless given; a GET of one always does. */
  readonly addresses?: "in lists" | "not in lists";
  /** Whether the limit of an account is kept; for ours it is unless given. */
  readonly paced?: boolean;
  /** Containers in a page of the list; the whole list unless given. */
  readonly pageLength?: number;
}

export type Counted = "up" | "refresh" | "destroy";

/** Something done to one container by a process. */
type Work = (process: Context, name: string, known: Props) => Promise<unknown>;

const bootSeconds = 30;
const stopSeconds = 10;
const pollMilliseconds = 2_000;
const minuteMilliseconds = 60_000;
/** Nothing that is counted here takes a day. */
const dayMilliseconds = 86_400_000;
const inputs = { type: "container", image: "debian/13" };

/** The lifecycle, and a client that looks after each container separately. */
const works: Readonly<Record<Counted, Readonly<Record<"ours" | "alone", Work>>>> = {
  up: {
    ours: (process, _name, given) => create(process, container, given),
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
 * Counts what an operation on many containers costs in virtual time; ours within the limit of an
 * account (spec 8). They boot for 30 s and stop for 10 s.
 */
export async function costOf(counted: Counted, side: "ours" | "alone", load: Load): Promise<Cost> {
  const { count, parallel = count, addresses, paced = side === "ours" } = load;
  const around = addresses === "not in lists" ? withoutAddresses : undefined;
  const settings = { bootSeconds, stopSeconds, pageLength: load.pageLength ?? null };
  using world = openVirtualWorld({ settings, paced, ...(around && { around }) });
  const names = Array.from({ length: count }, (_none, at) => `job-${at}`);
  const known =
    counted === "up"
      ? names.map((name) => inputsOf(name, load.names))
      : await madeBefore(world, names);
  const before = world.platform.requests().length;
  const startedAt = world.clock.now();
  const process = world.newProcess();
  const work = works[counted][side];
  const queue = names.entries();
  const workers = Array.from({ length: parallel }, async () => {
    for (const [at, name] of queue) await work(process, name, known[at] ?? {});
    return world.clock.now();
  });
  const doneAt = Math.max(...(await world.clock.during(Promise.all(workers))));
  const requests = world.platform.requests().length - before;
  return { requests, seconds: (doneAt - startedAt) / 1000 };
}

/** The same of ours, with how many windows of the limit it takes: one where nothing waits for the limit. */
export async function costInWindows(
  counted: Counted,
  load: Load,
): Promise<Cost & { readonly windows: number }> {
  const cost = await costOf(counted, "ours", load);
  const unlimited = await costOf(counted, "ours", { ...load, paced: false });
  const windows = 1 + Math.ceil(Math.round(cost.seconds - unlimited.seconds) / 60);
  return { ...cost, windows };
}

function inputsOf(logicalName: string, names: Load["names"]): Props {
  if (names !== "generated") return declared({ ...inputs, name: logicalName }, logicalName);
  return fillName(container, declared(inputs, logicalName), { oldInputs: {} });
}

/** The platform with lists whose entries do not show addresses. */
function withoutAddresses(platform: Transport): Transport {
  return {
    async send(request) {
      const answer = await platform.send(request);
      const isList = request.method === "GET" && request.target === listTarget;
      return isList ? { ...answer, body: JSON.stringify(JSON.parse(answer.body, bare)) } : answer;
    },
    close: () => platform.close(),
  };
}

const listTarget = `${endpoints.container.list.prefix}${endpoints.container.list.path}`;

function bare(key: string, value: unknown): unknown {
  return ["ip_addresses", "ipv6_addresses"].includes(key) ? undefined : value;
}

/** States of containers that an earlier process made, long enough ago to leave no trace. */
async function madeBefore(
  world: VirtualWorld,
  names: readonly string[],
): Promise<readonly Props[]> {
  const process = world.newProcess();
  const made = names.map((name) => create(process, container, inputsOf(name, "own")));
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
