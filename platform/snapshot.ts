import type { JsonObject } from "./answer.ts";
import { alertRules } from "./kinds/alert-rule.ts";
import { buckets } from "./kinds/bucket.ts";
import { certificates } from "./kinds/certificate.ts";
import { containers } from "./kinds/container.ts";
import { firewalls } from "./kinds/firewall.ts";
import { floatingIps } from "./kinds/floating-ip.ts";
import { images } from "./kinds/image.ts";
import { instances } from "./kinds/instance.ts";
import { loadBalancers } from "./kinds/load-balancer.ts";
import { networks } from "./kinds/network.ts";
import { poolVolumes } from "./kinds/pool-volume.ts";
import { portForwards } from "./kinds/port-forward.ts";
import { projectMembers } from "./kinds/project-member.ts";
import { servers } from "./kinds/server.ts";
import { volumes } from "./kinds/volume.ts";
import type { World } from "./world.ts";

/** All objects by kind, as the API shows them. */
export type Snapshot = Readonly<
  Record<
    | "container"
    | "portForward"
    | "instance"
    | "volume"
    | "floatingIp"
    | "certificate"
    | "loadBalancer"
    | "network"
    | "firewall"
    | "poolVolume"
    | "bucket"
    | "server"
    | "image"
    | "alertRule"
    | "projectMember"
    | "apiKey",
    JsonObject[]
  >
>;

/** Every object that was made in the world; the storage pools are always there. */
export function snapshotOf(world: World): Snapshot {
  return {
    container: containers.all(world),
    portForward: portForwards.all(world),
    instance: instances.all(world),
    volume: volumes.all(world),
    floatingIp: floatingIps.all(world),
    certificate: certificates.all(world),
    loadBalancer: loadBalancers.all(world),
    network: networks.all(world),
    firewall: firewalls.all(world),
    poolVolume: poolVolumes.all(world),
    bucket: buckets.all(world),
    server: servers.all(world),
    image: images.all(world),
    alertRule: alertRules.all(world),
    projectMember: projectMembers.all(world),
    apiKey: world.keys.list(),
  };
}
