import {
  type Context,
  certificates,
  containers,
  floatingIps,
  imageOf,
  instances,
  isAddressed,
  isAnswering,
  isRunning,
  type LoadBalancer,
  loadBalancers,
  type Machine,
  portForwards,
  publicIpv4,
  sharedIpv4,
} from "../kinds/index.ts";
import type { Stored, TrafficEntry } from "../store/index.ts";
import { boundTo } from "./bindings.ts";

/** A place of the platform that takes connections, and where they lead. */
export interface Entry extends Omit<TrafficEntry, "url" | "backends"> {
  /** Id of what it belongs to: when that is gone, so are its connections. */
  readonly object: string;
  /** Ids of machines. */
  readonly backends: readonly string[];
  /** How a load balancer spreads requests, one by one. Without it each connection leads to the one backend. */
  readonly balancing?: Balancing;
  /** The certificate with which TLS ends here, and its key. */
  readonly tls?: { readonly id: string; readonly cert: string; readonly key: string };
}

export interface Balancing {
  readonly algorithm: LoadBalancer["algorithm"];
  readonly check: LoadBalancer["health_check"];
  /** Whether a new backend is used before its first check. */
  readonly isNewUsed: boolean;
}

/** How a machine takes connections. */
export interface MachineFacts {
  readonly id: string;
  readonly name: string;
  /** An image, or the id of a private one. */
  readonly image: string;
  /** `shut`: it takes no new connections, and those that it has go on; `down`: it has none. */
  readonly condition: "up" | "shut" | "down";
  /** False where no program answers on it, as after a bad release. */
  readonly isAnswering: boolean;
  /** Where the user's program that answers for it listens, like `127.0.0.1:8081`. */
  readonly bound: string | undefined;
  /** When its condition changes, or changed last. */
  readonly turn: number;
}

/** The traffic as it has to be, as long as nothing changes. */
export interface Plan {
  readonly entries: readonly Entry[];
  /** The machines that connections lead to. */
  readonly machines: readonly MachineFacts[];
  /** Ids of the load balancers, forwards and floating IPs that there are. */
  readonly objects: ReadonlySet<string>;
  /** When time alone makes another plan of it. */
  readonly until: number;
}

/** Read within a transaction; machines with connections under way are in it. */
export function planOf(context: Context, busy: readonly string[]): Plan {
  const { account, now } = context;
  const balancers = account.list(loadBalancers);
  const forwards = account.list(portForwards);
  const addresses = account.list(floatingIps);
  const active = balancers.filter(({ settled_at }) => now >= settled_at);
  const entries = [
    ...active.flatMap((balancer) => rulesOf(balancer, context)),
    // spec 2.4; it works once its machine runs (spec 8).
    ...forwards.map(({ id, instance, protocol, public_port: port, target_port }): Entry => {
      const address = sharedIpv4(account.find(containers, instance)?.host ?? 0);
      const problem = protocol === "udp" ? "only TCP is" : null;
      const named = { id, object: id, name: `${instance}:${target_port}` };
      const backends = [instance];
      return { ...named, kind: "portForward", address, port, protocol, backends, problem };
    }),
    // spec 2.8: all ports of an assigned one lead to the instance that has it.
    ...addresses.flatMap(({ id, serial, instance_id }): readonly Entry[] => {
      if (instance_id === null) return [];
      const at = { address: publicIpv4(serial), port: null, protocol: "tcp" } as const;
      const backends = [instance_id];
      return [{ id, object: id, name: id, kind: "floatingIp", ...at, backends, problem: null }];
    }),
  ];
  const ids = new Set([...busy, ...entries.flatMap(({ backends }) => backends)]);
  const machines = [...ids].flatMap((id) => factsOf(id, context) ?? []);
  const turns = [...balancers.map((one) => one.settled_at), ...machines.map(({ turn }) => turn)];
  return {
    entries,
    machines,
    objects: new Set([...balancers, ...forwards, ...addresses].map(({ id }) => id)),
    until: Math.min(...turns.filter((turn) => turn > now)),
  };
}

/** Each rule of a load balancer (spec 2.9). */
function rulesOf(balancer: Stored<LoadBalancer>, context: Context): readonly Entry[] {
  const { id, name, serial, algorithm, health_check: check } = balancer;
  const isNewUsed = context.settings.newBackendsHealthy;
  return balancer.forwarding_rules.map(
    ({ entry_port: port, entry_protocol: protocol, certificate_id }) => ({
      ...{ id: `${id}/${port}`, kind: "loadBalancer", object: id, name, problem: null },
      ...{ address: publicIpv4(serial), port, protocol },
      ...{ backends: balancer.backend_instances, balancing: { algorithm, check, isNewUsed } },
      ...(certificate_id !== undefined && tlsOf(certificate_id, context)),
    }),
  );
}

function tlsOf(id: string, { account }: Context): Pick<Entry, "tls"> | Pick<Entry, "problem"> {
  const found = account.find(certificates, id);
  if (found === undefined) return { problem: `certificate "${id}" is gone` };
  const { certificate, certificate_chain, private_key: key } = found;
  if (key === undefined) {
    const why = "was not kept: it came while traffic was off";
    return { problem: `the private key of certificate "${id}" ${why}` };
  }
  return { tls: { id, cert: `${certificate}\n${certificate_chain ?? ""}`, key } };
}

/** Undefined where there is no such machine. */
function factsOf(id: string, context: Context): MachineFacts | undefined {
  const { account } = context;
  const machine = account.find(instances, id) ?? account.find(containers, id);
  if (machine === undefined) return undefined;
  return {
    ...{ id, name: machine.name, image: imageOf(machine) ?? "", turn: machine.settled_at },
    condition: conditionOf(machine, context),
    isAnswering: isAnswering(machine, context),
    bound: boundTo(context, id),
  };
}

function conditionOf(machine: Machine, context: Context): MachineFacts["condition"] {
  if (isRunning(machine, context) && isAddressed(machine, context)) return "up";
  if (machine.state === "frozen") return "shut";
  return machine.state === "stopped" && context.now < machine.settled_at ? "shut" : "down";
}
