import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { limits } from "../../contract/limits.ts";
import { toWire } from "../../contract/naming.ts";
import { isSameInAnyCase } from "../../contract/values/spelling.ts";
import {
  type CheckContext,
  defineResource,
  type IdOf,
  type Problem,
} from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type DeclaredResource,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { LookupResult, Props, Removed, Session } from "../../provider/definition/session.ts";
import type { PortForwardArgs } from "../_arguments.ts";
import { Container, portBlock } from "./container.ts";

/** Inputs of a {@link PortForward} (spec 2.4). Changing any of them replaces it: the old one is deleted first. */
export interface PortForwardInputs {
  /** Container the port leads to: its name, which is its id. */
  instanceName: IdOf<Container>;
  protocol: "tcp" | "udp";
  /** Port of the container's shared IPv4 block. */
  publicPort: number;
  /** Port inside the container, 1 to 65535; 25 only where mail is enabled (spec 7.7). */
  targetPort: number;
  description?: string;
}

/** A {@link PortForward} has no outputs besides its inputs. */
export type PortForwardOutputs = Record<never, never>;

const port = z.int().min(limits.firstPort).max(limits.lastPort);
const replaces = { on: "replace" } as const;
/** A forward has no id (spec 4.1). */
const idForm = "{instanceName}/{protocol}/{publicPort}";

export const portForward = defineResource<PortForwardInputs, PortForwardOutputs>()({
  type: "compute:PortForward",
  kind: "portForward",
  noun: "port forward",
  links: { instanceName: "forward" },
  inputs: z.object({
    instanceName: z.string().min(1),
    protocol: z.enum(["tcp", "udp"]),
    publicPort: port,
    targetPort: port,
    description: z.string().exactOptional(),
  }),
  outputs: z.object({}),
  changes: {
    instanceName: replaces,
    protocol: { ...replaces, respelled: isSameInAnyCase },
    publicPort: replaces,
    targetPort: replaces,
    description: { ...replaces, isWord: true },
  },
  expendable: true,
  gaps: ["Fields of a listed forward (spec 4 note 1).", "A way to change a forward (spec 4.1)."],
  validate,
  hiddenInputs: ["__portBlock"],
  create: {
    id: idForm,
    send: (session, { instanceName, ...forward }) =>
      session.call(endpoints.portForward.create, {
        params: { name: instanceName },
        body: toWire(forward),
      }),
    // spec 3: with the host of a container its block may change, which the state has as it was.
    correction:
      "Correct what it names; if the port follows from the container's portBlock, run `pulumi refresh`, then `pulumi up` again",
  },
  naturalId: idForm,
  observe: (session, { id }) => observe(session, id),
  // spec 8: the first port of the block is forwarded to port 22.
  isBuiltIn: ({ publicPort, targetPort }, holder) => {
    if (targetPort !== limits.sshPort) return false;
    const { data: block } = portBlock.safeParse(holder["portBlock"]);
    return block && publicPort === block.firstPort;
  },
  ready: () => ({ ready: true }),
  remove: (session, { id }) => remove(session, id),
});

/** A public port of a container's shared IPv4 block that leads to one of the container's ports (spec 8). */
export interface PortForward
  extends pulumi.CustomResource,
    Attributes<PortForwardInputs, PortForwardOutputs> {}

export const PortForward: ResourceClass<PortForwardArgs, PortForward> = resourceClass<
  PortForwardInputs,
  PortForwardOutputs
>()(portForward, declare);

/**
 * spec 3: the block is freed with the container, so its forwards need no separate request. With `replaceWith` the engine
 * asks no comparison for the order, and would forward the port a second time.
 */
function declare({ args, opts }: DeclaredResource): DeclaredResource {
  const { instanceName: container } = args;
  const inOrder = { deleteBeforeReplace: true, ...opts };
  if (!Container.isInstance(container)) return { args, opts: inOrder };
  const forward = { ...args, __portBlock: container.portBlock };
  return { args: forward, opts: { deletedWith: container, ...inOrder } };
}

interface ForwardKey {
  readonly instanceName: string;
  readonly protocol: string;
  readonly publicPort: number;
}

function partsOf(id: string): ForwardKey {
  const [instanceName = "", protocol = "", publicPort = ""] = id.split("/");
  return { instanceName, protocol, publicPort: Number(publicPort) };
}

function validate(
  inputs: Partial<PortForwardInputs>,
  { mailEnabled, given }: CheckContext,
): readonly Problem[] {
  const problems: Problem[] = [...blockProblems(inputs.publicPort, given["__portBlock"])];
  if (inputs.targetPort === limits.mailPort && !mailEnabled) {
    problems.push({
      property: "targetPort",
      reason:
        "targetPort 25 is refused unless support has enabled mail; then set hosting:mailEnabled to true",
    });
  }
  if (limits.webPorts.some((webPort) => webPort === inputs.publicPort)) {
    problems.push({
      property: "publicPort",
      reason: `publicPort ${inputs.publicPort} is not available on shared IPv4; use a port of the container's block`,
    });
  }
  return problems;
}

/** The block is known once the container exists (spec 8): then its limits are seen at preview. */
function blockProblems(publicPort: number | undefined, given: unknown): readonly Problem[] {
  const block = portBlock.safeParse(given);
  if (publicPort === undefined || !block.success) return [];
  const { firstPort, lastPort } = block.data;
  if (publicPort < firstPort || publicPort > lastPort) {
    return [
      {
        property: "publicPort",
        reason: `publicPort ${publicPort} is outside the container's block ${firstPort}-${lastPort}`,
      },
    ];
  }
  if (publicPort !== firstPort) return [];
  const reason = `publicPort ${publicPort} is the first of the block, which already reaches port ${limits.sshPort}`;
  return [{ severity: "warning", reason }];
}

/** A forward has no id; it is gone with its container. */
async function observe(session: Session, id: string): Promise<LookupResult> {
  const key = partsOf(id);
  const result = await session.lookUp("portForward", id, {
    isIt: (item) => isForward(item, key),
    shows: (item) => item["protocol"] !== undefined && item["public_port"] !== undefined,
  });
  if (result.outcome !== "seen") return result;
  const observed = { ...result.observed, instance_name: key.instanceName };
  return { ...result, observed };
}

function isForward(item: Props, key: ForwardKey): boolean {
  const { protocol, public_port: publicPort } = item;
  // Entries are not shown (spec 4 note 1): TCP is tcp, and "443" is 443.
  return String(protocol).toLowerCase() === key.protocol && Number(publicPort) === key.publicPort;
}

function remove(session: Session, id: string): Promise<Removed> {
  const { instanceName, protocol, publicPort } = partsOf(id);
  const request = {
    params: { name: instanceName },
    query: { protocol, public_port: publicPort },
  };
  return session.takeAway(endpoints.portForward.delete, request, () => observe(session, id));
}
