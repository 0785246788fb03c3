import type { LoggedRequest, Snapshot } from "../../platform/index.ts";
import type { TestStack } from "./stack.ts";

/** One answered request, and the backends that served when it was answered. */
export interface Moment {
  readonly request: string;
  /** The platform's time, RFC 3339. */
  readonly time: string;
  /** Backends of each load balancer there is, by its id. */
  readonly balancers: Readonly<Record<string, readonly string[]>>;
  /** Instances that were stopped or deleted so far. */
  readonly down: readonly string[];
}

/** The embedded platform before and after a change of an app. */
interface Change {
  readonly before: Snapshot;
  readonly log: readonly LoggedRequest[];
  readonly after: Snapshot;
}

/** Runs a change and reads from the platform's log what served while it ran. */
export async function watch(
  stack: TestStack,
  change: () => Promise<unknown>,
): Promise<readonly Moment[]> {
  const before = stack.platform.snapshot();
  const last = stack.platform.requests().at(-1)?.seq ?? 0;
  await change();
  const log = stack.platform.requests().filter(({ seq }) => seq > last);
  return momentsOf({ before, log, after: stack.platform.snapshot() });
}

/** Requests that change something, and what served at each of them, read from the platform's log. */
function momentsOf({ before, log, after }: Change): readonly Moment[] {
  const balancers = backendsOf(before);
  const down: string[] = [];
  const writes = log.filter(({ method, status }) => method !== "GET" && status < 400);
  return writes.map(({ method, path, time }) => {
    const [, , kind = "", id = ""] = path.split("/");
    const request = `${method} ${path}`;
    if (kind === "load-balancers") switchTo(balancers, { method, id, after: backendsOf(after) });
    if (kind === "instances" && id !== "") down.push(id);
    return { request, time, balancers: { ...balancers }, down: [...down] };
  });
}

/** Fewest backends that any load balancer led to at any moment; one that is down does not count. */
export function fewestServing(moments: readonly Moment[]): number {
  const counts = moments.flatMap(({ balancers, down }) =>
    Object.values(balancers).map((ids) => ids.filter((id) => !down.includes(id)).length),
  );
  return Math.min(...counts);
}

/** Backends that were stopped or deleted while a load balancer led to them. */
export function brokenBackends(moments: readonly Moment[]): readonly string[] {
  return moments.flatMap(({ balancers, down }) =>
    Object.values(balancers).flatMap((ids) => ids.filter((id) => down.includes(id))),
  );
}

/** A log does not hold bodies; a balancer is written once in a change, so what it has in the end is what it got. */
function switchTo(
  balancers: Record<string, readonly string[]>,
  { method, id, after }: { method: string; id: string; after: Record<string, readonly string[]> },
): void {
  if (method === "DELETE") delete balancers[id];
  if (method === "PATCH") balancers[id] = after[id] ?? [];
  if (method === "POST") Object.assign(balancers, { ...after, ...balancers });
}

function backendsOf({ loadBalancer }: Snapshot): Record<string, readonly string[]> {
  const entries = loadBalancer.map(({ id, backend_instances }) => [id, backend_instances]);
  return Object.fromEntries(entries);
}
