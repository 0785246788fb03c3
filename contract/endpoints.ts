/** The platform's documented endpoints (spec 4) as data: one entry per row of the spec's tables. */

/** HTTP methods the platform's routes use. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Path prefixes of the platform (spec 1). */
export type Prefix = "/api/v1" | "/v1" | "/api/v2";

/** What a key must be allowed to do (spec 5). The spec gives none for some endpoints. */
export type Scope =
  | "instances:read"
  | "instances:write"
  | "networks:read"
  | "networks:write"
  | "storage:read"
  | "storage:write"
  | "monitoring:read"
  | "Read"
  | "Write"
  | "Admin"
  | "not shown";

/** A route of the platform: where it is, who may call it, and where the spec says so. */
export interface Endpoint {
  readonly method: Method;
  readonly prefix: Prefix;
  /** Path below the prefix, with `{name}` placeholders as the spec writes them. */
  readonly path: string;
  readonly scope: Scope;
  /** Section of the spec the route is shown in; for an assumed route, the section that omits it. */
  readonly spec: string;
  readonly standing: "documented" | "assumed";
}

type Row = readonly [method: Method, path: string, scope: Scope];

function table<K extends string>(prefix: Prefix, spec: string, rows: Record<K, Row>) {
  const entries = Object.entries<Row>(rows).map(([key, [method, path, scope]]) => [
    key,
    { method, prefix, path, scope, spec, standing: "documented" },
  ]);
  const endpoints: Record<K, Endpoint> = Object.fromEntries(entries);
  return endpoints;
}

const v1 = "/api/v1";
const v1Spec = "4.1";
const second = "/v1";
const secondSpec = "4.2";

/** All 39 endpoints of spec 4, grouped by what they act on. */
export const endpoints = {
  container: table(v1, v1Spec, {
    list: ["GET", "/instances", "instances:read"],
    create: ["POST", "/instances", "instances:write"],
    get: ["GET", "/instances/{name}", "instances:read"],
    action: ["POST", "/instances/{name}/action", "instances:write"],
    delete: ["DELETE", "/instances/{name}", "instances:write"],
  }),
  portForward: table(v1, v1Spec, {
    list: ["GET", "/instances/{name}/ports", "instances:read"],
    create: ["POST", "/instances/{name}/ports", "instances:write"],
    delete: ["DELETE", "/instances/{name}/ports", "instances:write"],
  }),
  network: table(v1, v1Spec, {
    list: ["GET", "/networks", "networks:read"],
    create: ["POST", "/networks", "networks:write"],
  }),
  firewall: table(v1, v1Spec, {
    list: ["GET", "/firewalls", "networks:read"],
    create: ["POST", "/firewalls", "networks:write"],
  }),
  storagePool: table(v1, v1Spec, {
    list: ["GET", "/storage/pools", "not shown"],
  }),
  poolVolume: table(v1, v1Spec, {
    create: ["POST", "/storage/pools/{pool}/volumes", "storage:write"],
  }),
  bucket: table(v1, v1Spec, {
    list: ["GET", "/storage/buckets", "storage:read"],
    create: ["POST", "/storage/buckets", "storage:write"],
  }),
  metrics: table(v1, v1Spec, {
    get: ["GET", "/monitoring/metrics/{name}", "monitoring:read"],
  }),
  alertRule: table(v1, v1Spec, {
    list: ["GET", "/monitoring/alerts", "not shown"],
    create: ["POST", "/monitoring/alerts", "not shown"],
  }),
  instance: table(second, secondSpec, {
    list: ["GET", "/instances", "Read"],
    create: ["POST", "/instances", "Write"],
  }),
  image: table(second, secondSpec, {
    create: ["POST", "/images", "Write"],
    import: ["POST", "/images/import", "Write"],
    get: ["GET", "/images/{image_id}", "Read"],
    share: ["POST", "/images/{image_id}/share", "Write"],
  }),
  volume: table(second, secondSpec, {
    create: ["POST", "/volumes", "Write"],
    attach: ["POST", "/volumes/{volume_id}/attach", "Write"],
    detach: ["POST", "/volumes/{volume_id}/detach", "Write"],
    update: ["PATCH", "/volumes/{volume_id}", "Write"],
  }),
  floatingIp: table(second, secondSpec, {
    create: ["POST", "/floating-ips", "Write"],
    assign: ["POST", "/floating-ips/{id}/assign", "Write"],
    unassign: ["POST", "/floating-ips/{id}/unassign", "Write"],
  }),
  loadBalancer: table(second, secondSpec, {
    create: ["POST", "/load-balancers", "Write"],
  }),
  certificate: table(second, secondSpec, {
    create: ["POST", "/certificates", "Write"],
  }),
  apiKey: table(second, secondSpec, {
    delete: ["DELETE", "/api-keys/{key_id}", "Admin"],
  }),
  projectMember: table(second, secondSpec, {
    create: ["POST", "/projects/{project_id}/members", "Admin"],
    update: ["PATCH", "/projects/{project_id}/members/{member_id}", "Admin"],
    delete: ["DELETE", "/projects/{project_id}/members/{member_id}", "Admin"],
  }),
  server: table("/api/v2", "4.3", {
    create: ["POST", "/servers", "not shown"],
  }),
  /** Nothing on the platform: it probes addresses. */
  healthGate: {},
} as const;

/** The kinds of things resources stand for; all but a health gate are the platform's. */
export type Kind = keyof typeof endpoints;

/** False for what is nothing on the platform, like a health gate. */
export function isOnPlatform(kind: Kind): boolean {
  return Object.keys(endpoints[kind]).length > 0;
}
