import type { Props } from "../../provider/definition/session.ts";
import type { Declaration, Program } from "../simulation/program.ts";
import type { Link } from "../simulation/templates.ts";
import { makeCertificate } from "../support/certificate.ts";
import type { ThirdParty } from "./platform/index.ts";

/** The declarations of one resource in the program's three versions. */
interface Plan {
  readonly type: string;
  readonly inputs: Props;
  /** The changes in the second version. */
  readonly changed?: Props;
  /** The changes in the third version: the updates and replacements that the second one leaves out. */
  readonly changedAgain?: Props;
  readonly links?: Declaration["links"];
  readonly linksAgain?: Declaration["links"];
  /** True for what stays on the platform when it leaves the state. */
  readonly retainOnDelete?: true;
  /** True where it can have a name of the user's own. */
  readonly isNamed?: true;
  /** The name it then has in the second version. */
  readonly changedName?: string;
}

/** How a program is written. */
export interface Version {
  readonly version: "first" | "changed" | "changed again";
  /** True where objects have names of the user's own. */
  readonly hasOwnNames: boolean;
}

/** A program with a resource of every class. */
export function programFor(thirdParty: ThirdParty, { version, hasOwnNames }: Version): Program {
  const isChanged = version !== "first";
  const isChangedAgain = version === "changed again";
  return Object.entries(plansFor(thirdParty)).map(([name, plan]) => ({
    name,
    type: plan.type,
    inputs: {
      ...plan.inputs,
      ...(hasOwnNames && plan.isNamed ? { name: nameOf(name, plan, isChanged) } : {}),
      ...(isChanged ? plan.changed : {}),
      ...(isChangedAgain ? plan.changedAgain : {}),
    },
    links: { ...plan.links, ...(isChangedAgain ? plan.linksAgain : {}) },
    ...(plan.retainOnDelete ? { retainOnDelete: true } : {}),
  }));
}

function nameOf(name: string, { changedName }: Plan, isChanged: boolean): string {
  return isChanged && changedName !== undefined ? changedName : `own-${name}`;
}

const region = "eu-north";
const validity = { notBefore: new Date("2026-01-01"), notAfter: new Date("2046-01-01") };
const [first, second] = [
  makeCertificate({ domains: ["shop.example"], ...validity }),
  makeCertificate({ domains: ["shop.example"], ...validity }),
];
const healthCheck = {
  protocol: "http",
  port: 80,
  path: "/",
  interval: 10,
  timeout: 5,
  threshold: 3,
};
const idOf = (to: string): Link => ({ to, value: (id) => id });
const alsoIn = (to: string, value: (id: string) => unknown): Link => ({ to, value });

function plansFor(thirdParty: ThirdParty): Readonly<Record<string, Plan>> {
  return {
    ...machines(thirdParty),
    ...images(thirdParty),
    ...storage(),
    ...network(),
    ...access(thirdParty),
  };
}

function machines(thirdParty: ThirdParty): Readonly<Record<string, Plan>> {
  return {
    web: {
      type: "compute:Container",
      inputs: { image: "debian/13", memoryLimit: "1GiB", restartTriggers: ["v1"] },
      changed: { image: "debian/12" },
      changedAgain: { desiredState: "stopped", restartTriggers: ["v2"] },
      isNamed: true,
    },
    door: {
      type: "compute:PortForward",
      inputs: { protocol: "tcp", targetPort: 8080, description: "the shop" },
      changed: { targetPort: 8081 },
      links: {
        instanceName: idOf("web"),
        publicPort: alsoIn("web", (id) => firstFreePort(thirdParty, id)),
      },
    },
    app: {
      type: "compute:Instance",
      inputs: { region, plan: "small", image: "debian/13", restartTriggers: ["v1"] },
      changed: { plan: "medium" },
      changedAgain: { restartTriggers: ["v2"] },
      isNamed: true,
    },
    box: {
      type: "compute:Server",
      inputs: { size: "s-1", networkAccess: "shared", restartTriggers: ["v1"] },
      changed: { restartTriggers: ["v2"] },
      changedAgain: { size: "s-2", networkAccess: "dedicated" },
      isNamed: true,
    },
  };
}

function images({ projects }: ThirdParty): Readonly<Record<string, Plan>> {
  return {
    copy: {
      type: "compute:Image",
      inputs: {},
      links: { source: alsoIn("app", (id) => ({ instanceId: id, snapshot: "daily" })) },
      isNamed: true,
    },
    fetched: {
      type: "compute:ImportedImage",
      inputs: { url: "https://images.example/base.qcow2", format: "qcow2", osType: "linux" },
      changed: { url: "https://images.example/next.qcow2" },
      isNamed: true,
    },
    // The second version replaces its image, and so the share; the third one adds a project.
    lent: {
      type: "compute:ImageShare",
      inputs: { projectIds: [projects.other] },
      changedAgain: { projectIds: [projects.other, projects.own] },
      links: { imageId: idOf("copy") },
      retainOnDelete: true,
    },
  };
}

function storage(): Readonly<Record<string, Plan>> {
  return {
    data: {
      type: "storage:Volume",
      inputs: { region, sizeGb: 10, filesystem: "ext4", allowDataLoss: true },
      changed: { sizeGb: 20 },
      changedAgain: { filesystem: "xfs" },
      isNamed: true,
    },
    plug: {
      type: "storage:VolumeAttachment",
      inputs: {},
      links: { volumeId: idOf("data"), instanceId: idOf("app") },
    },
    shelf: {
      type: "storage:PoolVolume",
      inputs: { size: "10GiB", allowDataLoss: true },
      changed: { size: "20GiB" },
      changedAgain: { config: { snapshots: "daily" } },
      isNamed: true,
    },
    logs: {
      type: "storage:Bucket",
      inputs: { allowDataLoss: true },
      changedAgain: { name: "other-logs" },
      isNamed: true,
    },
  };
}

function network(): Readonly<Record<string, Plan>> {
  return {
    back: {
      type: "network:Network",
      inputs: { config: { "ipv4.address": "10.20.0.1/24" } },
      changed: { config: { "ipv4.address": "10.21.0.1/24" } },
      changedAgain: { name: "other-back" },
      isNamed: true,
    },
    wall: {
      type: "network:Firewall",
      inputs: { inbound: [{ protocol: "tcp", ports: ["443"] }], outbound: [] },
      changed: { inbound: [{ protocol: "tcp", ports: ["443", "80"] }] },
      changedAgain: { name: "other-wall" },
      isNamed: true,
    },
    address: { type: "network:FloatingIp", inputs: { region } },
    spare: {
      type: "network:FloatingIp",
      inputs: { region: "eu-west", allowAddressChange: true },
      changedAgain: { region },
    },
    route: {
      type: "network:FloatingIpAssignment",
      inputs: {},
      links: { floatingIpId: idOf("address"), instanceId: idOf("app") },
      linksAgain: { floatingIpId: idOf("spare") },
    },
    paper: {
      type: "network:Certificate",
      inputs: { certificate: first.certificate, privateKey: first.privateKey },
      changed: { certificate: second.certificate, privateKey: second.privateKey },
      isNamed: true,
      // One that a load balancer uses cannot be deleted before the next one exists.
      changedName: "own-paper-2",
    },
    front: {
      type: "network:LoadBalancer",
      inputs: { region, healthCheck },
      changed: { healthCheck: { ...healthCheck, interval: 15 } },
      changedAgain: { region: "eu-west" },
      links: {
        backendInstances: alsoIn("app", (id) => [id]),
        forwardingRules: alsoIn("paper", forwardingRules),
      },
      isNamed: true,
    },
  };
}

function access({ projects, keyIds }: ThirdParty): Readonly<Record<string, Plan>> {
  const gate = { address: "203.0.113.9", probe: { protocol: "http", port: 80 } };
  return {
    alarm: {
      type: "monitoring:AlertRule",
      inputs: {
        ...{ metric: "cpu_percent", condition: "gt", threshold: 90, channels: ["email", "slack"] },
        cooldownMinutes: 10,
      },
      changed: { threshold: 80 },
      isNamed: true,
    },
    gate: {
      type: "monitoring:HealthGate",
      inputs: gate,
      changed: { probe: { ...gate.probe, path: "/ready" } },
      links: { instanceId: idOf("app") },
    },
    ada: {
      type: "access:ProjectMember",
      inputs: { projectId: projects.own, email: "Ada@example.com", role: "developer" },
      changed: { role: "viewer" },
      changedAgain: { email: "Grace@example.com" },
    },
    key: {
      type: "access:ApiKey",
      inputs: { keyId: keyIds.reader },
      changedAgain: { keyId: keyIds.writer },
    },
  };
}

function forwardingRules(certificateId: string): readonly Props[] {
  const http = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
  return [http, { ...http, entryPort: 443, entryProtocol: "https", certificateId }];
}

/** A port of the block that the platform gave the container (spec 8), which not every platform shows. */
function firstFreePort(thirdParty: ThirdParty, name: string): number {
  const machine = thirdParty
    .objects()
    .find((known) => known.kind === "instance" && known.name === name);
  // The first one leads to the machine's own SSH (spec 8).
  return Number(machine?.fields["port_start"] ?? 0) + 1;
}
