import { expect, test } from "vitest";
import { randomChoices } from "./index.ts";
import {
  CONTAINER,
  expectAccepted,
  expectRefused,
  idIn,
  inside,
  isObject,
  RULE,
  SEEDS,
  scene,
  stop,
} from "./scene.ts";

for (const seed of SEEDS) {
  test(`§4.1: the console's routes, seed ${seed}`, () => {
    const place = scene(seed);
    const { ask, thirdParty } = place;
    const calls: [string, string, unknown?][] = [
      ["POST", "/api/v1/instances", CONTAINER],
      ["GET", "/api/v1/instances"],
      ["GET", "/api/v1/instances/web"],
      ["GET", "/api/v1/instances/web/ports"],
      [
        "POST",
        "/api/v1/networks",
        { name: "lan", description: "d", config: { "ipv4.address": "10.1.2.1/24" } },
      ],
      ["GET", "/api/v1/networks"],
      ["POST", "/api/v1/firewalls", { name: "wall" }],
      ["GET", "/api/v1/firewalls"],
      ["GET", "/api/v1/storage/pools"],
      ["POST", "/api/v1/storage/pools/default/volumes", { name: "data", config: { size: "5GiB" } }],
      ["POST", "/api/v1/storage/buckets", { name: "files" }],
      ["GET", "/api/v1/storage/buckets"],
      ["GET", "/api/v1/monitoring/metrics/web"],
      ["POST", "/api/v1/monitoring/alerts", RULE],
      ["GET", "/api/v1/monitoring/alerts"],
    ];
    for (const [method, path, body] of calls)
      expectAccepted(ask(method, path, body), `${method} ${path}`);
    const detail = inside(ask("GET", "/api/v1/instances/web"), "instance");
    const status = detail["status"] ?? detail["state"];
    expect(typeof (isObject(status) ? status["state"] : status)).toBe("string");
    expect("ipv6_addresses" in detail).toBe(true);
    expectRefused(ask("GET", "/api/v1/instances/nobody"));
    expectRefused(ask("POST", "/api/v1/instances", CONTAINER));
    expectRefused(ask("POST", "/api/v1/storage/pools/nowhere/volumes", { name: "data" }));
    expect(
      thirdParty
        .objects()
        .filter((thing) => thing.kind !== "port_forward")
        .map((thing) => thing.kind),
    ).toEqual(["instance", "network", "firewall", "storage_volume", "bucket", "alert"]);
  });

  test(`§4.2: the routes of /v1, seed ${seed}`, () => {
    const place = scene(seed, { invitationsManaged: true });
    const { ask, thirdParty } = place;
    const machine = idIn(
      ask("POST", "/v1/instances", {
        name: "app",
        region: "eu-north",
        plan: "small",
        image: "debian/12",
      }),
      "instance",
    );
    expect(machine.startsWith("inst_")).toBe(true);
    expectAccepted(ask("GET", "/v1/instances"), "list");
    expectAccepted(
      ask("POST", "/v1/images", {
        name: "snap",
        source: { type: "snapshot", instance_id: machine, snapshot: "daily" },
      }),
      "image",
    );
    const image = idIn(
      ask("POST", "/v1/images/import", {
        name: "imp",
        url: "https://x.example/i.raw",
        format: "raw",
        os_type: "linux",
      }),
      "image",
    );
    place.pass(120_000);
    expectAccepted(ask("GET", `/v1/images/${image}`), "GET image");
    expectAccepted(
      ask("POST", `/v1/images/${image}/share`, { project_ids: [thirdParty.projects.other] }),
      "share",
    );
    expectAccepted(
      ask("GET", `/v1/images/${image}`, undefined, thirdParty.keys.otherOrganization),
      "a shared image",
    );
    const source = { type: "image", image_id: image };
    expectAccepted(
      ask("POST", "/v1/instances", { name: "two", region: "eu-north", plan: "small", source }),
      "from an image",
    );
    const key = {
      name: "cert",
      private_key: "-----BEGIN A",
      certificate: "-----BEGIN B",
      certificate_chain: "-----BEGIN C",
    };
    const made = ask("POST", "/v1/certificates", key);
    expect(JSON.stringify(made.body).includes("BEGIN A")).toBe(false);
    const certificate = idIn(made, "certificate");
    const rule = {
      entry_port: 443,
      entry_protocol: "https",
      target_port: 80,
      target_protocol: "http",
      certificate_id: certificate,
    };
    const check = { protocol: "http", port: 80, path: "/", interval: 10, timeout: 5, threshold: 3 };
    const balancer = {
      name: "lb",
      region: "eu-north",
      forwarding_rules: [rule],
      health_check: check,
      backend_instances: [machine],
    };
    expectAccepted(ask("POST", "/v1/load-balancers", balancer), "load balancer");
    const members = `/v1/projects/${thirdParty.projects.own}/members`;
    const member = idIn(
      ask("POST", members, { email: "Ann@example.org", role: "viewer" }),
      "member",
    );
    expectAccepted(ask("PATCH", `${members}/${member}`, { role: "developer" }), "PATCH member");
    expectAccepted(ask("DELETE", `${members}/${member}`), "DELETE member");
    expectAccepted(ask("POST", "/api/v2/servers", { name: "srv", size: "s-1" }), "server");
  });

  test(`§2.7, §2.8, §3: volumes and floating IPs, seed ${seed}`, () => {
    const { ask } = scene(seed);
    const machine = idIn(
      ask("POST", "/v1/instances", {
        name: "app",
        region: "eu-north",
        plan: "small",
        image: "debian/12",
      }),
      "instance",
    );
    const volume = idIn(
      ask("POST", "/v1/volumes", { name: "v", region: "eu-north", size_gb: 20, filesystem: "xfs" }),
      "volume",
    );
    expectAccepted(ask("POST", `/v1/volumes/${volume}/attach`, { instance_id: machine }), "attach");
    expectAccepted(ask("POST", `/v1/volumes/${volume}/detach`), "detach");
    expectAccepted(ask("PATCH", `/v1/volumes/${volume}`, { size_gb: 30 }), "grow");
    expectRefused(ask("PATCH", `/v1/volumes/${volume}`, { size_gb: 30 }));
    expectRefused(ask("PATCH", `/v1/volumes/${volume}`, { size_gb: 10 }));
    const reserved = ask("POST", "/v1/floating-ips", { region: "eu-north" });
    expect(isObject(reserved.body) ? Object.keys(reserved.body) : []).toEqual([
      "id",
      "ip",
      "region",
      "instance_id",
    ]);
    expect(isObject(reserved.body) ? reserved.body["instance_id"] : 0).toBe(null);
    const floating = isObject(reserved.body) ? String(reserved.body["id"]) : "";
    expect(
      inside(
        ask("POST", `/v1/floating-ips/${floating}/assign`, { instance_id: machine }),
        "floating_ip",
      )["instance_id"],
    ).toBe(machine);
    expect(
      inside(ask("POST", `/v1/floating-ips/${floating}/unassign`), "floating_ip")["instance_id"],
    ).toBe(null);
  });

  test(`§3, §7.5: stop before delete, seed ${seed}`, () => {
    const place = scene(seed, { bornRunning: true });
    place.ask("POST", "/api/v1/instances", CONTAINER);
    place.pass(60_000);
    expect(place.thirdParty.isServing("web")).toBe(true);
    expectRefused(place.ask("DELETE", "/api/v1/instances/web"));
    stop(place, "web");
    expect(place.thirdParty.isServing("web")).toBe(false);
    expectAccepted(place.ask("DELETE", "/api/v1/instances/web"), "DELETE");
    place.pass(30_000);
    expect(place.ask("GET", "/api/v1/instances/web").status).toBe(404);
    expect(place.thirdParty.objects().length).toBe(0);
  });

  test(`§2.4, §7.7, §7.8, §8: port forwards, seed ${seed}`, () => {
    const { ask, thirdParty } = scene(seed, { mailEnabled: false });
    ask("POST", "/api/v1/instances", CONTAINER);
    const start = Number(
      thirdParty.objects().find((thing) => thing.kind === "instance")?.fields["port_start"],
    );
    const path = "/api/v1/instances/web/ports";
    expectAccepted(
      ask("POST", path, { protocol: "tcp", public_port: start + 1, target_port: 8080 }),
      "POST port",
    );
    expectRefused(
      ask("POST", path, { protocol: "tcp", public_port: start + 1, target_port: 9090 }),
    );
    expectRefused(ask("POST", path, { protocol: "tcp", public_port: start + 2, target_port: 25 }));
    expectRefused(
      ask("POST", path, { protocol: "tcp", public_port: start + 10, target_port: 8080 }),
    );
    expectRefused(
      ask("POST", path, { protocol: "udp", public_port: start + 3, target_port: 65536 }),
    );
    expectAccepted(ask("DELETE", `${path}?protocol=tcp&public_port=${start + 1}`), "DELETE port");
    expect(ask("DELETE", `${path}?protocol=tcp&public_port=${start + 1}`).status).toBe(404);
  });

  test(`§8: 60 requests per minute per key on /api/v1, seed ${seed}`, () => {
    const place = scene(seed, { otherRate: 0 }, 0);
    place.pass(60_000 - ((seed * 1000) % 60_000));
    for (let count = 0; count < 60; count += 1)
      expect(place.ask("GET", "/api/v1/networks").status).toBe(200);
    const refused = place.ask("GET", "/api/v1/networks");
    expect(refused.status).toBe(429);
    expectRefused(refused);
    expect(
      place.ask("GET", "/api/v1/networks", undefined, place.thirdParty.keys.reader).status,
    ).toBe(200);
    expect(place.ask("GET", "/v1/instances").status).toBe(200);
    place.pass(61_000);
    expect(place.ask("GET", "/api/v1/networks").status).toBe(200);
  });

  test(`§5: grants, seed ${seed}`, () => {
    const { ask, thirdParty } = scene(seed);
    const { reader, writer, otherOrganization } = thirdParty.keys;
    expect(ask("GET", "/api/v1/instances", undefined, "wrong").status).toBe(401);
    expect(ask("GET", "/api/v1/instances", undefined, reader).status).toBe(200);
    expect(ask("POST", "/api/v1/instances", CONTAINER, reader).status).toBe(403);
    expectAccepted(ask("POST", "/api/v1/instances", CONTAINER, writer), "by the writer");
    expect(ask("GET", "/api/v1/instances/web", undefined, otherOrganization).status).toBe(404);
    expect(ask("POST", "/v1/floating-ips", { region: "eu-north" }, reader).status).toBe(403);
    expect(
      ask("DELETE", `/v1/api-keys/${thirdParty.keyIds.reader}`, undefined, writer).status,
    ).toBe(403);
    expectAccepted(ask("DELETE", `/v1/api-keys/${thirdParty.keyIds.reader}`), "revoke");
    expect(ask("GET", "/api/v1/instances", undefined, reader).status).toBe(401);
    const issued = thirdParty.console.issueKey({
      name: "narrow",
      scopes: ["monitoring:read"],
      permission: "Read",
    });
    expect(ask("GET", "/api/v1/monitoring/alerts", undefined, issued.value).status).toBe(200);
    expect(ask("GET", "/api/v1/networks", undefined, issued.value).status).toBe(403);
  });

  test(`the same seed and calls give the same answers, seed ${seed}`, () => {
    const run = (): string => {
      const { ask, thirdParty } = scene(seed);
      const answers = [
        ask("POST", "/api/v1/instances", CONTAINER),
        ask("POST", "/api/v1/storage/buckets", { name: "files" }),
        ask("POST", "/v1/volumes", { name: "v", region: "eu-north", size_gb: 20 }),
        ask("GET", "/v1/volumes"),
        ask("GET", "/api/v1/nothing"),
      ];
      return JSON.stringify([answers, thirdParty.objects(), thirdParty.log]);
    };
    expect(run()).toBe(run());
    expect(JSON.stringify(randomChoices(seed))).toBe(JSON.stringify(randomChoices(seed)));
  });
}
