import { describe, expect, test } from "vitest";
import {
  containerBody,
  idOf,
  imageBody,
  instanceBody,
  newInstance,
  newWorld,
  type Send,
  volumeBody,
} from "./support.ts";

const servers = "/api/v2/servers";
const web = "/api/v1/instances/web";
const server = (name = "web") => ({ name, size: "small" });
const dedicated = (name: string) => ({ ...server(name), network_access: "dedicated" });

async function stopAndDelete(send: Send, path: string): Promise<number> {
  await send(`POST ${path}/action`, { action: "stop" });
  return (await send(`DELETE ${path}`)).status;
}

describe("what a machine shows while it boots and when it runs", () => {
  const ipv6 = [expect.stringMatching(/^2001:db8::/)];
  const publicIp = expect.stringMatching(/^198\.1[89]\./);
  const block = { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 };

  test.each([
    {
      path: "/api/v1/instances",
      body: { ...containerBody(), cpu_limit: "2", memory_limit: "2GiB", profile: "default" },
      booting: { ip_addresses: [], port_block: block },
      running: { ip_addresses: [expect.stringMatching(/^10\./)], port_block: block },
    },
    {
      path: "/v1/instances",
      // Any region, plan and image, as nothing lists them.
      body: { ...instanceBody(), region: "Mars, north", plan: "any plan" },
      booting: { id: expect.stringMatching(/^inst_[0-9a-z]{16}$/), ip_addresses: [] },
      running: { ip_addresses: [publicIp] },
    },
    {
      path: servers,
      body: server(),
      booting: { network_access: "shared", ipv4_address: null, port_block: block },
      running: { ipv4_address: null, port_block: block },
    },
    {
      path: servers,
      body: dedicated("web"),
      booting: { ipv4_address: publicIp, port_block: null },
      running: { ipv4_address: publicIp, port_block: null },
    },
  ])("$path $body", async ({ path, body, booting, running }) => {
    const { send, clock, platform } = newWorld();
    platform.configure({ bootSeconds: 30 });
    const created = await send(`POST ${path}`, body);
    const atFirst = { ...body, ...booting, status: "provisioning", ipv6_addresses: [] };
    expect(created).toMatchObject({ status: 201, body: atFirst });
    clock.pass(29);
    expect((await send(`GET ${path}`)).body).toEqual([created.body]);
    clock.pass(1);
    const [shown] = Object((await send(`GET ${path}`)).body);
    expect(shown).toMatchObject({ ...body, ...running, status: "running", ipv6_addresses: ipv6 });
  });

  test("a machine that does not run uses no CPU and no memory", async () => {
    const { send, clock } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    clock.pass(1);
    const stopped = await send(`POST ${web}/action`, { action: "stop" });
    expect(stopped.body).toMatchObject({ resource_usage: { cpu_percent: 0, memory_percent: 0 } });
  });

  test("its status is the first word assumed for its state, in the field assumed for it", async () => {
    const { send, clock } = newWorld({
      assumptions: { "words.stopped": ["off", "stopped"], "fields.status": "state" },
    });
    await send("POST /api/v1/instances", containerBody());
    clock.pass(1);
    const stopped = await send(`POST ${web}/action`, { action: "stop" });
    expect(stopped.body).toMatchObject({ state: "off" });
  });

  test("spec 8: in a region without public IPv6 it has no such address", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ regionsWithoutIpv6: ["eu", "local"] });
    for (const region of ["eu", "us"]) {
      await send("POST /v1/instances", { ...instanceBody(region), region });
    }
    await send("POST /api/v1/instances", containerBody());
    await send(`POST ${servers}`, server());
    clock.pass(60);
    const counts = Object.values(platform.snapshot())
      .flat()
      .flatMap(({ ipv6_addresses }) => Object(ipv6_addresses).length ?? []);
    expect(counts).toEqual([0, 0, 1, 0]);
  });
});

describe("spec 3: actions", () => {
  test.each([
    { from: [], action: "start", to: "running" },
    { from: [], action: "stop", to: "stopped" },
    { from: [], action: "restart", to: "running" },
    { from: [], action: "freeze", to: "frozen" },
    { from: [], action: "unfreeze", to: "running" },
    { from: ["stop"], action: "start", to: "running" },
    { from: ["stop"], action: "stop", to: "stopped" },
    { from: ["stop"], action: "restart", refused: "was not restarted: it is stopped" },
    { from: ["stop"], action: "freeze", refused: "was not frozen: it is stopped" },
    { from: ["stop"], action: "unfreeze", refused: "was not unfrozen: it is stopped" },
    { from: ["freeze"], action: "freeze", to: "frozen" },
    { from: ["freeze"], action: "unfreeze", to: "running" },
    { from: ["freeze"], action: "start", refused: "was not started: it is frozen" },
    { from: ["freeze"], action: "stop", refused: "was not stopped: it is frozen" },
    { from: ["freeze"], action: "restart", refused: "was not restarted: it is frozen" },
  ])("after $from, $action", async ({ from, action, to, refused }) => {
    const { send, clock } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    for (const before of from) await send(`POST ${web}/action`, { action: before });
    clock.pass(60);
    const before = await send(`GET ${web}`);
    const answer = await send(`POST ${web}/action`, { action });
    clock.pass(60);
    const after = await send(`GET ${web}`);
    if (refused === undefined) {
      expect([answer.status, Object(after.body).status]).toEqual([200, to]);
    } else {
      expect(answer).toMatchObject({ status: 409, body: { error: `instance "web" ${refused}` } });
      expect(after.body).toMatchObject({ status: Object(before.body).status });
    }
  });

  test("a restart boots again with the same addresses, also while the machine is frozen", async () => {
    const { send, clock, platform } = newWorld();
    platform.configure({ bootSeconds: 10 });
    await send("POST /api/v1/instances", containerBody());
    clock.pass(10);
    const { ip_addresses } = Object((await send(`GET ${web}`)).body);
    const restarted = await send(`POST ${web}/action`, { action: "restart" });
    expect(restarted.body).toMatchObject({ status: "provisioning", ip_addresses });
    await send(`POST ${web}/action`, { action: "freeze" });
    clock.pass(10);
    const unfrozen = await send(`POST ${web}/action`, { action: "unfreeze" });
    expect(unfrozen.body).toMatchObject({ status: "running", ip_addresses });
  });
});

describe("spec 7.5: only a stopped machine is deleted", () => {
  test.each([
    { before: [], seconds: 0, status: "provisioning" },
    { before: [], seconds: 60, status: "running" },
    { before: ["freeze"], seconds: 60, status: "frozen" },
    { before: ["stop"], seconds: 4, status: "stopping" },
  ])("not one that is $status", async ({ before, seconds, status }) => {
    const { send, clock, platform } = newWorld({ assumptions: { "refusals.notStopped": 400 } });
    platform.configure({ stopSeconds: 5 });
    await send("POST /api/v1/instances", containerBody());
    for (const action of before) await send(`POST ${web}/action`, { action });
    clock.pass(seconds);
    expect(await send(`DELETE ${web}`)).toMatchObject({
      status: 400,
      body: { error: `instance "web" was not deleted: it is ${status}; stop it first` },
    });
    expect(platform.snapshot().container).toHaveLength(1);
  });

  test("a stopped one is gone with its forwards", async () => {
    const { send, platform } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    expect(await stopAndDelete(send, web)).toBe(204);
    expect(platform.snapshot()).toMatchObject({ container: [], portForward: [] });
  });

  test("spec 2.7: nothing refers to a deleted one any more", async () => {
    const { send, platform } = newWorld();
    const [id, other] = [await newInstance(send), await newInstance(send, "other")];
    const volume = idOf(await send("POST /v1/volumes", volumeBody()));
    await send(`POST /v1/volumes/${volume}/attach`, { instance_id: id });
    const address = idOf(await send("POST /v1/floating-ips", { region: "eu" }));
    await send(`POST /v1/floating-ips/${address}/assign`, { instance_id: id });
    const entry = { entry_port: 80, entry_protocol: "http" };
    await send("POST /v1/load-balancers", {
      name: "front",
      region: "eu",
      forwarding_rules: [{ ...entry, target_port: 80, target_protocol: "http" }],
      health_check: { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 },
      backend_instances: [id, other],
    });
    expect(await stopAndDelete(send, `/v1/instances/${id}`)).toBe(204);
    expect(platform.snapshot()).toMatchObject({
      instance: [{ id: other }],
      volume: [{ id: volume, instance_id: null, status: "available" }],
      floatingIp: [{ id: address, instance_id: null }],
      loadBalancer: [{ backend_instances: [other] }],
    });
  });
});

describe("spec 7.6, 8: dedicated addresses", () => {
  test("the account holds one until release, and the next server gets it", async () => {
    const { send, platform } = newWorld();
    platform.configure({ dedicatedAllowance: 1 });
    const one = await send(`POST ${servers}`, dedicated("one"));
    const ip = Object(one.body).ipv4_address;
    expect(platform.addresses()).toEqual([{ ip, server: idOf(one) }]);
    expect(await send(`POST ${servers}`, dedicated("two"))).toMatchObject({
      status: 409,
      body: { error: "server: 1 of the 1 dedicated IPv4 addresses that the plan allows are held" },
    });
    await stopAndDelete(send, `${servers}/${idOf(one)}`);
    expect(platform.addresses()).toEqual([{ ip, server: null }]);
    const two = await send(`POST ${servers}`, dedicated("two"));
    expect(two).toMatchObject({ status: 201, body: { ipv4_address: ip } });
  });

  test("one that no server has is given back", async () => {
    const { send, platform } = newWorld();
    const one = await send(`POST ${servers}`, dedicated("one"));
    const ip = Object(one.body).ipv4_address;
    expect(() => platform.releaseAddress(ip)).toThrow(`server "${idOf(one)}" has it`);
    await stopAndDelete(send, `${servers}/${idOf(one)}`);
    platform.releaseAddress(ip);
    expect(platform.addresses()).toEqual([]);
    expect(() => platform.releaseAddress(ip)).toThrow("the account does not hold it");
  });

  test("the status of the refusal is assumed", async () => {
    const { send, platform } = newWorld({ assumptions: { "refusals.dedicated": 402 } });
    platform.configure({ dedicatedAllowance: 0 });
    expect((await send(`POST ${servers}`, dedicated("one"))).status).toBe(402);
  });
});

describe("spec 8: blocks of the shared address", () => {
  const firstPortOf = ({ body }: { body: unknown }) => Object(body).port_block.first_port;

  test("machines of both prefixes have ten ports each, and a deleted one's are free", async () => {
    const { send } = newWorld();
    const one = await send(`POST ${servers}`, server("one"));
    const container = await send("POST /api/v1/instances", containerBody());
    const two = await send(`POST ${servers}`, server("two"));
    expect([one, container, two].map(firstPortOf)).toEqual([20_000, 20_010, 20_020]);
    await stopAndDelete(send, `${servers}/${idOf(one)}`);
    expect(firstPortOf(await send(`POST ${servers}`, server("three")))).toBe(20_000);
  });

  test("spec 3: a migrated machine gets another host's, and its forwards keep their places", async () => {
    const { send, platform } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    await send(`POST ${web}/ports`, { protocol: "udp", public_port: 20_003, target_port: 53 });
    platform.migrate("web");
    expect((await send(`GET ${web}`)).body).toMatchObject({
      port_block: { address: "203.0.113.2", first_port: 21_000, last_port: 21_009 },
    });
    expect((await send(`GET ${web}/ports`)).body).toMatchObject([
      { protocol: "tcp", public_port: 21_000, target_port: 22 },
      { protocol: "udp", public_port: 21_003, target_port: 53 },
    ]);
    expect(firstPortOf(await send(`POST ${servers}`, server()))).toBe(20_000);
    for (let move = 0; move < 9; move += 1) platform.migrate("web");
    expect(firstPortOf(await send(`GET ${web}`))).toBe(20_010);
  });

  test("what has no block is not migrated", async () => {
    const { send, platform } = newWorld();
    const own = idOf(await send(`POST ${servers}`, dedicated("own")));
    for (const id of [await newInstance(send), own, "nobody"]) {
      expect(() => platform.migrate(id)).toThrow(`"${id}" was not migrated`);
    }
  });
});

describe("spec 2.2: an instance from a private image", () => {
  const deploy = (send: Send, image_id: string) => {
    const { image: _image, ...rest } = instanceBody();
    return send("POST /v1/instances", { ...rest, source: { type: "image", image_id } });
  };

  test.each([
    ["golden", 0, "it is still being imported"],
    ["golden", 1, undefined],
    ["broken", 1, "its import failed"],
  ])("%s after %d s: %s", async (name, seconds, why) => {
    const { send, clock, platform } = newWorld();
    const url = `https://images.test/${name}.qcow2`;
    const image = idOf(await send("POST /v1/images/import", { ...imageBody(), url }));
    clock.pass(seconds);
    const made = await deploy(send, image);
    expect(made.status).toBe(why === undefined ? 201 : 422);
    expect(platform.snapshot().instance).toHaveLength(why === undefined ? 1 : 0);
    if (why === undefined) return;
    expect(made.body).toEqual({ error: `instance: image "${image}" cannot be used: ${why}` });
  });
});

describe("whether somebody would answer on a machine", () => {
  test.each([
    ["/v1/instances", instanceBody()],
    ["/api/v1/instances", containerBody()],
    [servers, server()],
  ])("%s: once it has booted, until it is stopped and deleted", async (path, body) => {
    const { platform, clock, send } = newWorld();
    const { body: made } = await send(`POST ${path}`, body);
    const id = String(Object(made).id ?? Object(made).name);
    expect(platform.probe(id)).toEqual({ healthy: false, reason: "it is provisioning" });
    clock.pass(1);
    expect(platform.probe(id)).toEqual({ healthy: true });
    await send(`POST ${path}/${id}/action`, { action: "stop" });
    expect(platform.probe(id)).toEqual({ healthy: false, reason: "it is stopped" });
    await send(`DELETE ${path}/${id}`);
    expect(platform.probe(id)).toEqual({ healthy: false, reason: `there is no machine "${id}"` });
  });

  test("not with an image that the operator calls unhealthy", async () => {
    const { platform, clock, send } = newWorld();
    const id = await newInstance(send);
    clock.pass(1);
    platform.configure({ unhealthyImages: ["debian/13"] });
    const reason = "nothing answers on a machine of image debian/13";
    expect(platform.probe(id)).toEqual({ healthy: false, reason });
  });
});
