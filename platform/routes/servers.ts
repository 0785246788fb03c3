import { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { findRoute } from "../../contract/routes.ts";
import { type Answer, created, removed } from "../answer.ts";
import { newMachine } from "../kinds/machine.ts";
import { servers } from "../kinds/server.ts";
import { type Call, listing, type Route, reading, route } from "../route.ts";
import { refuseTakenName, type World } from "../world.ts";
import { acting, removeStopped } from "./machines.ts";
import { freeBlock } from "./ports.ts";

const Server = z.strictObject({
  name: z.string().min(1),
  size: z.string().min(1),
  // spec 2.3: the default access
  network_access: z.enum(["shared", "dedicated"]).default("shared"),
});

/** Servers under `/api/v2` (spec 2.3). */
export function serverRoutes(assumptions: Assumptions): readonly Route[] {
  const { server } = endpoints;
  return [
    ...route(server.create, createServer),
    ...route(findRoute("server", "list", assumptions), listing(servers)),
    ...route(findRoute("server", "get", assumptions), reading(servers)),
    ...route(findRoute("server", "action", assumptions), acting(servers)),
    ...route(findRoute("server", "delete", assumptions), deleteServer),
  ];
}

function createServer({ world, body }: Call): Answer {
  const given = body(Server, "server was not created");
  refuseTakenName(world, servers, given);
  const isShared = given.network_access === "shared";
  if (!isShared) refuseOverAllowance(world);
  const first_port = isShared ? freeBlock(world, servers) : null;
  const server = world.objects.insert(servers, { ...given, ...newMachine(world), first_port });
  return created(servers.view(server, world));
}

/** @throws Refusal when the plan allows no further dedicated address (spec 7.6). */
function refuseOverAllowance(world: World): void {
  const { dedicatedAllowance } = world.settings;
  const held = world.objects.where(servers, "network_access", "dedicated").length;
  if (held < dedicatedAllowance) return;
  throw world.refusal(
    "dedicated",
    `server was not created: ${held} of the ${dedicatedAllowance} dedicated IPv4 addresses that the plan allows are held`,
  );
}

/** Its block or address is free again (spec 3). */
function deleteServer(call: Call): Answer {
  removeStopped(servers, call);
  return removed;
}
