import { z } from "zod";
import { limits } from "../../provider/contract/limits.ts";
import { privateIpv4, publicIpv6, sharedIpv4 } from "../addresses.ts";
import type { JsonObject } from "../answer.ts";
import type { Stored } from "../objects.ts";
import { defineKind, type World } from "../world.ts";
import { machineFields, statusOf } from "./machine.ts";

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

/** The last port of a container's block. */
export function lastPort({ first_port }: Pick<Container, "first_port">): number {
  return first_port + limits.portBlockSize - 1;
}

function viewContainer(container: Stored<Container>, world: World): JsonObject {
  const { name, type, image, cpu_limit, memory_limit, profile, serial } = container;
  const { assumptions } = world;
  const addressed = world.now >= container.addressed_at;
  const block = {
    address: sharedIpv4,
    first_port: container.first_port,
    last_port: lastPort(container),
  };
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
    [assumptions["fields.portBlock"]]: block,
    resource_usage: usage(container, world),
  };
}

/** The spec names resource usage but no field or unit of it (spec 2.1); nothing runs here to measure. */
function usage({ state, settled_at }: Container, { now }: World): JsonObject {
  const working = state === "running" && now >= settled_at;
  return { cpu_percent: working ? 1 : 0, memory_percent: working ? 10 : 0, disk_percent: 5 };
}
