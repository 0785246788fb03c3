import { z } from "zod";
import type { Kind } from "../../contract/endpoints.ts";
import type { ChoiceName } from "../choices/choices.ts";
import type { Route } from "../http/route.ts";
import type { Rule } from "../rules/rule.ts";
import type { World } from "../world.ts";

/** The roles of spec 5. */
const roles = ["owner", "admin", "developer", "viewer"] as const;
export type Role = (typeof roles)[number];
export const memberRole = () => z.enum(roles);

/** What keeps the role from the route: spec 5, or a choice where it is silent; undefined where nothing does. */
export function ruleAgainst(role: Role, route: Route, world: World): Rule | undefined {
  return route.endpoint.method === "GET" ? undefined : rulesAgainst[role](route, world);
}

/** All may read; this is about the rest. */
const rulesAgainst: Readonly<Record<Role, (route: Route, world: World) => Rule | undefined>> = {
  owner: () => undefined,
  admin: ruleAgainstAdmin,
  developer: ruleAgainstDeveloper,
  viewer: () => "5: viewer read-only",
};

/** spec 5: "full resource access in a project; no billing"; no route is about billing. */
function ruleAgainstAdmin({ kind }: Route, world: World): Rule | undefined {
  const [members, keys] = ["roles.admin.members", "roles.admin.apiKeys"] as const;
  if (kind === "projectMember") return world.choice(members) === "none" ? members : undefined;
  return kind === "apiKey" && !world.choice(keys) ? keys : undefined;
}

const machines = new Set<Kind>(["container", "instance", "server"]);
const networking = new Set<Kind>([
  "network",
  "firewall",
  "portForward",
  "floatingIp",
  "loadBalancer",
]);

function ruleAgainstDeveloper({ kind, purpose }: Route, world: World): Rule | undefined {
  if (kind === "projectMember") return "5: or manage members";
  if (purpose === "delete") {
    const by = "roles.developer.portForward.delete";
    return kind === "portForward" ? unless(by, world) : "5: cannot delete resources";
  }
  // spec 5: "create/start/stop instances, manage networking"
  if (machines.has(kind) || networking.has(kind)) return undefined;
  return ruleAgainstMaking(kind, world);
}

/** Resources of which spec 5 does not say whether a developer may make them. */
function ruleAgainstMaking(kind: Kind, world: World): Rule | undefined {
  switch (kind) {
    case "alertRule":
    case "bucket":
    case "certificate":
    case "image":
    case "poolVolume":
    case "volume":
      return unless(`roles.developer.${kind}`, world);
    default:
      return "5: developer create/start/stop instances";
  }
}

/** The choice, unless it allows what it is about. */
function unless(
  by: Extract<ChoiceName, `roles.developer.${string}`>,
  world: World,
): Rule | undefined {
  return world.choice(by) ? undefined : by;
}
