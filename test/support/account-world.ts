import { isObject } from "../thirdparty/platform/scene.ts";
import { makeCertificate } from "./certificate.ts";

/** Sends one request to a platform, and returns the parsed body of its answer. @throws where it is refused. */
export type Ask = (route: string, body?: unknown) => Promise<unknown>;

/** How an account is filled. */
export interface Making {
  readonly ask: Ask;
  /** The first port of a container's block that nothing uses. */
  readonly freePort: (container: string) => number | Promise<number>;
  /** Waits until what was made can be used. */
  readonly settle: () => Promise<void>;
  readonly project: string;
  /** How often each kind is made; 20 times makes more than 300 objects. */
  readonly times: number;
}

const validity = { notBefore: new Date("2026-01-01"), notAfter: new Date("2046-01-01") };
const pem = makeCertificate({ domains: ["shop.example"], ...validity });

/** Fills an account by raw requests: every kind that a program can have, the given number of times. */
export async function fillAccount({ times, ...making }: Making): Promise<void> {
  const numbers = Array.from({ length: times }, (_none, at) => at + 1);
  const machines = await inOrder(numbers, (number) => machinesOf(making, number));
  await making.settle();
  await inOrder(numbers, (number) => restOf(making, number, machines[number - 1] ?? {}));
  await making.settle();
}

type Ids = Readonly<Record<string, string>>;

async function machinesOf({ ask }: Omit<Making, "times">, number: number): Promise<Ids> {
  await ask("POST /api/v1/instances", {
    ...{ name: `web-${number}`, type: "container", image: "debian/12" },
    ...{ cpu_limit: "2", memory_limit: "2GiB" },
  });
  const instance = await ask("POST /v1/instances", {
    ...{ name: `app-${number}`, region: "eu-north", plan: "small", image: "debian/13" },
  });
  await ask("POST /api/v2/servers", { name: `box-${number}`, size: "s-1" });
  const imported = await ask("POST /v1/images/import", {
    ...{ name: `base-${number}`, url: `https://images.example/${number}.qcow2` },
    ...{ format: "qcow2", os_type: "linux" },
  });
  return { instance: idOf(instance), image: idOf(imported) };
}

async function restOf(making: Omit<Making, "times">, number: number, ids: Ids): Promise<void> {
  await storageOf(making, number, ids);
  await networkOf(making, number, ids);
  const { ask, project, freePort } = making;
  await ask(`POST /api/v1/instances/web-${number}/ports`, {
    ...{ protocol: "tcp", public_port: await freePort(`web-${number}`), target_port: 8080 },
    description: "the shop",
  });
  await ask("POST /v1/images", {
    name: `copy-${number}`,
    source: { type: "snapshot", instance_id: ids["instance"], snapshot: "daily" },
  });
  await ask("POST /api/v1/monitoring/alerts", {
    ...{ name: `hot-${number}`, metric: "cpu_percent", condition: "gt", threshold: 80 },
    ...{ channels: "email,slack", cooldown_minutes: 5 },
  });
  await ask(`POST /v1/projects/${project}/members`, {
    email: `person-${number}@example.com`,
    role: "developer",
  });
}

async function storageOf({ ask }: Omit<Making, "times">, number: number, ids: Ids): Promise<void> {
  const volume = await ask("POST /v1/volumes", {
    ...{ name: `data-${number}`, region: "eu-north", size_gb: 10, filesystem: "ext4" },
  });
  await ask(`POST /v1/volumes/${idOf(volume)}/attach`, { instance_id: ids["instance"] });
  await ask("POST /v1/volumes", {
    ...{ name: `spare-${number}`, region: "eu-north", size_gb: 20, filesystem: "xfs" },
  });
  await ask("POST /api/v1/storage/pools/default/volumes", {
    name: `shelf-${number}`,
    config: { size: "10GiB" },
  });
  await ask("POST /api/v1/storage/buckets", { name: `logs-${number}` });
}

async function networkOf({ ask }: Omit<Making, "times">, number: number, ids: Ids): Promise<void> {
  await ask("POST /api/v1/networks", {
    ...{ name: `back-${number}`, description: "private" },
    config: { "ipv4.address": `10.${100 + number}.0.1/24` },
  });
  await ask("POST /api/v1/firewalls", {
    name: `wall-${number}`,
    inbound: [{ protocol: "tcp", ports: ["443"], sources: ["0.0.0.0/0"] }],
    outbound: [],
  });
  const address = await ask("POST /v1/floating-ips", { region: "eu-north" });
  await ask(`POST /v1/floating-ips/${idOf(address)}/assign`, { instance_id: ids["instance"] });
  const paper = await ask("POST /v1/certificates", {
    ...{ name: `paper-${number}`, certificate: pem.certificate, private_key: pem.privateKey },
  });
  const http = { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" };
  const https = { ...http, entry_port: 443, entry_protocol: "https", certificate_id: idOf(paper) };
  await ask("POST /v1/load-balancers", {
    ...{ name: `front-${number}`, region: "eu-north", forwarding_rules: [http, https] },
    health_check: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
    backend_instances: [ids["instance"]],
  });
}

/** The private key of every certificate. */
export const privateKey = pem.privateKey;

/** The certificate itself, for platforms that do not show it. */
export const certificate = pem.certificate;

/** The id in an answer, out of whatever envelope. */
function idOf(answer: unknown): string {
  if (!isObject(answer)) return "";
  if (answer["id"] !== undefined) return String(answer["id"]);
  return (
    Object.values(answer)
      .map(idOf)
      .find((id) => id !== "") ?? ""
  );
}

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
