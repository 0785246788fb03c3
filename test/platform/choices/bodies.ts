import type { bodyChoices } from "../../../platform/choices/bodies.ts";
import { containerBody, idOf, instanceBody, volumeBody } from "../support.ts";
import { balancer, type ChoiceCase, creating, raw, statuses, twice } from "./asking.ts";

export const bodies: Readonly<Record<keyof typeof bodyChoices, ChoiceCase>> = {
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
      const server = { name: "web", size: "small" };
      await send("POST /v1/volumes", volumeBody());
      await send("POST /api/v2/servers", server);
      const volumes = await statuses(["us", "eu"], (region) =>
        send("POST /v1/volumes", { ...volumeBody(), region }),
      );
      return [...volumes, (await send("POST /api/v2/servers", server)).status];
    },
    answers: [
      [409, 409, 409],
      [201, 409, 409],
      [201, 201, 201],
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
};
