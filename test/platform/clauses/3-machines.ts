import { expect } from "vitest";
import { blockOf } from "./block.ts";
import { server } from "./bodies.ts";
import type { Clause } from "./clause.ts";
import { isIn, type World } from "./world.ts";

export const machineStateClauses: readonly Clause[] = [
  actionClause("instance start", ["stop", "start"], "words.running"),
  actionClause("stop, restart", ["stop"], "words.stopped"),
  actionClause("restart, freeze", ["restart"], "words.running"),
  actionClause("freeze, unfreeze", ["freeze"], "words.frozen"),
  actionClause("unfreeze via the action endpoint", ["freeze", "unfreeze"], "words.running"),
  { spec: "3", words: "none stated", settled: "a frozen machine is unfrozen first" },
  {
    spec: "3",
    words: "state names for these results are not named",
    notShown: "words.running",
  },
  {
    spec: "3",
    words: "instance DELETE instance is stopped",
    holds: async (world) => {
      await world.container();
      await world.refused("DELETE /api/v1/instances/web");
      await stopped(world);
      await world.ok("DELETE /api/v1/instances/web");
    },
  },
  {
    spec: "3",
    words: "DELETE … deleted",
    holds: async (world) => {
      await world.container();
      await stopped(world);
      await world.ok("DELETE /api/v1/instances/web");
      world.pass(600);
      expect((await world.send("GET /api/v1/instances/web")).status).toBe(404);
      expect(await world.list("GET /api/v1/instances")).toEqual([]);
    },
  },
  {
    spec: "3",
    words: "permanent, cannot be undone",
    holds: async (world) => {
      await world.container();
      await stopped(world);
      await world.ok("DELETE /api/v1/instances/web");
      world.pass(600);
      const start = await world.send("POST /api/v1/instances/web/action", { action: "start" });
      expect(start.status).toBe(404);
    },
  },
  {
    spec: "3",
    words: "dedicated IPv4 request with network_access = dedicated",
    holds: async (world) => {
      const { ipv4_address } = await world.server({ network_access: "dedicated" });
      expect(ipv4_address).toMatch(/^(\d{1,3}\.){3}\d{1,3}$/);
    },
  },
  {
    spec: "3",
    words: "a free address exists",
    holds: async (world) => {
      world.platform.configure({ dedicatedAllowance: 100 });
      const names = Array.from({ length: 64 }, (_, at) => `s${at}`);
      for (const name of names) await world.ok("POST /api/v2/servers", dedicated(name));
      await world.refused("POST /api/v2/servers", dedicated("b"));
    },
  },
  {
    spec: "3",
    words: "the plan's holding allowance is not reached",
    holds: async (world) => {
      world.platform.configure({ dedicatedAllowance: 1 });
      await world.server({ network_access: "dedicated" });
      await world.refused("POST /api/v2/servers", dedicated("b"));
      world.platform.configure({ dedicatedAllowance: 2 });
      await world.ok("POST /api/v2/servers", dedicated("b"));
    },
  },
  {
    spec: "3",
    words: "address assigned before server creation",
    holds: async ({ ok }) => {
      const made = await ok("POST /api/v2/servers", dedicated("a"));
      expect(made["ipv4_address"]).toMatch(/^(\d{1,3}\.){3}\d{1,3}$/);
    },
  },
  {
    spec: "3",
    words: "otherwise the request is refused and no server is created",
    holds: async ({ list, platform, refused }) => {
      platform.configure({ dedicatedAllowance: 0 });
      await refused("POST /api/v2/servers", dedicated("a"));
      expect(await list("GET /api/v2/servers")).toEqual([]);
    },
  },
  {
    spec: "3",
    words: "shared port block server deleted block freed",
    holds: async (world) => {
      const { id, ...made } = await world.server();
      await world.ok(`POST /api/v2/servers/${id}/action`, { action: "stop" });
      world.pass(600);
      await world.ok(`DELETE /api/v2/servers/${id}`);
      world.pass(600);
      expect(blockOf(await world.server())).toEqual(blockOf(made));
    },
  },
  {
    spec: "3",
    words:
      "shared port block server migrated to another host in the region block moves to that host's shared address",
    holds: async (world) => {
      const { id, ...before } = await world.server();
      world.platform.migrate(String(id));
      world.pass(600);
      const after = await world.ok(`GET /api/v2/servers/${id}`);
      expect(blockOf(after).address).not.toBe(blockOf(before).address);
    },
  },
  {
    spec: "3",
    words: "address and port numbers can change",
    holds: async (world) => {
      await world.container("first");
      const { name, ...before } = await world.container();
      const path = `/api/v1/instances/${name}/ports`;
      const forward = { protocol: "tcp", public_port: blockOf(before).last, target_port: 80 };
      await world.ok(`POST ${path}`, forward);
      world.platform.migrate(String(name));
      world.pass(600);
      const { first, last } = blockOf(await world.ok(`GET /api/v1/instances/${name}`));
      const forwards = await world.list(`GET ${path}`);
      const moved = forwards.find(({ target_port }) => target_port === 80);
      expect(moved?.["public_port"]).toBeOneOf(portsFrom(first, last));
    },
  },
  { spec: "3", words: "Names of instance statuses: not shown.", notShown: "words.running" },
  {
    spec: "3",
    words: "Statuses of image import, volume, load balancer and alert rule: not shown.",
    notShown: "words.ready",
  },
];

function dedicated(name: string) {
  return { ...server(), name, network_access: "dedicated" };
}

function portsFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

async function stopped({ ok, pass }: World): Promise<void> {
  await ok("POST /api/v1/instances/web/action", { action: "stop" });
  pass(600);
}

function actionClause(
  words: string,
  actions: readonly string[],
  state: Parameters<typeof isIn>[0],
): Clause {
  return {
    spec: "3",
    words,
    holds: async (world) => {
      await world.container();
      for (const action of actions) {
        await world.ok("POST /api/v1/instances/web/action", { action });
        world.pass(600);
      }
      expect(isIn(state, await world.ok("GET /api/v1/instances/web"))).toBe(true);
    },
  };
}
