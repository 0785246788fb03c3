import { expect } from "vitest";
import { blockOf } from "./block.ts";
import { server } from "./bodies.ts";
import { type Clause, notShown, same, settled, tested } from "./clause.ts";
import { isIn, type World } from "./world.ts";

export const machineStateClauses: readonly Clause[] = [
  actionClause("instance start", ["stop", "start"], "words.running"),
  actionClause("stop, restart", ["stop"], "words.stopped"),
  actionClause("restart, freeze", ["restart"], "words.running"),
  actionClause("freeze, unfreeze", ["freeze"], "words.frozen"),
  actionClause("unfreeze via the action endpoint", ["freeze", "unfreeze"], "words.running"),
  settled("3", "none stated", "a frozen machine is unfrozen first"),
  notShown("3", "state names for these results are not named", "words.running"),
  tested("3", "instance DELETE instance is stopped", async (world) => {
    await world.container();
    await world.refused("DELETE /api/v1/instances/web");
    await stopped(world);
    await world.ok("DELETE /api/v1/instances/web");
  }),
  same("3", "DELETE … deleted", "4.1: DELETE /instances/{name} none deletes"),
  tested("3", "permanent, cannot be undone", async (world) => {
    await world.container();
    await stopped(world);
    await world.ok("DELETE /api/v1/instances/web");
    world.pass(600);
    const start = await world.send("POST /api/v1/instances/web/action", { action: "start" });
    expect(start.status).toBe(404);
  }),
  tested("3", "dedicated IPv4 request with network_access = dedicated", async (world) => {
    const { ipv4_address } = await world.server({ network_access: "dedicated" });
    expect(ipv4_address).toMatch(/^(\d{1,3}\.){3}\d{1,3}$/);
  }),
  tested("3", "a free address exists", async (world) => {
    world.platform.configure({ dedicatedAllowance: 100 });
    const names = Array.from({ length: 64 }, (_, at) => `s${at}`);
    for (const name of names) await world.ok("POST /api/v2/servers", dedicated(name));
    await world.refused("POST /api/v2/servers", dedicated("b"));
  }),
  tested("3", "the plan's holding allowance is not reached", async (world) => {
    world.platform.configure({ dedicatedAllowance: 1 });
    await world.server({ network_access: "dedicated" });
    await world.refused("POST /api/v2/servers", dedicated("b"));
    world.platform.configure({ dedicatedAllowance: 2 });
    await world.ok("POST /api/v2/servers", dedicated("b"));
  }),
  same(
    "3",
    "address assigned before server creation",
    "3: dedicated IPv4 request with network_access = dedicated",
  ),
  tested(
    "3",
    "otherwise the request is refused and no server is created",
    async ({ list, platform, refused }) => {
      platform.configure({ dedicatedAllowance: 0 });
      await refused("POST /api/v2/servers", dedicated("a"));
      expect(await list("GET /api/v2/servers")).toEqual([]);
    },
  ),
  tested("3", "shared port block server deleted block freed", async (world) => {
    const { id, ...made } = await world.server();
    await world.ok(`POST /api/v2/servers/${id}/action`, { action: "stop" });
    world.pass(600);
    await world.ok(`DELETE /api/v2/servers/${id}`);
    world.pass(600);
    expect(blockOf(await world.server())).toEqual(blockOf(made));
  }),
  tested(
    "3",
    "shared port block server migrated to another host in the region block moves to that host's shared address",
    async (world) => {
      const { id, ...before } = await world.server();
      world.platform.migrate(String(id));
      world.pass(600);
      const after = await world.ok(`GET /api/v2/servers/${id}`);
      expect(blockOf(after).address).not.toBe(blockOf(before).address);
    },
  ),
  tested("3", "address and port numbers can change", async (world) => {
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
  }),
  notShown("3", "Names of instance statuses: not shown.", "words.running"),
  notShown(
    "3",
    "Statuses of image import, volume, load balancer and alert rule: not shown.",
    "words.ready",
  ),
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
  return tested("3", words, async (world) => {
    await world.container();
    for (const action of actions) {
      await world.ok("POST /api/v1/instances/web/action", { action });
      world.pass(600);
    }
    expect(isIn(state, await world.ok("GET /api/v1/instances/web"))).toBe(true);
  });
}
