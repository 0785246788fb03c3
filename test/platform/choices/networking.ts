import type { networkingChoices } from "../../../platform/choices/networking.ts";
import { servePlatform } from "../../../platform/index.ts";
import { certificateBody, idOf, instanceBody } from "../support.ts";
import { balancer, type ChoiceCase, creating, twice } from "./asking.ts";

export const networking: Readonly<Record<keyof typeof networkingChoices, ChoiceCase>> = {
  "networks.configValues": creating(
    "/api/v1/networks",
    { name: "a", config: { "ipv4.dhcp": true } },
    [201, 422],
  ),
  "networks.configAdditions": {
    ask: async ({ send }) => {
      const config = { "ipv4.address": "10.1.0.1/24" };
      const made = await send("POST /api/v1/networks", { name: "a", config });
      return Object(made.body).config;
    },
    answers: [
      { "ipv4.address": "10.1.0.1/24" },
      { "ipv4.address": "10.1.0.1/24", "ipv4.nat": "true", "ipv6.address": "none" },
    ],
  },
  "firewalls.rules": creating(
    "/api/v1/firewalls",
    { name: "web", inbound: [{ protocol: "TCP", port: 443 }] },
    [422, 201],
  ),
  "loadBalancers.protocols": {
    ask: async ({ send }) => [
      (await send("POST /v1/load-balancers", balancer({ rule: { entry_protocol: "tcp" } }))).status,
      (
        await send("POST /v1/load-balancers", {
          ...balancer({ rule: { target_protocol: "https" } }),
          name: "other",
        })
      ).status,
    ],
    answers: [twice(422), twice(201)],
  },
  "loadBalancers.httpsWithoutCertificate": creating(
    "/v1/load-balancers",
    balancer({ rule: { entry_protocol: "https" } }),
    [422, 201],
  ),
  "loadBalancers.certificateElsewhere": {
    ask: async ({ send }) => {
      const certificate_id = idOf(await send("POST /v1/certificates", certificateBody()));
      return (await send("POST /v1/load-balancers", balancer({ rule: { certificate_id } }))).status;
    },
    answers: [422, 201],
  },
  "loadBalancers.healthCheck": {
    ask: async ({ send }) => {
      const body = { ...balancer(), health_check: { protocol: "http", port: 80 } };
      const made = await send("POST /v1/load-balancers", body);
      return [made.status, Object(made.body).health_check];
    },
    answers: [
      [422, undefined],
      [201, { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 }],
    ],
  },
  "loadBalancers.newBackends": {
    ask: async ({ platform, send }) => {
      platform.configure({ traffic: true, balancerSeconds: 0 });
      const id = idOf(await send("POST /v1/instances", instanceBody()));
      const health_check = { ...balancer().health_check, threshold: 2 };
      const body = { ...balancer(), backend_instances: [id], health_check };
      await send("POST /v1/load-balancers", body);
      const server = await servePlatform(platform, 0);
      const [entry] = platform.traffic().entries;
      await server.close();
      return entry?.backends.map(({ isHealthy }) => isHealthy);
    },
    answers: [[true], [false]],
  },
  "certificates.answer": {
    ask: async ({ send }) => {
      const made = await send("POST /v1/certificates", certificateBody());
      return Object.keys(Object(made.body));
    },
    answers: [
      ["id", "name", "certificate", "certificate_chain"],
      ["id", "name", "fingerprint"],
    ],
  },
};
