import type { JsonObject } from "../answer.ts";
import type { World } from "../world.ts";
import { certificates } from "./certificate.ts";
import { containers } from "./container.ts";
import { floatingIps } from "./floating-ip.ts";
import { instances } from "./instance.ts";
import { loadBalancers } from "./load-balancer.ts";
import { portForwards } from "./port-forward.ts";
import { volumes } from "./volume.ts";

/** All objects by kind, as the API shows them. */
export interface Snapshot {
  readonly container: readonly JsonObject[];
  readonly portForward: readonly JsonObject[];
  readonly instance: readonly JsonObject[];
  readonly volume: readonly JsonObject[];
  readonly floatingIp: readonly JsonObject[];
  readonly certificate: readonly JsonObject[];
  readonly loadBalancer: readonly JsonObject[];
}

/** Every object in the world. */
export function snapshotOf(world: World): Snapshot {
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
