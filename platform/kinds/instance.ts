import { z } from "zod";
import { idPrefixes } from "../../contract/ids.ts";
import { publicIpv4 } from "../addresses.ts";
import { type Answer, created, type JsonObject, removed } from "../http/answer.ts";
import { type Call, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { references } from "../references.ts";
import { fields, stated } from "../rules/stated.ts";
import { type Stored, shape } from "../store/objects.ts";
import { refuseTakenName, type World } from "../world.ts";
import { floatingIps } from "./floating-ip.ts";
import { requireShown, unusable } from "./image.ts";
import { loadBalancers } from "./load-balancer.ts";
import {
  acting,
  ipv6Of,
  isAddressed,
  type Machine,
  newMachine,
  removeByChoice,
  statusOf,
} from "./machine.ts";
import { volumes } from "./volume.ts";

interface Instance extends Machine {
  readonly name: string;
  readonly region: string;
  readonly plan: string;
  readonly image: string | null;
  readonly source: { readonly type: "image"; readonly image_id: string } | null;
}

function imageSource() {
  const shown = "2.2: {type: image, image_id: <image_id>}";
  const id = z.string().startsWith(idPrefixes.image ?? "");
  return fields({
    type: stated(z.literal("image"), shown),
    image_id: stated(id, shown, "2.7a: Image ids have the shape img_<id>."),
  });
}

const NewInstance = lazySchema(() =>
  fields({
    name: stated(z.string().min(1), "2.2: name string yes"),
    region: stated(z.string().min(1), "2.2: region string yes region identifier <region>"),
    plan: stated(z.string().min(1), "2.2: plan string yes plan identifier <plan>"),
    image: stated(
      z.string().min(1).nullable().default(null),
      "2.2: image string one of image/source",
    ),
    source: stated(
      imageSource().nullable().default(null),
      "2.2: source object one of image/source",
    ),
  }).refine(({ image, source }) => (image === null) !== (source === null), {
    error: "exactly one of image and source is required",
    path: ["image"],
  }),
);

/** Instances under `/v1` (spec 2.2). */
export const instances = defineKind({
  ...references.instance,
  record: shape<Instance>(),
  view: viewInstance,
  serve: (self) => ({
    list: listing(self),
    create: createInstance,
    get: reading(self),
    action: acting(self),
    delete: deleteInstance,
  }),
});

function viewInstance(instance: Stored<Instance>, world: World): JsonObject {
  const { id, name, region, plan, image, source, serial } = instance;
  const { assumptions } = world;
  return {
    id,
    name,
    region,
    plan,
    image,
    source,
    [assumptions["fields.status"]]: statusOf(instance, world),
    [assumptions["fields.ipAddresses"]]: isAddressed(instance, world) ? [publicIpv4(serial)] : [],
    ipv6_addresses: ipv6Of(instance, world),
  };
}

function createInstance({ world, body }: Call): Answer {
  const given = body(NewInstance, "instance was not created");
  refuseTakenName(world, instances, given);
  if (given.source !== null) refuseUnusableImage(world, given.source.image_id);
  const instance = world.objects.insert(instances, { ...given, ...newMachine(world) });
  return created(instances.view(instance, world), world.choice("answers.started"));
}

function refuseUnusableImage(world: World, id: string): void {
  const problem = unusable(requireShown(world, id), world);
  if (problem === undefined) return;
  const { by, why } = problem;
  const refusal = world.choice("machines.unfinishedImage");
  throw world.refusal(refusal, by, `instance: image "${id}" cannot be used: ${why}`);
}

function deleteInstance(call: Call): Answer {
  forget(call.world, removeByChoice(instances, call).id);
  return removed;
}

/** Ends what refers to an instance that is gone, in any project; its volumes survive it (spec 2.7). */
function forget({ account: objects }: World, instance: string): void {
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
