import { z } from "zod";
import { segmentPattern } from "../../contract/ids.ts";
import { limits } from "../../contract/limits.ts";
import { parseSize } from "../../contract/values/size.ts";
import { privateIpv4, publicIpv6 } from "../addresses.ts";
import { type Answer, created, type JsonObject, removed } from "../http/answer.ts";
import { type Call, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { references } from "../references.ts";
import type { Stored } from "../store/objects.ts";
import type { World } from "../world.ts";
import { acting, machineFields, newMachine, removeStopped, statusOf } from "./machine.ts";
import { freeBlock, type PortBlock, viewBlock } from "./port-block.ts";
import { forwardId, portForwards } from "./port-forward.ts";
import { usageOf } from "./usage.ts";

const Container = z.object({
  name: z.string(),
  type: z.literal("container"),
  image: z.string(),
  cpu_limit: z.string().nullable(),
  memory_limit: z.string().nullable(),
  profile: z.string().nullable(),
  /** First port of its block on the shared address (spec 8). */
  first_port: z.int(),
  ...machineFields,
});
type Container = z.infer<typeof Container>;

const NewContainer = z.strictObject({
  name: z.string().regex(segmentPattern, "a name is one segment of a path"),
  type: z.literal("container"),
  image: z.string().regex(/^[^/\s]+\/[^/\s]+$/, "an image is <os>/<version>"),
  cpu_limit: z
    .string()
    .regex(/^[1-9]\d*$/, "a CPU count as a string")
    .nullable()
    .default(null),
  memory_limit: z
    .string()
    .refine((size) => parseSize(size) !== undefined, "a size with its unit, like 2GiB")
    .nullable()
    .default(null),
  profile: z.string().min(1).nullable().default(null),
});

/** Instances under `/api/v1` (spec 2.1): their id is their name. */
export const containers = defineKind({
  ...references.container,
  record: Container,
  view: viewContainer,
  serve: (self) => ({
    list: listing(self),
    create: createContainer,
    get: reading(self),
    action: acting(self),
    delete: deleteContainer,
  }),
});

function viewContainer(container: Stored<Container>, world: World): JsonObject {
  const { name, type, image, cpu_limit, memory_limit, profile, serial } = container;
  const { assumptions } = world;
  const addressed = world.now >= container.addressed_at;
  return {
    name,
    type,
    image,
    cpu_limit,
    memory_limit,
    profile,
    [assumptions["fields.status"]]: statusOf(container, world),
    [assumptions["fields.ipAddresses"]]: addressed ? [privateIpv4(serial)] : [],
    ipv6_addresses: addressed ? [publicIpv6(serial)] : [],
    [assumptions["fields.portBlock"]]: viewBlock(container),
    resource_usage: usageOf(container, world),
  };
}

function createContainer({ world, body }: Call): Answer {
  const given = body(NewContainer, "instance was not created");
  // The name is the id, so it is unique in the account whatever is assumed about names.
  if (world.account.find(containers, given.name) !== undefined) {
    throw world.refusal("conflict", `instance "${given.name}" exists already`);
  }
  const record = { ...given, ...newMachine(world), first_port: freeBlock(world, containers) };
  const container = world.objects.insert(containers, record, given.name);
  openBlock(world, container);
  return created(containers.view(container, world));
}

function deleteContainer(call: Call): Answer {
  releaseBlock(call.world, removeStopped(containers, call).id);
  return removed;
}

/** Forwards the block's first port to SSH, as the platform does by itself (spec 8). */
function openBlock(
  { objects }: World,
  { name, first_port }: PortBlock & { readonly name: string },
): void {
  const forward = {
    instance: name,
    protocol: "tcp" as const,
    public_port: first_port,
    target_port: limits.sshPort,
    description: "SSH",
  };
  objects.insert(portForwards, forward, forwardId(name, "tcp", first_port));
}

/** Removes the forwards of a deleted container. */
function releaseBlock({ account: objects }: World, container: string): void {
  for (const { id } of objects.where(portForwards, "instance", container)) {
    objects.remove(portForwards, id);
  }
}
