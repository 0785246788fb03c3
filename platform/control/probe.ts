import {
  type Context,
  containers,
  imageOf,
  instances,
  isAnswering,
  isRunning,
  loadBalancers,
  type Machine,
  type MadeFrom,
  servers,
  statusOf,
} from "../kinds/index.ts";

/** The result of probing a machine; `reason` completes "it was not healthy: …". */
export type Health =
  | { readonly healthy: true }
  | { readonly healthy: false; readonly reason: string };

/** Whether a program on the machine, or behind the load balancer, would answer somebody. */
export function healthOf(context: Context, id: string): Health {
  const { objects } = context;
  const balancer = objects.find(loadBalancers, id);
  if (balancer !== undefined) {
    const isUp = balancer.backend_instances.some((backend) => healthOf(context, backend).healthy);
    return isUp ? { healthy: true } : unhealthy(`no backend of load balancer "${id}" is healthy`);
  }
  const machine: (Machine & MadeFrom) | undefined =
    objects.find(instances, id) ?? objects.find(containers, id) ?? objects.find(servers, id);
  if (machine === undefined) return unhealthy(`there is no machine "${id}"`);
  if (!isRunning(machine, context)) return unhealthy(`it is ${statusOf(machine, context)}`);
  return isAnswering(machine, context)
    ? { healthy: true }
    : unhealthy(`nothing answers on a machine of image ${imageOf(machine)}`);
}

function unhealthy(reason: string): Health {
  return { healthy: false, reason };
}
