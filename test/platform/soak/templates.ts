import { assumptionNames, defaultAssumptions } from "../../../contract/assumptions.ts";
import { type Endpoint, endpoints } from "../../../contract/endpoints.ts";
import { parseRoute } from "../../../contract/routes.ts";
import { certificateBody, containerBody, imageBody, instanceBody, volumeBody } from "../support.ts";

/** Every route of the platform, documented or assumed. */
export const routes: readonly Endpoint[] = [
  ...Object.values(endpoints).flatMap((kind) => Object.values<Endpoint>(kind)),
  ...assumptionNames()
    .filter((name) => name.startsWith("routes."))
    .flatMap((name) => parseRoute(name, String(defaultAssumptions[name])) ?? []),
];

/** A body that each route with one accepts, where its ids are of something that exists. */
export function bodyFor({ method, path }: Endpoint, id: string): unknown {
  return bodies(id)[`${method} ${path}`] ?? { name: "n", role: "viewer", size_gb: 20 };
}

function bodies(id: string): Readonly<Record<string, unknown>> {
  return {
    "POST /instances": { ...instanceBody(), ...containerBody() },
    "POST /instances/{name}/action": { action: "stop" },
    "POST /instances/{name}/ports": { protocol: "tcp", public_port: 20_001, target_port: 80 },
    "POST /networks": { name: "net", description: "d", config: { "ipv4.address": "10.1.0.0/24" } },
    "POST /firewalls": { name: "fw", inbound: [], outbound: [] },
    "POST /storage/pools/{pool}/volumes": { name: "pv", config: { size: "1GiB" } },
    "POST /storage/buckets": { name: "bucket" },
    "POST /monitoring/alerts": {
      ...{ name: "a", metric: "cpu_percent", condition: "gt", threshold: 80 },
      ...{ channels: "email,slack", cooldown_minutes: 5 },
    },
    "POST /images": {
      name: "img",
      source: { type: "snapshot", instance_id: id, snapshot: "s" },
    },
    "POST /images/import": imageBody(),
    "POST /images/{image_id}/share": { project_ids: ["proj_default"] },
    "POST /volumes": volumeBody(),
    "POST /volumes/{volume_id}/attach": { instance_id: id },
    "PATCH /volumes/{volume_id}": { size_gb: 20 },
    "POST /floating-ips": { region: "eu" },
    "POST /floating-ips/{id}/assign": { instance_id: id },
    "POST /load-balancers": {
      ...{ name: "lb", region: "eu", backend_instances: [id] },
      forwarding_rules: [
        { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" },
      ],
      health_check: {
        ...{ protocol: "http", port: 80, path: "/", interval: 5, timeout: 3, threshold: 2 },
      },
    },
    "POST /certificates": certificateBody(),
    "POST /projects/{project_id}/members": { email: "a@b.test", role: "developer" },
    "POST /servers": { name: "srv", size: "small", network_access: "shared" },
  };
}
