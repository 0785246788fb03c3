import { certificates } from "./kinds/certificate.ts";
import { containers } from "./kinds/container.ts";
import { floatingIps } from "./kinds/floating-ip.ts";
import { instances } from "./kinds/instance.ts";
import { loadBalancers } from "./kinds/load-balancer.ts";
import { portForwards } from "./kinds/port-forward.ts";
import { volumes } from "./kinds/volume.ts";
import type { World } from "./world.ts";

/** All objects by kind, as the API shows them. */
export type Snapshot = Readonly<ReturnType<typeof snapshotOf>>;

/** Every object in the world. */
export function snapshotOf(world: World) {
  return {
    container: containers.all(world),
    portForward: portForwards.all(world),
    instance: instances.all(world),
    volume: volumes.all(world),
    floatingIp: floatingIps.all(world),
    certificate: certificates.all(world),
    loadBalancer: loadBalancers.all(world),
  };
}
