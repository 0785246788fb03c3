import {
  certificateBody,
  containerBody,
  idOf,
  imageBody,
  newInstance,
  type Send,
  volumeBody,
} from "../support.ts";

/** Makes one of each kind that a picture shows, linked in every way there is. */
export async function buildWorld(plain: Send): Promise<void> {
  const send: Send = async (route, body) => {
    const answer = await plain(route, body);
    if (answer.status < 300) return answer;
    throw new Error(`${route}: ${JSON.stringify(answer.body)}`);
  };
  const web = await newInstance(send);
  const volume = idOf(await send("POST /v1/volumes", volumeBody()));
  await send(`POST /v1/volumes/${volume}/attach`, { instance_id: web });
  const address = idOf(await send("POST /v1/floating-ips", { region: "eu" }));
  await send(`POST /v1/floating-ips/${address}/assign`, { instance_id: web });
  const certificate_id = idOf(await send("POST /v1/certificates", certificateBody()));
  await send("POST /v1/load-balancers", balancerBody("front", { certificate_id, backend: web }));
  await send("POST /api/v1/instances", containerBody("box"));
  await buildImages(send, web);
  await send("POST /api/v2/servers", { name: "shop", size: "small" });
  await send("POST /api/v1/storage/buckets", { name: "assets" });
  await send("POST /api/v1/storage/pools/default/volumes", {
    name: "pool-data",
    config: { size: "1GiB" },
  });
  await buildRest(send);
}

async function buildRest(send: Send): Promise<void> {
  const network = { name: "inner", description: "of the shop", config: {} };
  await send("POST /api/v1/networks", network);
  await send("POST /api/v1/firewalls", { name: "closed" });
  const alert = { name: "hot", metric: "cpu_percent", condition: "gt", threshold: 90 };
  await send("POST /api/v1/monitoring/alerts", { ...alert, channels: "email" });
  const invitation = { email: "ann@example.com", role: "viewer" };
  await send("POST /v1/projects/proj_default/members", invitation);
}

async function buildImages(send: Send, instance_id: string): Promise<void> {
  const image = idOf(await send("POST /v1/images/import", imageBody()));
  await send(`POST /v1/images/${image}/share`, { project_ids: ["proj_default"] });
  const source = { type: "snapshot", instance_id, snapshot: "nightly" };
  await send("POST /v1/images", { name: "baked", source });
}

function balancerBody(
  name: string,
  { certificate_id, backend }: { readonly certificate_id: string; readonly backend: string },
) {
  const plain = {
    entry_port: 80,
    entry_protocol: "http",
    target_port: 80,
    target_protocol: "http",
  };
  return {
    name,
    region: "eu",
    forwarding_rules: [{ ...plain, entry_port: 443, entry_protocol: "https", certificate_id }],
    health_check: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
    backend_instances: [backend],
  };
}
