import type { ChoiceTable } from "./choice.ts";

/** Which scope a route needs where the spec shows none: this one by the words of spec 5, or full access. */
function scope<const S extends string>(route: string, letter: S) {
  const open = `which scope lets a key ${route}`;
  const values: readonly [S, "*"] = [letter, "*"];
  return { spec: "5", open, values, ours: letter, strict: letter, strange: "*" } as const;
}

/** May a role do what its words in spec 5 neither allow nor forbid? */
function role<const Ours extends boolean>(who: string, deed: string, ours: Ours) {
  const open = `whether ${who} may ${deed}`;
  const values = [true, false] as const;
  return { spec: "5", open, values, ours, strict: false, strange: true } as const;
}

/** Who may do what, where the spec is silent. */
export const accessChoices = {
  "access.apiV2": {
    spec: "5",
    open: "what rules a key under /api/v2: its scopes, its level, or both",
    values: ["scopes", "levels", "both"],
    ours: "scopes",
    strict: "both",
    strange: "levels",
  },
  "access.outside": {
    spec: "5",
    open: "how a project-scoped key is refused what belongs to another project",
    values: [404, 403],
    ours: 404,
    strict: 404,
    strange: 403,
  },
  "access.accountHome": {
    spec: "5",
    open: "which project gets what an account-wide key creates: proj_default, or the newest one",
    values: ["default", "newest"],
    ours: "default",
    strict: "default",
    strange: "newest",
  },
  "access.names": {
    spec: "2",
    open: "whether names are unique in the account or in each project; those in paths always are in the account",
    values: ["account", "project"],
    ours: "account",
    strict: "account",
    strange: "project",
  },
  "scopes.alertRule.list": scope("list alert rules", "monitoring:read"),
  "scopes.alertRule.get": scope("read an alert rule", "monitoring:read"),
  // No scope of spec 5 allows to write anything of monitoring.
  "scopes.alertRule.create": {
    ...scope("create an alert rule", "monitoring:read"),
    ours: "*",
    strict: "*",
    strange: "monitoring:read",
  },
  "scopes.alertRule.delete": {
    ...scope("delete an alert rule", "monitoring:read"),
    ours: "*",
    strict: "*",
    strange: "monitoring:read",
  },
  "scopes.bucket.get": scope("read a bucket", "storage:read"),
  "scopes.bucket.delete": scope("delete a bucket", "storage:write"),
  "scopes.firewall.get": scope("read a firewall policy", "networks:read"),
  "scopes.firewall.delete": scope("delete a firewall policy", "networks:write"),
  "scopes.network.get": scope("read a network", "networks:read"),
  "scopes.network.delete": scope("delete a network", "networks:write"),
  "scopes.poolVolume.get": scope("read a volume of a pool", "storage:read"),
  "scopes.poolVolume.delete": scope("delete a volume of a pool", "storage:write"),
  "scopes.server.list": scope("list servers", "instances:read"),
  "scopes.server.get": scope("read a server", "instances:read"),
  "scopes.server.create": scope("create a server", "instances:write"),
  "scopes.server.action": scope("stop a server", "instances:write"),
  "scopes.server.delete": scope("delete a server", "instances:write"),
  "scopes.storagePool.list": scope("list storage pools", "storage:read"),
  "levels.apiKey.list": {
    spec: "5",
    open: "which level lets a key list API keys",
    values: ["Read", "Admin"],
    ours: "Read",
    strict: "Admin",
    strange: "Admin",
  },
  "roles.admin.members": {
    spec: "5",
    open: "which members an admin may manage: an owner may manage all of them",
    values: ["none", "notOwners", "all"],
    ours: "notOwners",
    strict: "none",
    strange: "all",
  },
  "roles.admin.apiKeys": role("an admin", "revoke API keys", true),
  "roles.developer.alertRule": role("a developer", "create alert rules", false),
  "roles.developer.bucket": role("a developer", "create buckets", false),
  "roles.developer.certificate": role("a developer", "create certificates", false),
  "roles.developer.image": role("a developer", "create, import and share images", false),
  "roles.developer.poolVolume": role("a developer", "create and grow volumes of pools", false),
  "roles.developer.volume": role("a developer", "create, grow, attach and detach volumes", false),
  "roles.developer.portForward.delete": role(
    "a developer",
    "delete port forwards: networking to manage, or resources not to delete",
    false,
  ),
} as const satisfies ChoiceTable;
