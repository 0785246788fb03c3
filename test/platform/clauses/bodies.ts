/** Bodies that the specification's tables allow, as little in them as it requires. */

import { certificateBody, containerBody, imageBody, instanceBody, volumeBody } from "../support.ts";

export { certificateBody as certificate, imageBody as importedImage, volumeBody as volume };

/** Of spec 2.1. */
export const container = containerBody;

/** Of spec 2.2. */
export const instance = instanceBody;

/** Of spec 2.3. */
export function server() {
  return { name: "app", size: "small" };
}

/** Of spec 2.4, but for the public port: it depends on the block. */
export function forward(public_port: unknown) {
  return { protocol: "tcp", public_port, target_port: 8080 };
}

/** Of spec 2.5. */
export function network() {
  return { name: "inner", description: "ours", config: { "ipv4.address": "10.20.30.0/24" } };
}

/** Of spec 2.5, which does not show what a rule is. */
export function firewall() {
  const rule = { protocol: "tcp", ports: ["443"] };
  return { name: "web", inbound: [rule], outbound: [rule] };
}

/** Of spec 2.6. */
export function poolVolume() {
  return { name: "cache", config: { size: "10GiB" } };
}

/** Of spec 2.6, which does not show what else there is. */
export function bucket() {
  return { name: "backups" };
}

/** Of spec 2.7a. */
export function image(instance_id: string) {
  return { name: "golden", source: { type: "snapshot", instance_id, snapshot: "monday" } };
}

/** Of spec 2.9. */
export function loadBalancer(...backend_instances: readonly string[]) {
  return {
    name: "front",
    region: "eu",
    forwarding_rules: [rule()],
    health_check: healthCheck(),
    backend_instances,
  };
}

/** A forwarding rule of spec 2.9. */
export function rule() {
  return { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" };
}

/** A health check of spec 2.9. */
export function healthCheck() {
  return { protocol: "http", port: 8080, path: "/up", interval: 10, timeout: 5, threshold: 3 };
}

/** Of spec 2.10. */
export function alertRule() {
  return {
    name: "busy",
    metric: "cpu_percent",
    condition: "gt",
    threshold: 90,
    channels: "email,slack",
    cooldown_minutes: 30,
  };
}

/** Of spec 2.12. */
export function invitation(role = "developer") {
  return { email: "ann@example.test", role };
}
