import {
  alertRule,
  bucket,
  container,
  firewall,
  invitation,
  loadBalancer,
  network,
  poolVolume,
  rule,
  server,
  volume,
} from "../clauses/bodies.ts";
import { asking, type Case } from "./refusal.ts";

const members = "POST /v1/projects/proj_default/members";
const unknown = "7.2: Unknown resource: HTTP 404 with error.";

/** What the kinds of objects refuse besides fields. */
export const siteRefusals: readonly Case[] = [
  asking(unknown, "GET /v1/volumes/vol_x"),
  asking(unknown, "GET /v1/projects/proj_x/members"),
  asking(unknown, "DELETE /v1/projects/proj_default/members/usr_x"),
  asking(unknown, "DELETE /v1/api-keys/key_x"),
  asking(unknown, "POST /api/v1/storage/pools/fast/volumes", poolVolume()),
  asking(
    "machines.profiles",
    "POST /api/v1/instances",
    { ...container(), profile: "big" },
    {
      "machines.profiles": "default",
    },
  ),
  asking("machines.types", "POST /api/v1/instances", { ...container(), type: "virtual-machine" }),
  asking("machines.cpuShares", "POST /api/v1/instances", { ...container(), cpu_limit: "0.5" }),
  asking("names.containers", "POST /api/v1/instances", container("-"), {
    "names.containers": "host",
  }),
  asking("names.buckets", "POST /api/v1/storage/buckets", { name: "_" }, { "names.buckets": "s3" }),
  asking("names.text", "POST /v1/volumes", volume(" "), { "names.text": "printable" }),
  asking(
    "regions.names",
    "POST /v1/volumes",
    { ...volume(), region: "EU" },
    {
      "regions.names": "slug",
    },
  ),
  asking(
    "bodies.null",
    "POST /v1/volumes",
    { ...volume(), filesystem: null },
    {
      "bodies.null": "none",
    },
  ),
  asking(
    "bodies.openPayloads",
    "POST /api/v1/firewalls",
    { ...firewall(), tier: 1 },
    {
      "bodies.openPayloads": "refuse",
    },
  ),
  asking(
    "networks.configValues",
    "POST /api/v1/networks",
    { ...network(), config: { mtu: 1 } },
    {
      "networks.configValues": "strings",
    },
  ),
  asking(
    "alertRules.metrics",
    "POST /api/v1/monitoring/alerts",
    { ...alertRule(), metric: "x" },
    {
      "alertRules.metrics": "known",
    },
  ),
  asking(
    "alertRules.conditions",
    "POST /api/v1/monitoring/alerts",
    { ...alertRule(), condition: "x" },
    { "alertRules.conditions": "known" },
  ),
  asking(
    "volumes.largest",
    "POST /v1/volumes",
    { ...volume(), size_gb: 20_000 },
    {
      "volumes.largest": 16384,
    },
  ),
  asking("poolVolumes.size", "POST /api/v1/storage/pools/default/volumes", { name: "a" }),
  asking("loadBalancers.protocols", "POST /v1/load-balancers", {
    ...loadBalancer(),
    forwarding_rules: [{ ...rule(), target_protocol: "https" }],
  }),
  {
    by: "7.6: Dedicated IPv4 requested and none is free",
    about: "a dedicated address of an empty stock",
    play: ({ platform, send }) => {
      platform.configure({ dedicatedStock: 0 });
      return send("POST /api/v2/servers", { ...server(), network_access: "dedicated" });
    },
  },
  {
    by: "7.6: or the plan's allowance is reached",
    about: "a dedicated address beyond the plan",
    play: ({ platform, send }) => {
      platform.configure({ dedicatedAllowance: 0 });
      return send("POST /api/v2/servers", { ...server(), network_access: "dedicated" });
    },
  },
  ...[
    ["platform.uniqueNames", "POST /v1/volumes", volume()] as const,
    ["names.scope", "POST /api/v1/storage/buckets", bucket()] as const,
    ["names.scope", "POST /api/v1/storage/pools/default/volumes", poolVolume()] as const,
    [
      "2.1: path identifier of the instance ({name})",
      "POST /api/v1/instances",
      container(),
    ] as const,
    ["refusals.conflict", members, invitation()] as const,
  ].map(
    ([by, route, body]): Case => ({
      by,
      about: `${route}, twice`,
      play: async ({ ok, send }) => {
        await ok(route, body);
        return send(route, body);
      },
    }),
  ),
];
