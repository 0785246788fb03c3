import { generateKeyPairSync } from "node:crypto";
import type { Platform } from "../../platform/index.ts";

type Send = (route: string, body?: object, key?: string) => Promise<string>;

/** A small shop behind a load balancer, some days after it was put up, with a fault to try it by. */
export async function buildShop(platform: Platform): Promise<void> {
  const send = sender(platform);
  const web = [await machine(send, "web-1"), await machine(send, "web-2")];
  const certificate = {
    name: "shop.example",
    private_key: privateKey(),
    certificate: pem("CERTIFICATE"),
  };
  const certificate_id = await send("POST /v1/certificates", certificate);
  await send("POST /v1/load-balancers", balancer(certificate_id, web));
  await store(send, web[0] ?? "");
  await send("POST /api/v1/instances", { name: "worker", type: "container", image: "debian/13" });
  await send("POST /api/v1/firewalls", { name: "only-web" });
  platform.clock.freeze();
  platform.clock.advance(9 * 86_400);
  await mistakes(platform, send);
  platform.faults.add({ method: "POST", path: "/v1/volumes", status: 503, times: 2 });
}

/** The volumes, buckets, images and addresses. */
async function store(send: Send, instance_id: string): Promise<void> {
  const data = await send("POST /v1/volumes", {
    name: "assets-data",
    region: "eu-1",
    size_gb: 120,
  });
  await send(`POST /v1/volumes/${data}/attach`, { instance_id });
  await send("POST /v1/volumes", { name: "archive", region: "eu-1", size_gb: 400 });
  const address = await send("POST /v1/floating-ips", { region: "eu-1" });
  await send(`POST /v1/floating-ips/${address}/assign`, { instance_id });
  await send("POST /v1/floating-ips", { region: "eu-1" });
  await send("POST /api/v1/storage/buckets", { name: "shop-assets" });
  const source = { type: "snapshot", instance_id, snapshot: "nightly" };
  await send("POST /v1/images", { name: "shop-2027-01", source });
}

/** Requests that are refused, for their key, their body or what they name. */
async function mistakes(platform: Platform, send: Send): Promise<void> {
  const { key } = platform.createKey({ name: "readonly", level: "Read", scopes: ["*"] });
  await send("GET /v1/volumes", undefined, key);
  await send("POST /v1/volumes", { name: "logs", region: "eu-1", size_gb: 20 }, key);
  await send("POST /v1/volumes", { name: "logs", region: "eu-1" });
  await send("GET /v1/volumes/vol_gone");
  for (let call = 0; call < 17; call++) await send("GET /api/v1/networks");
}

function sender({ fetch, rootKey }: Platform): Send {
  return async (route, body, key = rootKey) => {
    const [method = "", path = ""] = route.split(" ");
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = body && { body: JSON.stringify(body) };
    const answer = await fetch(new Request(`http://platform${path}`, { method, headers, ...sent }));
    return String(Object(await answer.json().catch(() => ({})))["id"]);
  };
}

async function machine(send: Send, name: string): Promise<string> {
  return await send("POST /v1/instances", {
    name,
    region: "eu-1",
    plan: "medium",
    image: "debian/13",
  });
}

function balancer(certificate_id: string, backend_instances: readonly string[]) {
  const rule = {
    entry_port: 443,
    entry_protocol: "https",
    target_port: 8080,
    target_protocol: "http",
  };
  return {
    name: "shop",
    region: "eu-1",
    forwarding_rules: [{ ...rule, certificate_id }],
    health_check: {
      protocol: "http",
      port: 8080,
      path: "/",
      interval: 10,
      timeout: 5,
      threshold: 3,
    },
    backend_instances,
  };
}

/** Made anew each time: the page shows nothing of it. */
function privateKey(): string {
  const { privateKey: key } = generateKeyPairSync("ed25519");
  return String(key.export({ type: "pkcs8", format: "pem" }));
}

function pem(label: string): string {
  const text = Buffer.from(`${label} of the shop`).toString("base64");
  return `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
}
