import type { Assumption } from "./assumption.ts";

const route = (value: string, about: string): Assumption & { readonly value: string } => ({
  value,
  spec: "4 note 4",
  about,
});

/** Routes that the spec does not show, in the style of those it does. */
export const assumedRoutes = {
  "routes.instance.get": route("GET /v1/instances/{instance_id}", "reads one instance"),
  "routes.instance.action": route(
    "POST /v1/instances/{instance_id}/action",
    "starts, stops and freezes an instance",
  ),
  "routes.instance.delete": route("DELETE /v1/instances/{instance_id}", "deletes an instance"),
  "routes.volume.list": route("GET /v1/volumes", "lists volumes"),
  "routes.volume.get": route("GET /v1/volumes/{volume_id}", "reads one volume"),
  "routes.volume.delete": route("DELETE /v1/volumes/{volume_id}", "deletes a volume"),
  "routes.floatingIp.list": route("GET /v1/floating-ips", "lists floating IPs"),
  "routes.floatingIp.get": route("GET /v1/floating-ips/{id}", "reads one floating IP"),
  "routes.floatingIp.delete": route("DELETE /v1/floating-ips/{id}", "releases a floating IP"),
  "routes.loadBalancer.list": route("GET /v1/load-balancers", "lists load balancers"),
  "routes.loadBalancer.get": route("GET /v1/load-balancers/{id}", "reads one load balancer"),
  "routes.loadBalancer.update": route("PATCH /v1/load-balancers/{id}", "changes a load balancer"),
  "routes.loadBalancer.delete": route("DELETE /v1/load-balancers/{id}", "deletes a load balancer"),
  "routes.certificate.list": route("GET /v1/certificates", "lists certificates"),
  "routes.certificate.get": route("GET /v1/certificates/{id}", "reads one certificate"),
  "routes.certificate.delete": route("DELETE /v1/certificates/{id}", "deletes a certificate"),
  "routes.server.list": route("GET /api/v2/servers", "lists servers"),
  "routes.server.get": route("GET /api/v2/servers/{id}", "reads one server"),
  "routes.server.action": route("POST /api/v2/servers/{id}/action", "stops a server"),
  "routes.server.delete": route("DELETE /api/v2/servers/{id}", "deletes a server"),
  "routes.image.list": route("GET /v1/images", "lists private images"),
  "routes.image.delete": route("DELETE /v1/images/{image_id}", "deletes a private image"),
  "routes.network.get": route("GET /api/v1/networks/{id}", "reads one network"),
  "routes.network.delete": route("DELETE /api/v1/networks/{id}", "deletes a network"),
  "routes.firewall.get": route("GET /api/v1/firewalls/{id}", "reads one firewall policy"),
  "routes.firewall.update": route("PATCH /api/v1/firewalls/{id}", "changes a policy's rules"),
  "routes.firewall.delete": route("DELETE /api/v1/firewalls/{id}", "deletes a firewall policy"),
  "routes.poolVolume.list": route("GET /api/v1/storage/pools/{pool}/volumes", "lists a pool"),
  "routes.poolVolume.get": route(
    "GET /api/v1/storage/pools/{pool}/volumes/{name}",
    "reads one volume of a pool",
  ),
  "routes.poolVolume.update": route(
    "PATCH /api/v1/storage/pools/{pool}/volumes/{name}",
    "grows a volume of a pool",
  ),
  "routes.poolVolume.delete": route(
    "DELETE /api/v1/storage/pools/{pool}/volumes/{name}",
    "deletes a volume of a pool",
  ),
  "routes.bucket.get": route("GET /api/v1/storage/buckets/{name}", "reads one bucket"),
  "routes.bucket.delete": route("DELETE /api/v1/storage/buckets/{name}", "deletes a bucket"),
  "routes.alertRule.get": route("GET /api/v1/monitoring/alerts/{id}", "reads one alert rule"),
  "routes.alertRule.delete": route(
    "DELETE /api/v1/monitoring/alerts/{id}",
    "deletes an alert rule",
  ),
  "routes.projectMember.list": route(
    "GET /v1/projects/{project_id}/members",
    "lists members and open invitations of a project",
  ),
  "routes.apiKey.list": route("GET /v1/api-keys", "lists API keys, without their values"),
} as const satisfies Record<string, Assumption>;
