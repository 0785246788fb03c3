import { publicIpv4 } from "../../addresses.ts";
import { wholeCheck } from "../../kinds/balancer-rules.ts";
import { type LoadBalancer, loadBalancers } from "../../kinds/load-balancer.ts";
import type { Stored } from "../../store/objects.ts";
import type { World } from "../../world.ts";
import type { Entries, Entry } from "../entry.ts";
import type { Identities } from "../identities.ts";

type Rule = LoadBalancer["forwarding_rules"][number];

/** Each rule of each load balancer that is active (spec 2.9). */
export function balancerEntries(world: World, identities: Identities): Entries {
  const all = world.account.list(loadBalancers);
  const active = all.filter(
    (balancer) => world.around(loadBalancers, balancer).now >= balancer.settled_at,
  );
  return {
    entries: active.flatMap((balancer) =>
      balancer.forwarding_rules.map((rule) => entryOf(balancer, rule, { world, identities })),
    ),
    objects: all.map(({ id }) => id),
    turns: all.map(({ settled_at }) => settled_at),
  };
}

interface Place {
  readonly world: World;
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
      check: wholeCheck(health_check),
      isNewUsed: world.choice("loadBalancers.newBackends") === "used",
    },
    ...wayOf(rule, (certificate) => identities.of(world, certificate)),
  };
}

type Way = Pick<Entry, "secure" | "isByRequest" | "isTargetSecure" | "problem">;

/** Which protocols are ended here, and which are passed on as they come. */
function wayOf(
  { entry_protocol: entry, target_protocol: target, certificate_id }: Rule,
  identityOf: (certificate: string) => Pick<Entry, "secure" | "problem">,
): Way {
  if (entry === "tcp") return { isByRequest: false, isTargetSecure: false };
  const isByRequest = target !== "tcp";
  const isTargetSecure = target === "https";
  if (entry === "http") return { isByRequest, isTargetSecure };
  if (certificate_id !== undefined) {
    return { isByRequest, isTargetSecure, ...identityOf(certificate_id) };
  }
  // Without a certificate TLS can only end at the backend.
  if (isTargetSecure) return { isByRequest: false, isTargetSecure: false };
  return { isByRequest, isTargetSecure, problem: "it is https without a certificate" };
}
