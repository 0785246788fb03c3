import { z } from "zod";
import { publicIpv4, publicIpv6 } from "../addresses.ts";
import type { JsonObject } from "../answer.ts";
import type { Stored } from "../objects.ts";
import { defineKind, type World } from "../world.ts";
import { machineFields, statusOf } from "./machine.ts";

const Instance = z.object({
  name: z.string(),
  region: z.string(),
  plan: z.string(),
  image: z.string().nullable(),
  source: z.object({ type: z.literal("image"), image_id: z.string() }).nullable(),
  ...machineFields,
});
type Instance = z.infer<typeof Instance>;

/** Instances under `/v1` (spec 2.2). */
export const instances = defineKind<Instance>({
  kind: "instance",
  noun: "instance",
  record: Instance,
  view: viewInstance,
});

function viewInstance(instance: Stored<Instance>, world: World): JsonObject {
  const { id, name, region, plan, image, source, serial } = instance;
  const { assumptions } = world;
  const addressed = world.now >= instance.addressed_at;
  return {
    id,
    name,
    region,
    plan,
    image,
    source,
    [assumptions["fields.status"]]: statusOf(instance, world),
    [assumptions["fields.ipAddresses"]]: addressed ? [publicIpv4(serial)] : [],
    ipv6_addresses: addressed ? [publicIpv6(serial)] : [],
  };
}
