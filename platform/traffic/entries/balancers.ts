import { type Context, type LoadBalancer, loadBalancers, publicIpv4 } from "../../kinds/index.ts";
import type { Stored } from "../../store/index.ts";
import type { Entries, Entry } from "../entry.ts";
import type { Identities } from "../identities.ts";

type Rule = LoadBalancer["forwarding_rules"][number];

/** Each rule of each load balancer that is active (spec 2.9). */
export function balancerEntries(world: Context, identities: Identities): Entries {
  const all = world.account.list(loadBalancers);
  const active = all.filter((balancer) => world.now >= balancer.settled_at);
  return {
    entries: active.flatMap((balancer) =>
      balancer.forwarding_rules.map((rule) => entryOf(balancer, rule, { world, identities })),
    ),
    objects: all.map(({ id }) => id),
    turns: all.map(({ settled_at }) => settled_at),
  };
}

interface Place {
  readonly world: Context;
  readonly identities: Identities;
}

function entryOf(balancer: Stored<LoadBalancer>, rule: Rule, { world, identities }: Place): Entry {
  const { id, name, serial, algorithm, health_check, backend_instances } = balancer;
  return {
    id: `${id}/${rule.entry_port}`,
    kind: "loadBalancer",
    object: id,
    name,
    address: publicIpv4(serial),
    port: rule.entry_port,
    protocol: rule.entry_protocol,
    backends: backend_instances,
    balancing: {
      algorithm,
      check: health_check,
      isNewUsed: world.settings.newBackendsHealthy,
    },
    ...wayOf(rule, (certificate) => identities.of(world, certificate)),
  };
}

type Way = Pick<Entry, "secure" | "isByRequest" | "problem">;

/** An https entry ends TLS here, with its certificate; backends are spoken to in plain http (spec 2.9). */
function wayOf(
  { certificate_id }: Rule,
  identityOf: (certificate: string) => Pick<Entry, "secure" | "problem">,
): Way {
  const identity = certificate_id === undefined ? {} : identityOf(certificate_id);
  return { isByRequest: true, ...identity };
}
