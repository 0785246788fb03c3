import { z } from "zod";
import { idPrefixes } from "../../contract/ids.ts";
import { type JsonObject, type Stored, shape } from "../store/index.ts";
import { publicIpv4 } from "./common/addresses.ts";
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
import { references } from "./common/references.ts";
import { floatingIps } from "./floating-ip.ts";
import { refuseUnusable, requireShown } from "./image.ts";
import { loadBalancers } from "./load-balancer.ts";
import { volumes } from "./volume.ts";

type Instance = z.output<typeof NewInstance> & Machine;

const NewInstance = z
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

/** Instances under `/v1` (spec 2.2). */
export const instances = serveKind({
  ...references.instance,
  spec: "2.2",
  record: shape<Instance>(),
  links: [{ field: "source.imageId", to: ["image"], label: "image" }],
  view: viewInstance,
  serve: (self) => ({
    list: listing(self),
    create: createInstance,
    get: reading(self),
    action: acting(self),
    delete: deleteInstance,
  }),
});

function viewInstance(instance: Stored<Instance>, context: Context): JsonObject {
  const { id, name, region, plan, image, source, serial } = instance;
  const { assumptions } = context;
  return {
    ...{ id, name, region, plan, image, source },
    [assumptions["fields.status"]]: statusOf(instance, context),
    [assumptions["fields.ipAddresses"]]: isAddressed(instance, context) ? [publicIpv4(serial)] : [],
    ipv6_addresses: ipv6Of(instance, context, region),
  };
}

function createInstance({ context, body }: Call): Answer {
  const given = body(NewInstance, "instance was not created");
  context.refuseTakenName(instances, given);
  if (given.source !== null) {
    refuseUnusable(context, requireShown(context, given.source.image_id));
  }
  const record = { ...given, ...newMachine(context) };
  return created(instances.view(context.objects.insert(instances, record), context));
}

function deleteInstance(call: Call): Answer {
  const { id } = removeStopped(instances, call);
  forget(call.context, id);
  return removed;
}

/** Ends what refers to an instance that is gone, in any project; its volumes survive it (spec 2.7). */
function forget({ account: objects }: Context, instance: string): void {
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
