import { z } from "zod";
import { privateIpv4, publicIpv6 } from "../addresses.ts";
import type { JsonObject } from "../answer.ts";
import type { Stored } from "../objects.ts";
import { defineKind, type World } from "../world.ts";
import { machineFields, statusOf } from "./machine.ts";
import { viewBlock } from "./port-block.ts";
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

/** Instances under `/api/v1` (spec 2.1): their id is their name. */
export const containers = defineKind<Container>({
  kind: "container",
  noun: "instance",
  record: Container,
  view: viewContainer,
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
