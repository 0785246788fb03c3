import { containers } from "./kinds/container.ts";
import { instances } from "./kinds/instance.ts";
import { loadBalancers } from "./kinds/load-balancer.ts";
import { isRunning, type Machine, statusOf } from "./kinds/machine.ts";
import { servers } from "./kinds/server.ts";
import type { ObjectKind, World } from "./world.ts";

/** What a probe of a machine finds; `reason` completes "it was not healthy: …". */
export type Health =
  | { readonly healthy: true }
  | { readonly healthy: false; readonly reason: string };

/** Whether a program on the machine, or behind the load balancer, would answer somebody. */
export function healthOf(world: World, id: string): Health {
  const balancer = world.objects.find(loadBalancers, id);
  if (balancer !== undefined) {
    const isUp = balancer.backend_instances.some((backend) => healthOf(world, backend).healthy);
    return isUp ? { healthy: true } : unhealthy(`no backend of load balancer "${id}" is healthy`);
  }
  const found =
    placed(instances, id, world) ?? placed(containers, id, world) ?? placed(servers, id, world);
  if (found === undefined) return unhealthy(`there is no machine "${id}"`);
  const { machine, around } = found;
  if (!isRunning(machine, around)) return unhealthy(`it is ${statusOf(machine, around)}`);
  const image = "image" in machine ? machine.image : null;
  const isBad = image !== null && world.settings.unhealthyImages.includes(image);
  return isBad ? unhealthy(`nothing answers on a machine of image ${image}`) : { healthy: true };
}

/** A machine, and the world as it is for it. */
function placed<T extends Machine>(kind: ObjectKind<T>, id: string, world: World) {
  const machine = world.objects.find(kind, id);
  return machine && { machine, around: world.around(kind, machine) };
}

function unhealthy(reason: string): Health {
  return { healthy: false, reason };
}
