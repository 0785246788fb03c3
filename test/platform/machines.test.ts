import { describe, expect, test } from "vitest";
import { containerBody, idOf, instanceBody, newInstance, newWorld, volumeBody } from "./support.ts";

const web = "/api/v1/instances/web";

describe("a machine boots for bootSeconds, and has its addresses then", () => {
  const block = { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 };

  test.each([
    [
      "/api/v1/instances",
      { ...containerBody(), cpu_limit: "2", memory_limit: "2GiB", profile: "default" },
      { ip_addresses: [], port_block: block },
      { ip_addresses: [expect.stringMatching(/^10\./)] },
    ],
    [
      "/v1/instances",
      // Any region, plan and image, as nothing lists them.
      { ...instanceBody(), region: "Mars, north", plan: "any plan" },
      { ip_addresses: [] },
      { ip_addresses: [expect.stringMatching(/^198\.1[89]\./)] },
    ],
    [
      "/api/v2/servers",
      { name: "web", size: "small" },
      { network_access: "shared", ipv4_address: null, port_block: block },
      {},
    ],
  ])("%s %j", async (path, body, booting, running) => {
    const { send, clock, platform } = newWorld();
    platform.configure({ bootSeconds: 30 });
    const created = await send(`POST ${path}`, body);
    const atFirst = { ...body, ...booting, status: "provisioning", ipv6_addresses: [] };
    expect(created).toMatchObject({ status: 201, body: atFirst });
    clock.pass(29);
    expect((await send(`GET ${path}`)).body).toEqual([created.body]);
    clock.pass(1);
    const ipv6_addresses = [expect.stringMatching(/^2001:db8::/)];
    const ready = { ...body, ...booting, ...running, status: "running", ipv6_addresses };
    expect((await send(`GET ${path}`)).body).toMatchObject([ready]);
  });

  test("and again when it is restarted, also while it is frozen, with the same addresses", async () => {
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

test.each([
  ["", "start", "running"],
  ["", "restart", "running"],
  ["", "freeze", "frozen"],
  ["", "unfreeze", "running"],
  ["stop", "start", "running"],
  ["stop", "stop", "stopped"],
  ["stop", "restart", "was not restarted: it is stopped"],
  ["stop", "freeze", "was not frozen: it is stopped"],
  ["stop", "unfreeze", "was not unfrozen: it is stopped"],
  ["freeze", "freeze", "frozen"],
  ["freeze", "unfreeze", "running"],
  ["freeze", "start", "was not started: it is frozen"],
  ["freeze", "stop", "was not stopped: it is frozen"],
  ["freeze", "restart", "was not restarted: it is frozen"],
])("spec 3: after '%s', %s: %s", async (before, action, outcome) => {
  const { send, clock } = newWorld();
  await send("POST /api/v1/instances", containerBody());
  if (before !== "") await send(`POST ${web}/action`, { action: before });
  clock.pass(60);
  const was = await send(`GET ${web}`);
  const answer = await send(`POST ${web}/action`, { action });
  clock.pass(60);
  const { status } = Object((await send(`GET ${web}`)).body);
  if (outcome.startsWith("was not")) {
    expect(answer).toMatchObject({ status: 409, body: { error: `instance "web" ${outcome}` } });
    expect(status).toBe(Object(was.body).status);
  } else expect([answer.status, status]).toEqual([200, outcome]);
});

describe("spec 7.5: only a stopped machine is deleted", () => {
  test.each([
    ["", 0, "provisioning"],
    ["", 60, "running"],
    ["freeze", 60, "frozen"],
    ["stop", 4, "stopping"],
  ])("not after '%s' and %d s: it is %s", async (action, seconds, status) => {
    const { send, clock, platform } = newWorld({ assumptions: { "refusals.notStopped": 400 } });
    platform.configure({ stopSeconds: 5 });
    await send("POST /api/v1/instances", containerBody());
    if (action !== "") await send(`POST ${web}/action`, { action });
    clock.pass(seconds);
    const error = `instance "web" was not deleted: it is ${status}; stop it first`;
    expect(await send(`DELETE ${web}`)).toMatchObject({ status: 400, body: { error } });
  });

  test("nothing refers to a deleted one any more", async () => {
    const { send, platform } = newWorld();
    const [id, other] = [await newInstance(send), await newInstance(send, "other")];
    const volume = idOf(await send("POST /v1/volumes", volumeBody()));
    await send(`POST /v1/volumes/${volume}/attach`, { instance_id: id });
    const address = idOf(await send("POST /v1/floating-ips", { region: "eu" }));
    await send(`POST /v1/floating-ips/${address}/assign`, { instance_id: id });
    const entry = { entry_port: 80, entry_protocol: "http" };
    await send("POST /v1/load-balancers", {
      ...{ name: "front", region: "eu", backend_instances: [id, other] },
      forwarding_rules: [{ ...entry, target_port: 80, target_protocol: "http" }],
      health_check: { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 },
    });
    await send(`POST /v1/instances/${id}/action`, { action: "stop" });
    await send(`DELETE /v1/instances/${id}`);
    expect(platform.snapshot()).toMatchObject({
      instance: [{ id: other }],
      volume: [{ id: volume, instance_id: null, status: "available" }],
      floatingIp: [{ id: address, instance_id: null }],
      loadBalancer: [{ backend_instances: [other] }],
    });
  });
});

test("its status is the first word assumed for its state, in the field assumed for it", async () => {
  const { send, clock } = newWorld({
    assumptions: { "words.stopped": ["off", "stopped"], "fields.status": "state" },
  });
  await send("POST /api/v1/instances", containerBody());
  clock.pass(1);
  const stopped = await send(`POST ${web}/action`, { action: "stop" });
  const resource_usage = { cpu_percent: 0, memory_percent: 0 };
  expect(stopped.body).toMatchObject({ state: "off", resource_usage });
});

test("an address that was released is given to no other floating IP, one that the account has to the next server", async () => {
  const { send, platform } = newWorld();
  platform.configure({ dedicatedAllowance: 1 });
  const dedicated = { name: "one", size: "small", network_access: "dedicated" };
  const one = await send("POST /api/v2/servers", dedicated);
  const ip = Object(one.body).ipv4_address;
  expect(() => platform.releaseAddress(ip)).toThrow(`server "${idOf(one)}" has it`);
  await send(`POST /api/v2/servers/${idOf(one)}/action`, { action: "stop" });
  await send(`DELETE /api/v2/servers/${idOf(one)}`);
  expect(platform.addresses()).toEqual([{ ip, server: null }]);
  expect((await send("POST /api/v2/servers", dedicated)).body).toMatchObject({ ipv4_address: ip });
  const first = await send("POST /v1/floating-ips", { region: "eu" });
  await send(`DELETE /v1/floating-ips/${idOf(first)}`);
  const second = await send("POST /v1/floating-ips", { region: "eu" });
  expect(Object(second.body).ip).not.toBe(Object(first.body).ip);
});

describe("spec 2.10: metrics and alert rules", () => {
  const alerts = "/api/v1/monitoring/alerts";
  const always = { name: "always", metric: "cpu_percent", condition: "gt", threshold: 0.5 };

  test("metrics are percentages that follow from the name and the minute alone", async () => {
    const shownAt = async (name: string, seconds: number) => {
      const { send, clock } = newWorld();
      await send("POST /api/v1/instances", containerBody(name));
      clock.pass(seconds);
      return Object((await send(`GET /api/v1/monitoring/metrics/${name}`)).body);
    };
    const first = await shownAt("web", 1);
    const percent = { cpu_percent: expect.any(Number), memory_percent: expect.any(Number) };
    const time = "2026-01-01T00:00:01.000Z";
    expect(first).toEqual({ name: "web", time, ...percent, disk_percent: expect.any(Number) });
    expect(await shownAt("web", 59)).toEqual({ ...first, time: expect.any(String) });
    const [later, other] = [await shownAt("web", 61), await shownAt("other", 1)];
    expect(later).toMatchObject({ disk_percent: first.disk_percent });
    for (const { cpu_percent } of [later, other]) expect(cpu_percent).not.toBe(first.cpu_percent);
  });

  test.each([
    [{ cooldown_minutes: 5 }, ["01", "06", "11"]],
    [{ cooldown_minutes: 11, channels: "email,webhook" }, ["01", "01", "12", "12"]],
    [{ condition: "lt", cooldown_minutes: 60 }, []],
    [{ condition: "lt", threshold: 100, cooldown_minutes: 60 }, ["01"]],
    [{ metric: "constructor" }, []],
  ])("a rule of %j sends in the minutes %j", async (rule, minutes) => {
    const { send, clock, platform } = newWorld();
    await send("POST /api/v1/instances", containerBody());
    clock.pass(10);
    const made = await send(`POST ${alerts}`, { ...always, channels: "email", ...rule });
    clock.pass(12 * 60);
    expect(platform.deliveries().map(({ time }) => time.slice(14, 16))).toEqual(minutes);
    clock.pass(3 * 365 * 86_400);
    expect(platform.deliveries().length).toBeLessThanOrEqual(1_000);
    await send(`DELETE ${alerts}/${idOf(made)}`);
    expect(platform.deliveries()).toEqual([]);
  });
});

test("a probe of an instance fails while its image is unhealthy, also a private one", async () => {
  const { send, clock, platform } = newWorld();
  const { image, ...body } = instanceBody("new");
  const snapshot = { type: "snapshot", instance_id: await newInstance(send), snapshot: "s" };
  const image_id = idOf(await send("POST /v1/images", { name: "golden", source: snapshot }));
  const source = { type: "image", image_id };
  const ids = [
    await newInstance(send, "usual"),
    idOf(await send("POST /v1/instances", { ...body, source })),
  ];
  clock.pass(1);
  const probed = (unhealthyImages: readonly string[]) => {
    platform.configure({ unhealthyImages });
    return ids.map((id) => platform.probe(id));
  };
  const unhealthy = (named: string) => {
    return { healthy: false, reason: `nothing answers on a machine of image ${named}` };
  };
  expect(probed([])).toEqual([{ healthy: true }, { healthy: true }]);
  expect(probed([image])).toEqual([unhealthy(image), { healthy: true }]);
  expect(probed([image_id])).toEqual([{ healthy: true }, unhealthy(image_id)]);
});
