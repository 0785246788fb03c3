import { blockOf } from "../clauses/block.ts";
import { forward, server } from "../clauses/bodies.ts";
import type { World } from "../clauses/world.ts";
import type { Case } from "./refusal.ts";

const unknown = "7.2: Unknown resource: HTTP 404 with error.";
const firstPort = "8: The first port of the block is forwarded to port 22 of the server";

export function portRefusals(): readonly Case[] {
  const ports = "/api/v1/instances/web/ports";
  const port = (
    by: Case["by"],
    about: string,
    play: (world: World, first: number) => Promise<unknown>,
  ): Case => ({
    by,
    about,
    play: async (world) => play(world, blockOf(await world.container()).first),
  });
  return [
    port(
      "7.8: A public port outside the caller's block is refused.",
      "a port below its block",
      ({ send }, first) => send(`POST ${ports}`, forward(first - 1)),
    ),
    port("7.7: Forwarding a public port to target port 25 is refused", "mail", ({ send }, first) =>
      send(`POST ${ports}`, { ...forward(first + 1), target_port: 25 }),
    ),
    port(firstPort, "forwarding the first port", ({ send }, first) =>
      send(`POST ${ports}`, forward(first)),
    ),
    port(firstPort, "taking the first forward away", ({ send }, first) =>
      send(`DELETE ${ports}?protocol=tcp&public_port=${first}`),
    ),
    port("refusals.conflict", "forwarding a port twice", async ({ ok, send }, first) => {
      await ok(`POST ${ports}`, forward(first + 1));
      return send(`POST ${ports}`, forward(first + 1));
    }),
    port(
      "4.1: DELETE /instances/{name}/ports query: protocol, public_port",
      "no query",
      ({ send }) => send(`DELETE ${ports}`),
    ),
    port(unknown, "a forward that is not there", ({ send }) =>
      send(`DELETE ${ports}?protocol=tcp&public_port=1`),
    ),
  ];
}

export function machineRefusals(): readonly Case[] {
  const action = "POST /api/v1/instances/web/action";
  const acting = (by: Case["by"], ...actions: readonly string[]): Case => ({
    by,
    about: actions.join(", then "),
    play: async (world) => {
      await world.container();
      for (const one of actions) await world.send(action, { action: one });
    },
  });
  return [
    acting("refusals.conflict", "stop", "freeze"),
    acting("machines.stopFrozen", "freeze", "stop"),
    acting("machines.restartStopped", "stop", "restart"),
    {
      by: "7.5: Instance deletion while not stopped: refused",
      about: "deleting a running instance of /api/v1",
      play: async (world) => {
        await world.container();
        return world.send("DELETE /api/v1/instances/web");
      },
    },
    {
      by: "machines.deleteRunning",
      about: "deleting a running instance of /v1",
      play: async (world) => world.send(`DELETE /v1/instances/${await world.instance()}`),
    },
    {
      by: "8: Shared IPv4 port block 10 ports by default per server",
      about: "more servers than the shared address has blocks of ports",
      play: async ({ send }) => {
        let status = 201;
        for (let at = 0; status === 201; at += 1) {
          ({ status } = await send("POST /api/v2/servers", { ...server(), name: `s${at}` }));
        }
      },
    },
  ];
}
