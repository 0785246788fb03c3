import { z } from "zod";
import type { Kind } from "../../contract/endpoints.ts";
import type { Route } from "../http/route.ts";
import type { World } from "../world.ts";

/** The roles of spec 5. */
const roles = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];
export const memberRole = () => z.enum(roles);

/** True when spec 5, or a choice where it is silent, lets the role use the route. */
export function mayUse(role: Role, route: Route, world: World): boolean {
  return route.endpoint.method === "GET" || mayChange[role](route, world);
}

/** What each role may do besides reading, which all may. */
const mayChange: Readonly<Record<Role, (route: Route, world: World) => boolean>> = {
  owner: () => true,
  admin: adminMay,
  developer: developerMay,
  viewer: () => false,
};

/** spec 5: "full resource access in a project; no billing"; no route is about billing. */
function adminMay({ kind }: Route, world: World): boolean {
  if (kind === "projectMember") return world.choice("roles.admin.members") !== "none";
  if (kind === "apiKey") return world.choice("roles.admin.apiKeys");
  return true;
}

const machines = new Set<Kind>(["container", "instance", "server"]);
const networking = new Set<Kind>([
  "network",
  "firewall",
  "portForward",
  "floatingIp",
  "loadBalancer",
]);

/** spec 5: "create/start/stop instances, manage networking …; cannot delete resources or manage members". */
function developerMay({ kind, purpose }: Route, world: World): boolean {
  if (purpose === "delete") {
    return kind === "portForward" && world.choice("roles.developer.portForward.delete");
  }
  if (machines.has(kind) || networking.has(kind)) return true;
  return mayMake(kind, world);
}

/** Resources of which spec 5 does not say whether a developer may make them. */
function mayMake(kind: Kind, world: World): boolean {
  switch (kind) {
    case "alertRule":
    case "bucket":
    case "certificate":
    case "image":
    case "poolVolume":
    case "volume":
      return world.choice(`roles.developer.${kind}`);
    default:
      return false;
  }
}
