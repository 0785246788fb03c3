import { describe, expect, test } from "vitest";
import { certificateBody, containerBody, idOf, newInstance, newWorld } from "./support.ts";

describe("spec 2.4: port forwards", () => {
  const ports = "/api/v1/instances/web/ports";
  const forward = { protocol: "tcp", public_port: 20_001, target_port: 80 };

  test("each instance has its own; the first port of a block leads to SSH", async () => {
    const { send } = newWorld();
    for (const name of ["web", "other"]) await send("POST /api/v1/instances", containerBody(name));
    const made = await send(`POST ${ports}`, { ...forward, description: "web" });
    expect(made).toMatchObject({ status: 201, body: { ...forward, description: "web" } });
    const ssh = { protocol: "tcp", public_port: 20_000, target_port: 22 };
    expect((await send(`GET ${ports}`)).body).toMatchObject([ssh, forward]);
    expect((await send("GET /api/v1/instances/other/ports")).body).toHaveLength(1);
    expect((await send(`DELETE ${ports}?protocol=tcp&public_port=20001`)).status).toBe(204);
    expect((await send(`GET ${ports}`)).body).toMatchObject([ssh]);
  });

  test("a port is forwarded once for each protocol", async () => {
    const { send } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    await send(`POST ${ports}`, forward);
    expect(await send(`POST ${ports}`, { ...forward, target_port: 81 })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("tcp port 20001 is forwarded already") },
    });
    expect((await send(`POST ${ports}`, { ...forward, protocol: "udp" })).status).toBe(201);
  });

  test.each([
    "protocol=tcp",
    "public_port=20001",
    "protocol=tcp&public_port=",
    "protocol=tcp&public_port=20001.0",
    "protocol=TCP&public_port=20001",
  ])("?%s names none", async (query) => {
    const { send } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    const error = "the query needs protocol (tcp or udp) and public_port (a number)";
    expect(await send(`DELETE ${ports}?${query}`)).toMatchObject({
      status: 422,
      body: { error: `port forward of instance "web" was not deleted: ${error}` },
    });
  });

  test("the statuses of its refusals are assumed", async () => {
    const { send } = newWorld({
      assumptions: { "refusals.portOutsideBlock": 400, "refusals.mailPort": 451 },
    });
    await send("POST /api/v1/instances", containerBody());
    expect((await send(`POST ${ports}`, { ...forward, public_port: 1 })).status).toBe(400);
    expect((await send(`POST ${ports}`, { ...forward, target_port: 25 })).status).toBe(451);
  });
});

test("spec 2.8: no two floating IPs have one address, not even after a release", async () => {
  const { send } = newWorld();
  const first = await send("POST /v1/floating-ips", { region: "eu" });
  const ip = expect.stringMatching(/^198\.1[89]\.\d+\.\d+$/);
  expect(first.body).toEqual({ id: idOf(first), ip, region: "eu", instance_id: null });
  expect((await send(`POST /v1/floating-ips/${idOf(first)}/unassign`)).status).toBe(200);
  await send(`DELETE /v1/floating-ips/${idOf(first)}`);
  const second = await send("POST /v1/floating-ips", { region: "eu" });
  expect(Object(second.body).ip).not.toBe(Object(first.body).ip);
});

test("spec 2.5: a network needs a name alone", async () => {
  const { send } = newWorld();
  const made = await send("POST /api/v1/networks", { name: "backend" });
  expect(made.body).toEqual({ id: idOf(made), name: "backend", description: null, config: {} });
  expect(idOf(made)).toMatch(/^net_[0-9a-z]{16}$/);
});

describe("spec 2.5: firewall policies", () => {
  const inbound = [{ protocol: "tcp", ports: ["443", "8000-8100"], sources: ["0.0.0.0/0"] }];
  const outbound = [{ protocol: "udp", ports: ["53"], destinations: ["10.0.0.0/8"] }];

  test("a change replaces the rules that it names, and one that is refused changes nothing", async () => {
    const { send } = newWorld();
    const id = idOf(await send("POST /api/v1/firewalls", { name: "web", inbound, outbound }));
    const path = `/api/v1/firewalls/${id}`;
    const changed = await send(`PATCH ${path}`, { outbound: [] });
    expect(changed.body).toEqual({ id, name: "web", inbound, outbound: [] });
    const refused = await send(`PATCH ${path}`, { name: "new", inbound: [{}] });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: `firewall policy "${id}" was not changed: "inbound.0.protocol" is required` },
    });
    expect((await send(`GET ${path}`)).body).toEqual(changed.body);
  });

  test("fields that the spec does not show are kept, but no id", async () => {
    const { send } = newWorld();
    const raw = { name: "web", default: { in: "drop" }, inbound: [{ protocol: "tcp", log: true }] };
    const made = await send("POST /api/v1/firewalls", { ...raw, id: "mine" });
    expect(made.body).toMatchObject({ ...raw, id: expect.stringMatching(/^fw_/) });
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

describe("spec 2.9: load balancers and certificates", () => {
  const http = { entry_port: 80, entry_protocol: "http", target_port: 80, target_protocol: "http" };
  const https = { ...http, entry_port: 443, entry_protocol: "https" };
  const balancer = (name = "front") => ({
    name,
    region: "eu",
    forwarding_rules: [http],
    health_check: { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 },
    backend_instances: [],
  });

  test("a new one is active and has an address after bootSeconds", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ bootSeconds: 20 });
    const made = await send("POST /v1/load-balancers", balancer());
    const usual = { ...balancer(), algorithm: "round_robin" };
    const id = expect.stringMatching(/^lb_[0-9a-z]{16}$/);
    expect(made.body).toEqual({ ...usual, id, status: "provisioning", ip_addresses: [] });
    clock.pass(20);
    const ip_addresses = [expect.stringMatching(/^198\.1[89]\./)];
    const ready = { ...usual, id, status: "active", ip_addresses };
    expect((await send("GET /v1/load-balancers")).body).toEqual([ready]);
  });

  test("a change touches the named fields alone, and is checked like a new one", async () => {
    const { send } = newWorld();
    const made = await send("POST /v1/load-balancers", balancer());
    await send("POST /v1/load-balancers", balancer("other"));
    const path = `PATCH /v1/load-balancers/${idOf(made)}`;
    const backend_instances = [await newInstance(send)];
    const changed = await send(path, { backend_instances });
    expect(changed.body).toEqual({ ...Object(made.body), backend_instances });
    const wrong = [
      { backend_instances: ["inst_x"] },
      { forwarding_rules: [https] },
      { region: "us" },
      { name: "other" },
    ];
    const statuses = wrong.map(async (body) => (await send(path, body)).status);
    expect(await Promise.all(statuses)).toEqual([404, 422, 422, 409]);
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
    const backend_instances = [await newInstance(send)];
    const made = { ...balancer(), backend_instances };
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
    expect(made.body).toEqual({ id: expect.stringMatching(/^cert_[0-9a-z]{16}$/), ...shown });
    const both = { name: "b", certificate: shown.certificate + private_key };
    const refused = await send("POST /v1/certificates", { ...certificateBody(), ...both });
    const error = expect.stringContaining('"certificate" is not accepted: it holds a private key');
    expect(refused).toMatchObject({ status: 422, body: { error } });
    const wrong = private_key.replaceAll("PRIVATE", "PUBLIC");
    const other = await send("POST /v1/certificates", { ...certificateBody(), private_key: wrong });
    const all = JSON.stringify([refused.body, other.body, platform.requests()]);
    for (const key of [private_key, wrong]) expect(all).not.toContain(key.slice(40, 80));
  });

  test.each([
    [true, 409],
    [false, 204],
  ])("platform.certificatesInUse %s: deleting a used one is answered %d", async (value, status) => {
    const { send } = newWorld({ assumptions: { "platform.certificatesInUse": value } });
    const certificate_id = idOf(await send("POST /v1/certificates", certificateBody()));
    const rules = { forwarding_rules: [{ ...https, certificate_id }] };
    const user = idOf(await send("POST /v1/load-balancers", { ...balancer(), ...rules }));
    const deleted = await send(`DELETE /v1/certificates/${certificate_id}`);
    expect(deleted.status).toBe(status);
    if (status === 204) return;
    const error = expect.stringContaining(`load balancer "${user}" uses it`);
    expect(deleted.body).toEqual({ error });
  });
});
