import { describe, expect, test } from "vitest";
import { certificateBody, idOf, newInstance, newWorld, type Send } from "./support.ts";

const http = { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" };
const https = { ...http, entry_port: 443, entry_protocol: "https" };
const health = { protocol: "http", port: 8080, path: "/", interval: 10, timeout: 5, threshold: 3 };

function balancerBody(changes: object = {}) {
  return {
    name: "front",
    region: "eu",
    forwarding_rules: [http],
    health_check: health,
    backend_instances: [],
    ...changes,
  };
}

async function newBalancer(send: Send, changes: object = {}): Promise<string> {
  return idOf(await send("POST /v1/load-balancers", balancerBody(changes)));
}

async function newCertificate(send: Send): Promise<string> {
  return idOf(await send("POST /v1/certificates", certificateBody()));
}

describe("spec 2.9, 4.2: load balancers", () => {
  test("a created one answers with its fields and is active after balancerSeconds", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ balancerSeconds: 20 });
    const backend = await newInstance(send);
    const certificate_id = await newCertificate(send);
    const given = balancerBody({
      forwarding_rules: [http, { ...https, certificate_id }],
      backend_instances: [backend],
      algorithm: "ip_hash",
    });
    const created = await send("POST /v1/load-balancers", given);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...given,
      id: expect.stringMatching(/^lb_[0-9a-z]{16}$/),
      status: "provisioning",
      ip_addresses: [],
    });
    clock.pass(20);
    const ready = await send(`GET /v1/load-balancers/${idOf(created)}`);
    expect(ready.body).toMatchObject({
      ...given,
      status: "active",
      ip_addresses: [expect.stringMatching(/^198\.1[89]\./)],
    });
    expect((await send("GET /v1/load-balancers")).body).toEqual([ready.body]);
  });

  test("round_robin is the default algorithm", async () => {
    const { send } = newWorld();
    const created = await send("POST /v1/load-balancers", balancerBody());
    expect(created.body).toMatchObject({ algorithm: "round_robin" });
  });

  test("the name of the algorithm's field is an assumption", async () => {
    const { send } = newWorld({ assumptions: { "fields.algorithm": "balancing" } });
    const created = await send("POST /v1/load-balancers", balancerBody({ balancing: "ip_hash" }));
    expect(created.body).toMatchObject({ balancing: "ip_hash" });
    const other = balancerBody({ name: "other", algorithm: "ip_hash" });
    expect((await send("POST /v1/load-balancers", other)).status).toBe(422);
  });

  test.each([
    [{ name: undefined }, '"name" is required'],
    [{ region: undefined }, '"region" is required'],
    [{ forwarding_rules: undefined }, '"forwarding_rules" is required'],
    [{ forwarding_rules: [] }, '"forwarding_rules" is not accepted'],
    [{ health_check: undefined }, '"health_check" is required'],
    [{ health_check: { ...health, interval: "10" } }, '"health_check.interval" is not accepted'],
    [{ health_check: { ...health, port: 0 } }, '"health_check.port" is not accepted'],
    [{ backend_instances: undefined }, '"backend_instances" is required'],
    [{ backend_instances: [1] }, '"backend_instances.0" is not accepted'],
    [{ algorithm: "random" }, '"algorithm" is not accepted'],
    [{ forwarding_rules: [{ ...http, entry_protocol: "ftp" }] }, "entry_protocol"],
    [{ forwarding_rules: [{ ...http, target_port: 65_536 }] }, "target_port"],
    [{ forwarding_rules: [https] }, "an https entry needs a certificate_id"],
    [{ forwarding_rules: [{ ...http, certificate_id: "cert_x" }] }, "takes no certificate_id"],
    [{ forwarding_rules: [http, http] }, "an entry_port stands in two rules"],
  ])("a body with %j is refused", async (change, error) => {
    const { send } = newWorld();
    const refused = await send("POST /v1/load-balancers", balancerBody(change));
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: expect.stringContaining(error) });
  });

  test("spec 7.2: an unknown backend or certificate is named", async () => {
    const { send, platform } = newWorld();
    const backend = balancerBody({ backend_instances: ["inst_x"] });
    expect(await send("POST /v1/load-balancers", backend)).toMatchObject({
      status: 404,
      body: { error: 'instance "inst_x" not found' },
    });
    const secured = balancerBody({ forwarding_rules: [{ ...https, certificate_id: "cert_x" }] });
    expect(await send("POST /v1/load-balancers", secured)).toMatchObject({
      status: 404,
      body: { error: 'certificate "cert_x" not found' },
    });
    expect(platform.snapshot().loadBalancer).toEqual([]);
  });

  test("names are unique where that is assumed", async () => {
    const { send } = newWorld();
    await newBalancer(send);
    expect((await send("POST /v1/load-balancers", balancerBody())).status).toBe(409);
  });

  test("a change touches the named fields alone", async () => {
    const { send } = newWorld();
    const id = await newBalancer(send);
    const before = await send(`GET /v1/load-balancers/${id}`);
    const backend_instances = [await newInstance(send)];
    const changed = await send(`PATCH /v1/load-balancers/${id}`, { backend_instances });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...Object(before.body), backend_instances });
  });

  test("a change is checked like a new one", async () => {
    const { send } = newWorld();
    const id = await newBalancer(send);
    await newBalancer(send, { name: "other" });
    const change = async (body: object) =>
      (await send(`PATCH /v1/load-balancers/${id}`, body)).status;
    expect(await change({ backend_instances: ["inst_x"] })).toBe(404);
    expect(await change({ forwarding_rules: [https] })).toBe(422);
    expect(await change({ region: "us" })).toBe(422);
    expect(await change({ region: "eu" })).toBe(200);
    expect(await change({ name: "other" })).toBe(409);
    expect(await change({ name: "front" })).toBe(200);
  });

  test("a deleted one is gone, and unknown ones are named", async () => {
    const { send } = newWorld();
    const id = await newBalancer(send);
    expect((await send(`DELETE /v1/load-balancers/${id}`)).status).toBe(204);
    for (const route of ["GET", "DELETE", "PATCH"]) {
      expect(
        await send(`${route} /v1/load-balancers/${id}`, route === "PATCH" ? {} : undefined),
      ).toMatchObject({
        status: 404,
        body: { error: `load balancer "${id}" not found` },
      });
    }
  });
});
