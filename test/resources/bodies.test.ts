import { describe, expect, test } from "vitest";
import type { Json } from "../../contract/naming.ts";
import type { Props } from "../../provider/definition/definition.ts";
import { create } from "../../provider/lifecycle/operations/create.ts";
import { definitions } from "../../runtime/_registry.ts";
import { declared, newContext } from "../support/session.ts";
import { definitionOf, samples } from "../support/session-inputs.ts";

type Case = readonly [type: string, call: string, body: Json, id: string, answer: Props];

const { certificate, certificateChain, privateKey } = samples["network:Certificate"] ?? {};

/** The request that creates the sample of each class, and the id that comes of it. */
const cases: readonly Case[] = [
  [
    "access:ProjectMember",
    "POST /v1/projects/proj_1/members",
    { email: "ada@example.com", role: "developer" },
    "proj_1/usr_1",
    { id: "usr_1" },
  ],
  [
    "compute:Container",
    "POST /api/v1/instances",
    {
      name: "web",
      type: "container",
      image: "debian/13",
      cpu_limit: "2",
      memory_limit: "2GiB",
      profile: "default",
    },
    "web",
    {},
  ],
  [
    "compute:Image",
    "POST /v1/images",
    { name: "base", source: { type: "snapshot", instance_id: "inst_1", snapshot: "nightly" } },
    "img_1",
    { id: "img_1" },
  ],
  [
    "compute:ImageShare",
    "POST /v1/images/img_1/share",
    { project_ids: ["proj_1", "proj_2"] },
    "img_1/share",
    {},
  ],
  [
    "compute:ImportedImage",
    "POST /v1/images/import",
    {
      name: "base",
      url: "https://images.example/base.qcow2",
      format: "qcow2",
      os_type: "linux",
    },
    "img_1",
    { id: "img_1" },
  ],
  [
    "compute:Instance",
    "POST /v1/instances",
    { name: "web", region: "eu", plan: "small", source: { type: "image", image_id: "img_1" } },
    "inst_1",
    { id: "inst_1" },
  ],
  [
    "compute:PortForward",
    "POST /api/v1/instances/host/ports",
    { protocol: "tcp", public_port: 20_001, target_port: 8080, description: "api" },
    "host/tcp/20001",
    {},
  ],
  [
    "compute:Server",
    "POST /api/v2/servers",
    { name: "web", size: "small", network_access: "shared" },
    "srv-9",
    { id: "srv-9" },
  ],
  [
    "monitoring:AlertRule",
    "POST /api/v1/monitoring/alerts",
    {
      name: "hot",
      metric: "cpu_percent",
      condition: "gt",
      threshold: 90.5,
      channels: "email,slack",
      cooldown_minutes: 10,
    },
    "hot",
    {},
  ],
  [
    "network:Certificate",
    "POST /v1/certificates",
    {
      name: "shop",
      private_key: String(privateKey),
      certificate: String(certificate),
      certificate_chain: String(certificateChain),
    },
    "cert_1",
    { id: "cert_1" },
  ],
  [
    "network:Firewall",
    "POST /api/v1/firewalls",
    {
      name: "edge",
      inbound: [
        {
          protocol: "tcp",
          ports: ["443", "8000-8100"],
          sources: ["10.0.0.0/8"],
          description: "web",
        },
      ],
      outbound: [{ protocol: "udp", destinations: ["2001:db8::/32"] }],
    },
    "edge",
    {},
  ],
  ["network:FloatingIp", "POST /v1/floating-ips", { region: "eu" }, "fip_1", { id: "fip_1" }],
  [
    "network:FloatingIpAssignment",
    "POST /v1/floating-ips/fip_1/assign",
    { instance_id: "inst_1" },
    "fip_1",
    {},
  ],
  [
    "network:LoadBalancer",
    "POST /v1/load-balancers",
    {
      name: "shop",
      region: "eu",
      forwarding_rules: [
        {
          entry_port: 443,
          entry_protocol: "https",
          target_port: 8080,
          target_protocol: "http",
          certificate_id: "cert_1",
        },
        { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" },
      ],
      health_check: {
        protocol: "http",
        port: 8080,
        path: "/",
        interval: 10,
        timeout: 5,
        threshold: 3,
      },
      backend_instances: ["inst_1", "inst_2"],
      algorithm: "ip_hash",
    },
    "lb-1",
    { id: "lb-1" },
  ],
  [
    "network:Network",
    "POST /api/v1/networks",
    {
      name: "backend",
      description: "between services",
      config: { "ipv4.address": "10.0.0.0/24", "ipv6.address": "none" },
    },
    "backend",
    {},
  ],
  [
    "storage:Bucket",
    "POST /api/v1/storage/buckets",
    { name: "files", versioned: true },
    "files",
    {},
  ],
  [
    "storage:PoolVolume",
    "POST /api/v1/storage/pools/default/volumes",
    { name: "data", config: { "snapshots.schedule": "daily", size: "10GiB" } },
    "default/data",
    {},
  ],
  [
    "storage:Volume",
    "POST /v1/volumes",
    { name: "data", region: "eu", size_gb: 10, filesystem: "ext4" },
    "vol_1",
    { id: "vol_1" },
  ],
  [
    "storage:VolumeAttachment",
    "POST /v1/volumes/vol_1/attach",
    { instance_id: "inst_1" },
    "vol_1/inst_1",
    {},
  ],
];

describe("a create", () => {
  test.each(cases)("of a %s sends %s", async (type, call, body, id, answer) => {
    const expected = [{ call, body, answer: { status: "running", ...Object(answer) } }];
    const context = newContext(expected, { assumedRoutes: "never" });
    const stored = await create(
      context,
      definitionOf(type),
      declared({ ...samples[type], __generatedName: true }),
    );
    expect(stored.id).toBe(id);
    expect(stored.state).toMatchObject(samples[type] ?? {});
  });

  test("of an API key sends nothing: it is taken over", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    const inputs = declared({ keyId: "key_1" });
    expect((await create(context, definitionOf("access:ApiKey"), inputs)).id).toBe("key_1");
  });

  test("is shown for every class", () => {
    const shown = ["access:ApiKey", "monitoring:HealthGate", ...cases.map(([type]) => type)];
    expect(shown.toSorted()).toEqual([...definitions.keys()].toSorted());
  });
});
