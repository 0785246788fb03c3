import type { Assumptions } from "../../contract/assumptions.ts";
import type { Route } from "../route.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { bucketRoutes } from "./buckets.ts";
import { computeRoutes } from "./compute.ts";
import { floatingIpRoutes } from "./floating-ips.ts";
import { imageRoutes } from "./images.ts";
import { loadBalancingRoutes } from "./load-balancing.ts";
import { memberRoutes } from "./members.ts";
import { monitoringRoutes } from "./monitoring.ts";
import { networkRoutes } from "./network.ts";
import { poolRoutes } from "./pools.ts";
import { portRoutes } from "./ports.ts";
import { serverRoutes } from "./servers.ts";
import { storageRoutes } from "./storage.ts";

/** All routes that the platform serves under these assumptions. */
export function allRoutes(assumptions: Assumptions): readonly Route[] {
  return [
    ...computeRoutes(assumptions),
    ...portRoutes(),
    ...serverRoutes(assumptions),
    ...imageRoutes(assumptions),
    ...storageRoutes(assumptions),
    ...poolRoutes(assumptions),
    ...bucketRoutes(assumptions),
    ...networkRoutes(assumptions),
    ...floatingIpRoutes(assumptions),
    ...loadBalancingRoutes(assumptions),
    ...monitoringRoutes(assumptions),
    ...memberRoutes(assumptions),
    ...apiKeyRoutes(assumptions),
  ];
}
