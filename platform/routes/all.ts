import type { Assumptions } from "../../provider/contract/assumptions.ts";
import type { Route } from "../route.ts";
import { computeRoutes } from "./compute.ts";
import { loadBalancingRoutes } from "./load-balancing.ts";
import { networkRoutes } from "./network.ts";
import { portRoutes } from "./ports.ts";
import { storageRoutes } from "./storage.ts";

/** All routes that the platform serves under these assumptions. */
export function allRoutes(assumptions: Assumptions): readonly Route[] {
  return [
    ...computeRoutes(assumptions),
    ...portRoutes(),
    ...storageRoutes(assumptions),
    ...networkRoutes(assumptions),
    ...loadBalancingRoutes(assumptions),
  ];
}
