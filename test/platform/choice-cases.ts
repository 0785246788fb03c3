import type { ChoiceName } from "../../platform/choices/choices.ts";
import type { Platform } from "../../platform/index.ts";
import {
  certificateBody,
  containerBody,
  idOf,
  imageBody,
  instanceBody,
  type newWorld,
  type Reply,
  type Send,
  volumeBody,
} from "./support.ts";

/** A question to a platform, and what it answers with each value of the choice, in their order. */
export interface ChoiceCase {
  ask(world: ReturnType<typeof newWorld>): Promise<unknown>;
  readonly answers: readonly unknown[];
}

export const choiceCases: Readonly<Partial<Record<ChoiceName, ChoiceCase>>> = {
  "bodies.unknownFields": creating("/v1/volumes", { ...volumeBody(), colour: 1 }, [422, 201]),
  "bodies.openPayloads": {
    ask: async ({ send }) => {
      const bucket = await send("POST /api/v1/storage/buckets", { name: "logs", tier: "cold" });
      const policy = await send("POST /api/v1/firewalls", { name: "web", tier: "cold" });
      return [bucket, policy].map(({ status, body }) => [status, Object(body).tier]);
    },
    answers: [twice([201, "cold"]), twice([422, undefined]), twice([201, undefined])],
  },
  "bodies.null": {
    ask: async ({ send }) => {
      const made = [
        await send("POST /v1/volumes", { ...volumeBody(), filesystem: null }),
        await send("POST /api/v2/servers", { name: "a", size: "s", network_access: null }),
        await send("POST /v1/load-balancers", balancer({ rule: { certificate_id: null } })),
        await send("POST /v1/floating-ips", { region: null }),
      ];
      return made.map(({ status }) => status);
    },
    answers: [
      [201, 422, 422, 422],
      [422, 422, 422, 422],
      [201, 201, 201, 422],
    ],
  },
  "bodies.notJson": creating("/v1/volumes", "{", [422, 400]),
  "bodies.contentType": {
    ask: async (world) => (await raw(world, "{}", "text/plain")).status,
    answers: [422, 415],
  },
  "bodies.encoding": {
    ask: async (world) => {
      const body = Buffer.concat([
        Buffer.from('{"region":"eu","size_gb":1,"name":"'),
        Buffer.from([0xff]),
        Buffer.from('"}'),
      ]);
      return (await raw(world, body, "application/json")).status;
    },
    answers: [201, 422],
  },
  "names.text": {
    ask: ({ send }) =>
      statuses(["web", " ", "a\u0000b", "x".repeat(300)], (name) =>
        send("POST /v1/volumes", volumeBody(name)),
      ),
    answers: [
      [201, 201, 201, 201],
      [201, 422, 201, 201],
      [201, 422, 422, 422],
    ],
  },
  "names.containers": {
    ask: ({ send }) =>
      statuses(["web-1", "-x", "web@1", "x".repeat(64)], (name) =>
        send("POST /api/v1/instances", containerBody(name)),
      ),
    answers: [
      [201, 201, 201, 201],
      [201, 422, 422, 422],
    ],
  },
  "names.buckets": {
    ask: ({ send }) =>
      statuses(["my.logs", "AB", "a_b"], (name) => send("POST /api/v1/storage/buckets", { name })),
    answers: [
      [201, 201, 201],
      [201, 422, 422],
    ],
  },
  "names.scope": {
    ask: async ({ send }) => {
      await send("POST /v1/volumes", volumeBody());
      return statuses(["us", "eu"], (region) =>
        send("POST /v1/volumes", { ...volumeBody(), region }),
      );
    },
    answers: [
      [409, 409],
      [201, 409],
      [201, 201],
    ],
  },
  "regions.names": creating("/v1/floating-ips", { region: "any thing" }, [201, 422]),
  "regions.mixed": {
    ask: async ({ send }) => {
      const instance_id = idOf(await send("POST /v1/instances", instanceBody()));
      const volume = idOf(await send("POST /v1/volumes", { ...volumeBody(), region: "us" }));
      const address = idOf(await send("POST /v1/floating-ips", { region: "us" }));
      const elsewhere = { ...balancer(), region: "us", backend_instances: [instance_id] };
      const reached = [
        await send(`POST /v1/volumes/${volume}/attach`, { instance_id }),
        await send(`POST /v1/floating-ips/${address}/assign`, { instance_id }),
        await send("POST /v1/load-balancers", elsewhere),
      ];
      return reached.map(({ status }) => status);
    },
    answers: [
      [200, 200, 201],
      [422, 422, 422],
    ],
  },

  "answers.created": creating("/v1/volumes", volumeBody(), [201, 200]),
  "answers.started": {
    ask: async ({ send }) => [
      (await send("POST /v1/images/import", imageBody())).status,
      (await send("POST /v1/instances", instanceBody())).status,
    ],
    answers: [twice(201), twice(202)],
  },
  "answers.deleted": {
    ask: async ({ send }) => {
      const network = Object((await send("POST /api/v1/networks", { name: "a" })).body).id;
      const volume = idOf(await send("POST /v1/volumes", volumeBody()));
      const deleted = [
        await send(`DELETE /api/v1/networks/${network}`),
        await send(`DELETE /v1/volumes/${volume}`),
      ];
      return deleted.map(({ status, body }) => [status, body]);
    },
    answers: [
      twice([204, undefined]),
      [
        [200, { message: "deleted" }],
        [204, undefined],
      ],
    ],
  },
  "answers.action": {
    ask: async ({ send }) => {
      await send("POST /api/v1/instances", containerBody());
      const answer = await send("POST /api/v1/instances/web/action", { action: "stop" });
      const { image, result, status } = Object(answer.body);
      return { image, result, status };
    },
    answers: [
      { image: "debian/13", result: undefined, status: "stopped" },
      { image: undefined, result: "success", status: "stopped" },
    ],
  },
  "answers.object": {
    ask: async ({ send }) => {
      const volume = Object((await send("POST /v1/volumes", volumeBody())).body);
      const address = Object((await send("POST /v1/floating-ips", { region: "eu" })).body);
      return [volume.name, volume.data?.name, address.region];
    },
    answers: [
      ["data", undefined, "eu"],
      [undefined, "data", "eu"],
    ],
  },
  "answers.list": {
    ask: async ({ send }) => (await send("GET /v1/volumes")).body,
    answers: [[], { data: [] }, { items: [] }],
  },
  "answers.listItems": {
    ask: async ({ send, clock }) => {
      await send("POST /api/v1/instances", containerBody());
      clock.pass(60);
      const [item] = Object((await send("GET /api/v1/instances")).body);
      const whole = Object((await send("GET /api/v1/instances/web")).body);
      return [item.name, "ipv6_addresses" in item, "ipv6_addresses" in whole];
    },
    answers: [
      ["web", true, true],
      ["web", false, true],
    ],
  },
  "words.busy": {
    ask: async ({ send, platform }) => {
      platform.configure({ volumeSeconds: 9, stopSeconds: 9, resizeSeconds: 9 });
      const path = "/v1/volumes";
      const volume = await send(`POST ${path}`, volumeBody());
      const grown = await send(`PATCH ${path}/${idOf(volume)}`, { size_gb: 20 });
      const machine = await send("POST /v1/instances", instanceBody());
      const action = `/v1/instances/${idOf(machine)}/action`;
      const stopping = await send(`POST ${action}`, { action: "stop" });
      const image = await send("POST /v1/images/import", imageBody());
      return [volume, grown, machine, stopping, image].map(({ body }) => Object(body).status);
    },
    answers: [
      ["creating", "resizing", "provisioning", "stopping", "importing"],
      ["Creating", "Resizing", "Provisioning", "Stopping", "Importing"],
      ["allocating", "updating", "spawning", "processing", "downloading"],
    ],
  },

  "machines.types": container({ type: "virtual-machine" }, [422, 201]),
  "machines.cpuShares": container({ cpu_limit: "0.5" }, [422, 201]),
  "machines.limits": {
    ask: async ({ send }) => {
      const { body } = await send("POST /api/v1/instances", containerBody());
      const { cpu_limit, memory_limit, profile } = Object(body);
      return [cpu_limit, memory_limit, profile];
    },
    answers: [
      [null, null, null],
      ["1", "1GiB", "default"],
    ],
  },
  "machines.profiles": container({ profile: "fast" }, [201, 404]),
  "machines.stopFrozen": acting("freeze", "stop", [409, 200]),
  "machines.restartStopped": acting("stop", "restart", [409, 200]),
  "machines.deleteRunning": {
    ask: async ({ send, clock }) => {
      const instance = idOf(await send("POST /v1/instances", instanceBody()));
      const server = idOf(await send("POST /api/v2/servers", { name: "a", size: "s" }));
      await send("POST /api/v1/instances", containerBody());
      clock.pass(60);
      // spec 7.5 speaks of instances, and 4.1 shows this route of theirs.
      const paths = [
        `/v1/instances/${instance}`,
        `/api/v2/servers/${server}`,
        "/api/v1/instances/web",
      ];
      return statuses(paths, (path) => send(`DELETE ${path}`));
    },
    answers: [
      [409, 409, 409],
      [204, 204, 409],
    ],
  },
  "machines.stoppedIpv6": {
    ask: async ({ send, clock }) => {
      const made = idOf(await send("POST /v1/instances", instanceBody()));
      clock.pass(60);
      const path = `/v1/instances/${made}`;
      const running = Object((await send(`GET ${path}`)).body).ipv6_addresses.length;
      const stopped = await send(`POST ${path}/action`, { action: "stop" });
      return [running, Object(stopped.body).ipv6_addresses.length];
    },
    answers: [
      [1, 1],
      [1, 0],
    ],
  },
  "machines.unfinishedImage": {
    ask: async ({ send }) => {
      const image_id = idOf(await send("POST /v1/images/import", imageBody()));
      const { image: _image, ...body } = instanceBody();
      return (await send("POST /v1/instances", { ...body, source: { type: "image", image_id } }))
        .status;
    },
    answers: [422, 409],
  },
  "portForwards.active": {
    ask: async ({ send, clock }) => {
      await send("POST /api/v1/instances", containerBody());
      const active = async () =>
        Object((await send("GET /api/v1/instances/web/ports")).body)[0].active;
      const booting = await active();
      clock.pass(60);
      const running = await active();
      await send("POST /api/v1/instances/web/action", { action: "stop" });
      return [booting, running, await active()];
    },
    answers: [
      [undefined, undefined, undefined],
      [false, true, false],
    ],
  },
  "floatingIps.deleteAssigned": {
    ask: async ({ send }) => {
      const instance_id = idOf(await send("POST /v1/instances", instanceBody()));
      const path = `/v1/floating-ips/${idOf(await send("POST /v1/floating-ips", { region: "eu" }))}`;
      await send(`POST ${path}/assign`, { instance_id });
      return (await send(`DELETE ${path}`)).status;
    },
    answers: [204, 409],
  },

  "volumes.detachTwice": {
    ask: async ({ send }) => {
      const volume = idOf(await send("POST /v1/volumes", volumeBody()));
      return (await send(`POST /v1/volumes/${volume}/detach`)).status;
    },
    answers: [200, 409],
  },
  "volumes.largest": {
    ask: async ({ send }) => {
      const large = await send("POST /v1/volumes", { ...volumeBody("large"), size_gb: 16_385 });
      const small = idOf(await send("POST /v1/volumes", volumeBody("small")));
      const grown = await send(`PATCH /v1/volumes/${small}`, { size_gb: 16_385 });
      return [large.status, grown.status];
    },
    answers: [
      [201, 200],
      [422, 422],
    ],
  },
  "pools.names": {
    ask: async ({ send }) => [
      (await send("GET /api/v1/storage/pools")).body,
      (await send("POST /api/v1/storage/pools/fast/volumes", poolVolume)).status,
    ],
    answers: [
      [[{ name: "default" }], 404],
      [[{ name: "default" }, { name: "fast" }], 201],
    ],
  },
  "poolVolumes.size": {
    ask: async ({ send }) => {
      const made = await send("POST /api/v1/storage/pools/default/volumes", { name: "data" });
      return [made.status, Object(made.body).config?.size];
    },
    answers: [
      [422, undefined],
      [201, "10GiB"],
    ],
  },
  "images.snapshot": {
    ask: async ({ send, clock }) => {
      const image = idOf(await snapshot(send, "nightly"));
      const statusNow = async () => Object((await send(`GET /v1/images/${image}`)).body).status;
      const first = await statusNow();
      clock.pass(1);
      return [first, await statusNow()];
    },
    answers: [
      ["available", "available"],
      ["creating", "available"],
    ],
  },
  "images.snapshotNames": {
    ask: async ({ send }) => (await snapshot(send, "missing-one")).status,
    answers: [201, 404],
  },
  "images.osType": {
    ask: async ({ send }) => {
      const { os_type: _os, ...body } = imageBody();
      const { status, body: image } = await send("POST /v1/images/import", body);
      return [status, Object(image).os_type];
    },
    answers: [
      [422, undefined],
      [201, "linux"],
    ],
  },
  "images.failingUrl": {
    ask: async ({ send, platform }) => {
      platform.configure({ importSeconds: 0 });
      const words = ["broken", "fail"].map(async (word) => {
        const url = `https://images.test/${word}.qcow2`;
        const made = await send("POST /v1/images/import", { ...imageBody(word), url });
        return Object((await send(`GET /v1/images/${idOf(made)}`)).body).status;
      });
      return Promise.all(words);
    },
    answers: [
      ["error", "available"],
      ["available", "error"],
    ],
  },

  "networks.configValues": creating(
    "/api/v1/networks",
    { name: "a", config: { "ipv4.dhcp": true } },
    [201, 422],
  ),
  "networks.configAdditions": {
    ask: async ({ send }) => {
      const config = { "ipv4.address": "10.1.0.1/24" };
      const made = await send("POST /api/v1/networks", { name: "a", config });
      return Object(made.body).config;
    },
    answers: [
      { "ipv4.address": "10.1.0.1/24" },
      { "ipv4.address": "10.1.0.1/24", "ipv4.nat": "true", "ipv6.address": "none" },
    ],
  },
  "firewalls.rules": creating(
    "/api/v1/firewalls",
    { name: "web", inbound: [{ protocol: "TCP", port: 443 }] },
    [422, 201],
  ),
  "loadBalancers.protocols": {
    ask: async ({ send }) => [
      (await send("POST /v1/load-balancers", balancer({ rule: { entry_protocol: "tcp" } }))).status,
      (
        await send("POST /v1/load-balancers", {
          ...balancer({ rule: { target_protocol: "https" } }),
          name: "other",
        })
      ).status,
    ],
    answers: [twice(422), twice(201)],
  },
  "loadBalancers.httpsWithoutCertificate": creating(
    "/v1/load-balancers",
    balancer({ rule: { entry_protocol: "https" } }),
    [422, 201],
  ),
  "loadBalancers.certificateElsewhere": {
    ask: async ({ send }) => {
      const certificate_id = idOf(await send("POST /v1/certificates", certificateBody()));
      return (await send("POST /v1/load-balancers", balancer({ rule: { certificate_id } }))).status;
    },
    answers: [422, 201],
  },
  "loadBalancers.healthCheck": {
    ask: async ({ send }) => {
      const body = { ...balancer(), health_check: { protocol: "http", port: 80 } };
      const made = await send("POST /v1/load-balancers", body);
      return [made.status, Object(made.body).health_check];
    },
    answers: [
      [422, undefined],
      [201, { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 }],
    ],
  },
  "certificates.answer": {
    ask: async ({ send }) => {
      const made = await send("POST /v1/certificates", certificateBody());
      return Object.keys(Object(made.body));
    },
    answers: [
      ["id", "name", "certificate", "certificate_chain"],
      ["id", "name", "fingerprint"],
    ],
  },

  "alertRules.blanks": alert({ channels: "email, slack" }, [
    [422, undefined],
    [201, "email,slack"],
  ]),
  "alertRules.channels": alert({ channels: undefined }, [
    [422, undefined],
    [201, "email"],
  ]),
  "alertRules.conditions": alert({ condition: "above" }, [
    [201, "email"],
    [422, undefined],
  ]),
  "metrics.shape": {
    ask: async ({ send }) => {
      await send("POST /api/v1/instances", containerBody());
      const { body } = await send("GET /api/v1/monitoring/metrics/web");
      const { cpu_percent, cpu, disk } = Object(body);
      return [typeof cpu_percent, typeof cpu?.usage, disk?.total];
    },
    answers: [
      ["number", "undefined", undefined],
      ["undefined", "number", 10 * 2 ** 30],
    ],
  },
};

const poolVolume = { name: "data", config: { size: "1GiB" } };

/** The status of a create. */
function creating(path: string, body: unknown, answers: readonly number[]): ChoiceCase {
  return { ask: async ({ send }) => (await send(`POST ${path}`, body)).status, answers };
}

function container(change: object, answers: readonly number[]): ChoiceCase {
  return creating("/api/v1/instances", { ...containerBody(), ...change }, answers);
}

/** The status of a second action. */
function acting(first: string, second: string, answers: readonly number[]): ChoiceCase {
  return {
    ask: async ({ send, clock }) => {
      await send("POST /api/v1/instances", containerBody());
      clock.pass(60);
      await send("POST /api/v1/instances/web/action", { action: first });
      return (await send("POST /api/v1/instances/web/action", { action: second })).status;
    },
    answers,
  };
}

function alert(change: object, answers: readonly unknown[]): ChoiceCase {
  const rule = { name: "a", metric: "cpu_percent", condition: "gt", threshold: 1 };
  return {
    ask: async ({ send }) => {
      const body = { ...rule, channels: "email", ...change };
      const made = await send("POST /api/v1/monitoring/alerts", body);
      return [made.status, Object(made.body).channels];
    },
    answers,
  };
}

async function snapshot(send: Send, name: string): Promise<Reply> {
  const instance_id = idOf(await send("POST /v1/instances", instanceBody()));
  const source = { type: "snapshot", instance_id, snapshot: name };
  return send("POST /v1/images", { name: "golden", source });
}

function balancer({ rule = {} }: { rule?: object } = {}) {
  const http = { entry_protocol: "http", target_protocol: "http" };
  return {
    name: "front",
    region: "eu",
    forwarding_rules: [{ entry_port: 80, target_port: 8080, ...http, ...rule }],
    health_check: { protocol: "http", port: 80, interval: 1, timeout: 1, threshold: 1 },
    backend_instances: [],
  };
}

async function statuses(of: readonly string[], ask: (one: string) => Promise<Reply>) {
  const found: number[] = [];
  for (const one of of) found.push((await ask(one)).status);
  return found;
}

function twice<T>(value: T): readonly [T, T] {
  return [value, value];
}

function raw(
  { platform }: { readonly platform: Platform },
  body: string | Buffer<ArrayBuffer>,
  contentType: string,
): Promise<Response> {
  const headers = { authorization: `Bearer ${platform.rootKey}`, "content-type": contentType };
  const request = new Request("http://platform.test/v1/volumes", { method: "POST", headers, body });
  return platform.fetch(request);
}
