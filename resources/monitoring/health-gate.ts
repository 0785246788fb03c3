import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import type { Json } from "../../contract/naming.ts";
import { defineResource, type IdOf, type Problem } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { Props, Session } from "../../provider/definition/session.ts";
import { HostingError } from "../../provider/errors.ts";
import type { HealthGateArgs } from "../_arguments.ts";
import type { Container } from "../compute/container.ts";
import type { Instance } from "../compute/instance.ts";
import type { Server } from "../compute/server.ts";
import type { LoadBalancer } from "../network/load-balancer.ts";

/** Inputs of a {@link HealthGate}. Changing any of them probes again. */
export interface HealthGateInputs {
  /** The machine to probe (`inst_…`). */
  instanceId: IdOf<Instance | Container | Server | LoadBalancer>;
  /** IP address that is connected to, from the machine that runs Pulumi. */
  address: string;
  /** The request, and how often it is sent. */
  probe: HealthProbe;
  /** Seconds it waits when the instance or a trigger it had is replaced or left out, so that connections to that can end; 0 unless given. */
  drainSeconds?: number;
  /** Values whose change probes again, e.g. the backends of the load balancer in front. */
  triggers?: string[];
}

/** A question that a healthy program answers. */
export interface HealthProbe {
  /** `http` wants a status below 400, `tcp` a connection. */
  protocol: "http" | "tcp";
  /** Port the program listens on. */
  port: number;
  /** Path that is asked for over http; `/` unless given. */
  path?: string;
  /** Seconds between probes; 2 unless given. */
  interval?: number;
  /** Seconds a probe may take; 5 unless given. */
  timeout?: number;
  /** Probes before it gives up; 30 unless given. */
  attempts?: number;
}

/** Outputs of a {@link HealthGate}. */
export interface HealthGateOutputs {
  /** When it was found healthy (RFC 3339). */
  checkedAt: string;
}

const updates = { on: "update" } as const;
/** Some machines have private addresses alone, or none that an answer shows. */
const noAddress =
  "there is none, because the platform shows no address of the machine; leave the gate out (of a group, its healthProbe), or make the machine where it gets an address";
const seconds = z.number().min(0);

export const healthGate = defineResource<HealthGateInputs, HealthGateOutputs>()({
  type: "monitoring:HealthGate",
  kind: "healthGate",
  noun: "health gate",
  links: { instanceId: "probes" },
  inputs: z.object({
    instanceId: z.string().min(1),
    address: z.union([z.ipv4(), z.ipv6()], {
      error: ({ input }) =>
        input === undefined || input === "" ? noAddress : "must be an IP address",
    }),
    probe: z.strictObject({
      protocol: z.enum(["http", "tcp"]),
      port: z.int().min(limits.firstPort).max(limits.lastPort),
      path: z.string().startsWith("/").exactOptional(),
      interval: seconds.exactOptional(),
      timeout: z.number().positive().exactOptional(),
      attempts: z.int().min(1).exactOptional(),
    }),
    drainSeconds: seconds.exactOptional(),
    triggers: z.array(z.string()).exactOptional(),
  }),
  outputs: z.object({ checkedAt: z.string() }),
  changes: {
    instanceId: updates,
    address: updates,
    probe: updates,
    drainSeconds: updates,
    triggers: updates,
  },
  gaps: ["Whether the platform's own health checks can be read (spec 2.9)."],
  validate: (_inputs, { given }) => (given["adopt"] === undefined ? [] : [nothingToAdopt]),
  create: { id: "gate_{random}", send: waitUntilHealthy },
  // It is nothing on the platform, so a refresh finds it as it is.
  observe: async () => ({ outcome: "seen", observed: {} }),
  update: async (session, { inputs, state }) => {
    const answer = await waitUntilHealthy(session, inputs);
    const { drainSeconds = 0 } = inputs;
    if (drainSeconds > 0 && losesSomething(state, inputs)) {
      await drain(session, drainSeconds);
    }
    return answer;
  },
  ready: () => ({ ready: true }),
  remove: async () => "gone",
});

/**
 * Waits until a program answers. Resources that depend on the gate are not changed before that, and
 * never if the program stays silent: a roll-out stops there while the old machines still serve.
 */
export interface HealthGate
  extends pulumi.CustomResource,
    Attributes<HealthGateInputs, HealthGateOutputs> {}

export const HealthGate: ResourceClass<HealthGateArgs, HealthGate> = resourceClass<
  HealthGateInputs,
  HealthGateOutputs
>()(healthGate);

/** True when something that was behind the gate is no more. */
function losesSomething(state: Props, { instanceId, triggers = [] }: HealthGateInputs): boolean {
  const before = [state["instanceId"], state["triggers"]].flat();
  const now: readonly unknown[] = [instanceId, ...triggers];
  return before.some((value) => value !== undefined && !now.includes(value));
}

const nothingToAdopt: Problem = {
  property: "adopt",
  reason: "adopt is not for health gates: a gate is nothing on the platform",
};

/** @throws HostingError `failed` after the last probe. */
async function waitUntilHealthy(session: Session, inputs: HealthGateInputs): Promise<Json> {
  const { instanceId, address, probe } = inputs;
  const { protocol, port, path = "/", interval = 2, timeout = 5, attempts = 30 } = probe;
  const target = { instanceId, address, protocol, port, path, timeoutMilliseconds: timeout * 1000 };
  for (let attempt = 1; ; attempt += 1) {
    const result = await session.probe(target);
    if (result.healthy) return { checked_at: new Date(session.now()).toISOString() };
    if (attempt >= attempts) throw stayedSilent(session.subject, inputs, result.reason);
    const state = `not healthy yet: ${result.reason}`;
    await session.pause(interval * 1000, `${instanceId} to be healthy (${result.reason})`, state);
  }
}

/** Says at once how long it takes: nothing else tells why nothing happens. */
async function drain(session: Session, drainSeconds: number): Promise<void> {
  const state = `draining for ${drainSeconds} s`;
  session.show(state);
  await session.pause(drainSeconds * 1000, "connections to replaced instances to end", state);
}

function stayedSilent(
  subject: string,
  { instanceId, address, probe }: HealthGateInputs,
  reason: string,
): HostingError {
  const { protocol, port, attempts = 30 } = probe;
  return new HostingError(
    "failed",
    `${subject} did not open: ${instanceId} at ${address} failed ${attempts} ${protocol} probes of port ${port}: ${reason}, so nothing that waits for it was changed. Repair the program or undo the change, then run \`pulumi up\`.`,
  );
}
