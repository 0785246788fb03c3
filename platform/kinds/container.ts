import { z } from "zod";
import { segmentPattern } from "../../contract/ids.ts";
import { limits } from "../../contract/limits.ts";
import { parseSize } from "../../contract/values/size.ts";
import { type JsonObject, type PortBlock, type Stored, shape } from "../store/index.ts";
import { privateIpv4 } from "./common/addresses.ts";
import { type Answer, created, removed } from "./common/answer.ts";
import type { Context } from "./common/context.ts";
import { type Call, listing, reading, serveKind } from "./common/kind.ts";
import {
  acting,
  ipv6Of,
  isAddressed,
  type Machine,
  newMachine,
  removeStopped,
  statusOf,
} from "./common/machine.ts";
import { takeBlock, viewBlock } from "./common/port-block.ts";
import { references } from "./common/references.ts";
import { usageOf } from "./common/usage.ts";
import { forwardId, forwardsOf, portForwards } from "./port-forward.ts";

type Container = z.output<typeof NewContainer> & PortBlock & Machine;

const NewContainer = z.strictObject({
  name: z.string().regex(segmentPattern, "a name is one segment of a path"),
  // spec 2.1 gives one kind
  type: z.literal("container", 'there are only instances of type "container"'),
  image: z.string().regex(/^[^/\s]+\/[^/\s]+$/, "an image is <os>/<version>"),
  cpu_limit: z
    .string()
    .regex(/^[1-9]\d*$/, "a CPU count as a string")
    .nullable()
    .default(null),
  memory_limit: z
    .string()
    .refine((size) => (parseSize(size) ?? 0n) > 0n, "a size with its unit, like 2GiB")
    .nullable()
    .default(null),
  // any profile: the spec names one and says of no other that there is none
  profile: z.string().min(1).nullable().default(null),
});

/** Instances under `/api/v1` (spec 2.1): their id is their name. */
export const containers = serveKind({
  ...references.container,
  spec: "2.1",
  record: shape<Container>(),
  view: viewContainer,
  serve: (self) => ({
    list: listing(self),
    create: createContainer,
    get: reading(self),
    action: acting(self),
    delete: deleteContainer,
  }),
});

function viewContainer(container: Stored<Container>, context: Context): JsonObject {
  const { name, type, image, cpu_limit, memory_limit, profile, serial } = container;
  const { assumptions } = context;
  return {
    ...{ name, type, image, cpu_limit, memory_limit, profile },
    [assumptions["fields.status"]]: statusOf(container, context),
    [assumptions["fields.ipAddresses"]]: isAddressed(container, context)
      ? [privateIpv4(serial)]
      : [],
    ipv6_addresses: ipv6Of(container, context),
    [assumptions["fields.portBlock"]]: viewBlock(container),
    resource_usage: usageOf(container, context),
  };
}

function createContainer({ context, body }: Call): Answer {
  const given = body(NewContainer, "instance was not created");
  // The name is the id, so it is unique in the account whatever is assumed about names.
  if (context.account.find(containers, given.name) !== undefined) {
    const rule = "2.1: the name is the path of an instance";
    throw context.refusal("conflict", rule, `instance "${given.name}" exists already`);
  }
  const block = takeBlock(context, containers.noun);
  const record = { ...given, ...newMachine(context), ...block };
  const container = context.objects.insert(containers, record, given.name);
  openBlock(context, container);
  return created(containers.view(container, context));
}

function deleteContainer(call: Call): Answer {
  const { context } = call;
  const container = removeStopped(containers, call);
  context.blocks.release(container);
  for (const forward of forwardsOf(context, container.id)) {
    context.account.remove(portForwards, forward.id);
  }
  return removed;
}

/** Forwards the block's first port to SSH, as the platform does by itself (spec 8). */
function openBlock({ objects }: Context, { name, first_port }: Container): void {
  const forward = {
    instance: name,
    protocol: "tcp" as const,
    public_port: first_port,
    target_port: limits.sshPort,
    description: "SSH",
  };
  objects.insert(portForwards, forward, forwardId(name, "tcp", first_port));
}
