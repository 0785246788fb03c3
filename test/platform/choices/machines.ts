import type { machineChoices } from "../../../platform/choices/machines.ts";
import { containerBody, idOf, imageBody, instanceBody } from "../support.ts";
import { acting, type ChoiceCase, container, statuses } from "./asking.ts";

export const machines: Readonly<Record<keyof typeof machineChoices, ChoiceCase>> = {
  "machines.prefixes": {
    ask: async ({ send, clock }) => {
      const id = idOf(await send("POST /v1/instances", { ...instanceBody(), name: "app" }));
      await send("POST /api/v1/instances", containerBody());
      clock.pass(60);
      const listed = Object((await send("GET /api/v1/instances")).body);
      const found = await send("GET /api/v1/instances/app");
      const stopped = await send("POST /v1/instances/web/action", { action: "stop" });
      const deleted = await send("DELETE /v1/instances/web");
      const own = Object((await send(`GET /v1/instances/${id}`)).body).name;
      const names = listed.map(({ name }: { name: string }) => name);
      return [names, Object(found.body).id === id, stopped.status, deleted.status, own];
    },
    answers: [
      [["web"], false, 404, 404, "app"],
      [["web", "app"], true, 200, 204, "app"],
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
};
