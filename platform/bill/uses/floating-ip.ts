import { publicIpv4 } from "../../addresses.ts";
import { floatingIps } from "../../kinds/floating-ip.ts";
import { instances } from "../../kinds/instance.ts";
import type { Span } from "../../store/periods.ts";
import type { Metered, Use } from "./use.ts";

/** spec 8: free while assigned to a running instance, so the rest of the time is what costs. */
export function floatingIpUses(metered: Metered): Use[] {
  const { world, periods, span } = metered;
  const running = runningSpans(metered);
  const isFreeAtRest = world.choice("bill.floatingIps") === "free";
  return periods.of(floatingIps, span).flatMap((period) => {
    const { id, serial, project, record } = period;
    const { instance_id: instance } = record;
    const free = instance === null ? [] : isFreeAtRest ? [period] : (running.get(instance) ?? []);
    const use = { id, name: publicIpv4(serial), project, size: 1n };
    return without(period, free).map((rest) => ({ ...use, ...rest }));
  });
}

/** When each instance ran, in order: neither booting nor at rest. */
function runningSpans({ periods, span }: Metered): ReadonlyMap<string, readonly Span[]> {
  const spans = periods.of(instances, span).flatMap(({ id, record, from, until }) => {
    const since = Math.max(from, record.settled_at);
    return record.state === "running" && since < until ? [{ id, from: since, until }] : [];
  });
  return Map.groupBy(spans, ({ id }) => id);
}

/** What is left of a span without others, which are in order. */
function without({ from, until }: Span, others: readonly Span[]): Span[] {
  const left: Span[] = [];
  let start = from;
  for (const other of others) {
    const end = Math.min(other.from, until);
    if (end > start) left.push({ from: start, until: end });
    start = Math.max(start, other.until);
  }
  if (start < until) left.push({ from: start, until });
  return left;
}
