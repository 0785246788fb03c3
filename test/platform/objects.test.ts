import { describe, expect, test } from "vitest";
import {
  certificateBody,
  containerBody,
  idOf,
  imageBody,
  newInstance,
  newWorld,
  sender,
  volumeBody,
} from "./support.ts";

describe("time", () => {
  test("a new volume is available, and a grown one is larger, after volumeSeconds", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ volumeSeconds: 10 });
    const created = await send("POST /v1/volumes", volumeBody());
    const shown = { id: idOf(created), ...volumeBody(), filesystem: null, instance_id: null };
    expect(created.body).toEqual({ ...shown, status: "creating" });
    clock.pass(10);
    const path = `/v1/volumes/${idOf(created)}`;
    expect((await send(`GET ${path}`)).body).toEqual({ ...shown, status: "available" });
    const growing = await send(`PATCH ${path}`, { size_gb: 20 });
    expect(growing.body).toMatchObject({ size_gb: 10, status: "resizing" });
    clock.pass(10);
    expect((await send(`GET ${path}`)).body).toMatchObject({ size_gb: 20, status: "available" });
  });

  test("a load balancer is active and has an address after bootSeconds", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ bootSeconds: 20 });
    const made = await send("POST /v1/load-balancers", balancer());
    const usual = { id: idOf(made), ...balancer(), algorithm: "round_robin" };
    expect(made.body).toEqual({ ...usual, status: "provisioning", ip_addresses: [] });
    clock.pass(20);
    const ip_addresses = [expect.stringMatching(/^198\.1[89]\./)];
    const ready = { ...usual, status: "active", ip_addresses };
    expect((await send("GET /v1/load-balancers")).body).toEqual([ready]);
  });

  test("what was deleted is shown as such, cannot be used, and is gone after deleteSeconds", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ deleteSeconds: 10 });
    const path = `/v1/volumes/${idOf(await send("POST /v1/volumes", volumeBody()))}`;
    expect((await send(`DELETE ${path}`)).status).toBe(204);
    expect((await send(`GET ${path}`)).body).toMatchObject({ status: "deleting" });
    expect((await send("GET /v1/volumes")).body).toMatchObject([{ status: "deleting" }]);
    const error = expect.stringMatching(/^volume ".+" is being deleted$/);
    const used = await send(`PATCH ${path}`, { size_gb: 20 });
    expect(used).toMatchObject({ status: 409, body: { error } });
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(409);
    clock.pass(10);
    expect((await send(`GET ${path}`)).status).toBe(404);
    expect((await send("GET /v1/volumes")).body).toEqual([]);
    expect((await send("POST /v1/volumes", volumeBody())).status).toBe(201);
  });
});

describe("spec 2.4: port forwards", () => {
  const ports = "/api/v1/instances/web/ports";
  const forward = { protocol: "tcp", public_port: 20_001, target_port: 80 };

  test("a port is forwarded once for each protocol, and refusals have the statuses assumed", async () => {
    const { send } = newWorld({
      assumptions: { "refusals.portOutsideBlock": 400, "refusals.mailPort": 451 },
    });
    await send("POST /api/v1/instances", containerBody());
    await send(`POST ${ports}`, forward);
    const error = expect.stringContaining("tcp port 20001 is forwarded already");
    const again = await send(`POST ${ports}`, { ...forward, target_port: 81 });
    expect(again).toMatchObject({ status: 409, body: { error } });
    expect((await send(`POST ${ports}`, { ...forward, protocol: "udp" })).status).toBe(201);
    expect((await send(`POST ${ports}`, { ...forward, public_port: 1 })).status).toBe(400);
    expect((await send(`POST ${ports}`, { ...forward, target_port: 25 })).status).toBe(451);
  });

  test.each(["protocol=tcp", "protocol=tcp&public_port=20001.0", "protocol=TCP&public_port=20001"])(
    "?%s names none",
    async (query) => {
      const { send } = newWorld();
      await send("POST /api/v1/instances", containerBody());
      const why = "the query needs protocol (tcp or udp) and public_port (a number)";
      const error = `port forward of instance "web" was not deleted: ${why}`;
      expect(await send(`DELETE ${ports}?${query}`)).toMatchObject({
        status: 422,
        body: { error },
      });
    },
  );
});

describe("spec 2.5: firewall policies", () => {
  const inbound = [{ protocol: "tcp", ports: ["443", "8000-8100"], sources: ["0.0.0.0/0"] }];
  const outbound = [{ protocol: "udp", ports: ["53"], destinations: ["10.0.0.0/8"] }];

  test("a change replaces the rules that it names; unknown fields are kept, but no id", async () => {
    const { send } = newWorld();
    const raw = { name: "web", default: { in: "drop" }, inbound, outbound };
    const made = await send("POST /api/v1/firewalls", { ...raw, id: "mine" });
    const id = expect.stringMatching(/^fw_/);
    expect(made.body).toEqual({ ...raw, id });
    const path = `/api/v1/firewalls/${idOf(made)}`;
    const changed = await send(`PATCH ${path}`, { outbound: [] });
    expect(changed.body).toEqual({ ...raw, id, outbound: [] });
    const error = expect.stringContaining('was not changed: "inbound.0.protocol" is required');
    const refused = await send(`PATCH ${path}`, { name: "new", inbound: [{}] });
    expect(refused).toMatchObject({ status: 422, body: { error } });
    expect((await send(`GET ${path}`)).body).toEqual(changed.body);
  });

  test("its rules have the names assumed for them, also in messages", async () => {
    const { send } = newWorld({
      assumptions: { "fields.inbound": "ingress", "fields.outbound": "egress" },
    });
    const rules = { ingress: [{ protocol: "tcp" }], egress: [{ protocol: "udp" }] };
    const made = await send("POST /api/v1/firewalls", { name: "web", ...rules });
    expect(made.body).toEqual({ id: idOf(made), name: "web", ...rules });
    const refused = await send("POST /api/v1/firewalls", { name: "x", egress: [{}] });
    expect(refused.body).toEqual({ error: expect.stringContaining('"egress.0.protocol"') });
  });
});

const http = { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" };
const https = { ...http, entry_port: 443, entry_protocol: "https" };

function balancer(name = "front") {
  return {
    ...{ name, region: "eu", forwarding_rules: [http], backend_instances: [] },
    health_check: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
  };
}

describe("spec 2.9: load balancers and certificates", () => {
  test("a change touches the named fields alone, and is checked like a new one", async () => {
    const { send } = newWorld();
    const made = await send("POST /v1/load-balancers", balancer());
    await send("POST /v1/load-balancers", balancer("other"));
    const path = `PATCH /v1/load-balancers/${idOf(made)}`;
    const backend_instances = [await newInstance(send)];
    const changed = await send(path, { backend_instances });
    expect(changed.body).toEqual({ ...Object(made.body), backend_instances });
    for (const [body, status] of [
      [{ backend_instances: ["inst_x"] }, 404],
      [{ forwarding_rules: [https] }, 422],
      [{ region: "us" }, 422],
      [{ name: "other" }, 409],
    ] as const) {
      expect((await send(path, body)).status).toBe(status);
    }
    expect((await send(path, { region: "eu", name: "front" })).body).toEqual(changed.body);
  });

  test("the name of the algorithm's field is assumed", async () => {
    const { send } = newWorld({ assumptions: { "fields.algorithm": "balancing" } });
    const made = await send("POST /v1/load-balancers", { ...balancer(), balancing: "ip_hash" });
    expect(made.body).toMatchObject({ balancing: "ip_hash" });
    const other = { ...balancer("other"), algorithm: "ip_hash" };
    expect((await send("POST /v1/load-balancers", other)).status).toBe(422);
  });

  test("one is as healthy as its best backend", async () => {
    const { platform, clock, send } = newWorld();
    const made = { ...balancer(), backend_instances: [await newInstance(send)] };
    const id = idOf(await send("POST /v1/load-balancers", made));
    const reason = `no backend of load balancer "${id}" is healthy`;
    expect(platform.probe(id)).toEqual({ healthy: false, reason });
    clock.pass(1);
    expect(platform.probe(id)).toEqual({ healthy: true });
  });

  test("no answer, refusal or log has a private key", async () => {
    const { send, platform } = newWorld();
    const { private_key, ...shown } = certificateBody();
    const made = await send("POST /v1/certificates", certificateBody());
    expect(made.body).toEqual({ id: expect.stringMatching(/^cert_/), ...shown });
    const both = { name: "b", certificate: shown.certificate + private_key };
    const refused = await send("POST /v1/certificates", { ...certificateBody(), ...both });
    const error = expect.stringContaining('"certificate" is not accepted: it holds a private key');
    expect(refused).toMatchObject({ status: 422, body: { error } });
    const all = JSON.stringify([refused.body, platform.requests()]);
    expect(all).not.toContain(private_key.slice(40, 80));
  });

  test.each([true, false])("platform.certificatesInUse and volumesInUse: %s", async (inUse) => {
    const { send } = newWorld({
      assumptions: { "platform.certificatesInUse": inUse, "platform.volumesInUse": inUse },
    });
    const certificate_id = idOf(await send("POST /v1/certificates", certificateBody()));
    const rules = { forwarding_rules: [{ ...https, certificate_id }] };
    await send("POST /v1/load-balancers", { ...balancer(), ...rules });
    const volume = idOf(await send("POST /v1/volumes", volumeBody()));
    await send(`POST /v1/volumes/${volume}/attach`, { instance_id: await newInstance(send) });
    const status = inUse ? 409 : 204;
    expect((await send(`DELETE /v1/certificates/${certificate_id}`)).status).toBe(status);
    expect((await send(`DELETE /v1/volumes/${volume}`)).status).toBe(status);
  });
});

describe("spec 2.7a: images", () => {
  test("words and fields of an import that fails are the ones assumed", async () => {
    const { send, clock } = newWorld({
      assumptions: {
        ...{ "words.failed": ["rotten"], "fields.progress": "percent" },
        ...{ "fields.reason": "why", "fields.sharedWith": "shared_with" },
      },
    });
    const url = "https://images.test/broken.qcow2";
    await send("POST /v1/images/import", { ...imageBody(), url });
    clock.pass(1);
    const failed = { status: "rotten", percent: 50, why: expect.any(String), shared_with: [] };
    expect((await send("GET /v1/images")).body).toMatchObject([failed]);
  });

  test("another project sees it once it is shared to it, and never changes it", async () => {
    const { platform } = newWorld();
    const keyOf = (project: string) =>
      sender(platform, platform.createKey({ scopes: ["*"], level: "Admin", project }).key);
    const { id: other } = platform.createProject("other");
    const [own, guest] = [keyOf("proj_default"), keyOf(other)];
    const id = idOf(await own("POST /v1/images/import", imageBody()));
    expect((await guest(`GET /v1/images/${id}`)).status).toBe(404);
    const share = `POST /v1/images/${id}/share`;
    await own(share, { project_ids: [other] });
    const again = await own(share, { project_ids: [other, "proj_default"] });
    expect(again).toMatchObject({ status: 200, body: { project_ids: [other, "proj_default"] } });
    expect((await guest("GET /v1/images")).body).toMatchObject([{ id }]);
    const error = `image "${id}" was not deleted: it belongs to another project than the API key`;
    expect(await guest(`DELETE /v1/images/${id}`)).toMatchObject({ status: 403, body: { error } });
    expect((await own(share, { project_ids: ["proj_x"] })).status).toBe(404);
    expect((await own(`DELETE /v1/images/${id}`)).status).toBe(204);
  });
});

test("spec 2.6: the answer to a bucket's create alone shows credentials, in the fields assumed", async () => {
  const { send, platform } = newWorld({
    assumptions: { "fields.bucketAccessKey": "key_id", "fields.bucketSecretKey": "key_secret" },
  });
  const raw = { versioning: true, endpoint: "mine", key_secret: "mine" };
  const { body: made } = await send("POST /api/v1/storage/buckets", { name: "media", ...raw });
  const { key_id, key_secret, ...shown } = Object(made);
  const endpoint = expect.stringMatching(/^https:\/\/.+\.invalid$/);
  expect(shown).toEqual({ name: "media", versioning: true, endpoint });
  expect([key_id, key_secret]).toEqual([
    expect.stringMatching(/^local_/),
    expect.stringMatching(/^hosting_local_/),
  ]);
  expect((await send("GET /api/v1/storage/buckets/media")).body).toEqual(shown);
  expect(platform.snapshot().bucket).toEqual([shown]);
});

test("spec 2.6: a pool volume only grows, in whatever unit, and keeps the rest of its config", async () => {
  const { send } = newWorld();
  const path = "/api/v1/storage/pools/default/volumes";
  const config = { size: "10GiB", "block.filesystem": "xfs" };
  await send(`POST ${path}`, { name: "data", config });
  for (const size of ["9GiB", "10GiB", "10240MiB"]) {
    const why = `size ${size} is not greater than its 10GiB`;
    const error = `storage volume "default/data" was not resized: ${why}`;
    const refused = await send(`PATCH ${path}/data`, { config: { size } });
    expect(refused).toMatchObject({ status: 422, body: { error } });
  }
  const grown = await send(`PATCH ${path}/data`, { config: { size: "11GiB" } });
  expect(grown.body).toMatchObject({ config: { ...config, size: "11GiB" } });
});
