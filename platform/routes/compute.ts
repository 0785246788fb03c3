import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { idPrefixes, segmentPattern } from "../../contract/ids.ts";
import { findRoute } from "../../contract/routes.ts";
import { parseSize } from "../../contract/values/size.ts";
import { type Answer, created, removed } from "../answer.ts";
import { containers } from "../kinds/container.ts";
import { floatingIps } from "../kinds/floating-ip.ts";
import { images, unusable } from "../kinds/image.ts";
import { instances } from "../kinds/instance.ts";
import { loadBalancers } from "../kinds/load-balancer.ts";
import { newMachine } from "../kinds/machine.ts";
import { volumes } from "../kinds/volume.ts";
import { type Call, listing, type Route, reading, route } from "../route.ts";
import { refuseTakenName, type World } from "../world.ts";
import { acting, removeStopped } from "./machines.ts";
import { freeBlock, openBlock, releaseBlock } from "./ports.ts";

const Container = z.strictObject({
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

const Instance = z
  .strictObject({
    name: z.string().min(1),
    region: z.string().min(1),
    plan: z.string().min(1),
    image: z.string().min(1).nullable().default(null),
    source: z
      .strictObject({
        type: z.literal("image"),
        image_id: z.string().startsWith(idPrefixes.image ?? ""),
      })
      .nullable()
      .default(null),
  })
  .refine(({ image, source }) => (image === null) !== (source === null), {
    error: "exactly one of image and source is required",
    path: ["image"],
  });

/** Instances of both prefixes (spec 2.1, 2.2). */
export function computeRoutes(assumptions: Assumptions): readonly Route[] {
  const { container, instance } = endpoints;
  return [
    ...route(container.list, listing(containers)),
    ...route(container.create, createContainer),
    ...route(container.get, reading(containers)),
    ...route(container.action, acting(containers)),
    ...route(container.delete, deleteContainer),
    ...route(instance.list, listing(instances)),
    ...route(instance.create, createInstance),
    ...route(findRoute("instance", "get", assumptions), reading(instances)),
    ...route(findRoute("instance", "action", assumptions), acting(instances)),
    ...route(findRoute("instance", "delete", assumptions), deleteInstance),
  ];
}

function createContainer({ world, body }: Call): Answer {
  const given = body(Container, "instance was not created");
  // The name is the id, so it is unique whatever is assumed about names.
  if (world.objects.find(containers, given.name) !== undefined) {
    throw world.refusal("conflict", `instance "${given.name}" was not created: it exists already`);
  }
  const record = { ...given, ...newMachine(world), first_port: freeBlock(world, containers) };
  const container = world.objects.insert(containers, record, given.name);
  openBlock(world, container);
  return created(containers.view(container, world));
}

function createInstance({ world, body }: Call): Answer {
  const given = body(Instance, "instance was not created");
  refuseTakenName(world, instances, given);
  if (given.source !== null) refuseUnusableImage(world, given.source.image_id);
  const instance = world.objects.insert(instances, { ...given, ...newMachine(world) });
  return created(instances.view(instance, world));
}

function refuseUnusableImage(world: World, id: string): void {
  const reason = unusable(world.require(images, id), world);
  if (reason === undefined) return;
  throw world.refusal(
    "invalid",
    `instance was not created: image "${id}" cannot be used: ${reason}`,
  );
}

function deleteContainer(call: Call): Answer {
  releaseBlock(call.world, removeStopped(containers, call).id);
  return removed;
}

function deleteInstance(call: Call): Answer {
  forget(call.world, removeStopped(instances, call).id);
  return removed;
}

/** Ends what refers to an instance that is gone; its volumes survive it (spec 2.7). */
function forget({ objects }: World, instance: string): void {
  for (const volume of objects.where(volumes, "instance_id", instance)) {
    objects.update(volumes, volume, { instance_id: null });
  }
  for (const floatingIp of objects.where(floatingIps, "instance_id", instance)) {
    objects.update(floatingIps, floatingIp, { instance_id: null });
  }
  for (const balancer of objects.list(loadBalancers)) {
    const kept = balancer.backend_instances.filter((id) => id !== instance);
    if (kept.length < balancer.backend_instances.length) {
      objects.update(loadBalancers, balancer, { backend_instances: kept });
    }
  }
}
