import type { Context } from "../kinds/index.ts";
import { balancerEntries } from "./entries/balancers.ts";
import { floatingIpEntries } from "./entries/floating-ips.ts";
import { forwardEntries } from "./entries/forwards.ts";
import type { Entry } from "./entry.ts";
import type { Identities } from "./identities.ts";
import { type MachineFacts, machineFacts } from "./machine-facts.ts";

/** What a world's traffic is to be, as long as nothing changes. */
export interface Plan {
  /** By their ids. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The machines that connections lead to, or may, by their ids. */
  readonly machines: ReadonlyMap<string, MachineFacts>;
  /** Ids of the load balancers, forwards and floating IPs that there are. */
  readonly objects: ReadonlySet<string>;
  /** When time alone makes another plan of it. */
  readonly until: number;
}

/** What the next plan depends on besides the world. */
interface Before {
  readonly identities: Identities;
  /** Ids of machines with connections under way: these go on when no entry leads there any more. */
  readonly busy: readonly string[];
}

/** Reads what is to be carried, within a transaction. */
export function planOf(world: Context, { identities, busy }: Before): Plan {
  const parts = [
    balancerEntries(world, identities),
    forwardEntries(world),
    floatingIpEntries(world),
  ];
  const entries = parts.flatMap((part) => part.entries);
  const ids = new Set([...busy, ...entries.flatMap(({ backends }) => backends)]);
  const machines = [...ids].flatMap((id) => machineFacts(world, id) ?? []);
  const turns = [...parts.flatMap((part) => part.turns), ...machines.map(({ turn }) => turn)];
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    machines: new Map(machines.map((machine) => [machine.id, machine])),
    objects: new Set(parts.flatMap((part) => part.objects)),
    until: Math.min(...turns.filter((turn) => turn > world.now)),
  };
}
