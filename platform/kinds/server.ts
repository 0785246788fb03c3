import { z } from "zod";
import { publicIpv4, publicIpv6 } from "../addresses.ts";
import { type Answer, created, type JsonObject, removed } from "../http/answer.ts";
import { type Call, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import type { Stored } from "../store/objects.ts";
import { refuseTakenName, type World } from "../world.ts";
import { acting, machineFields, newMachine, removeStopped, statusOf } from "./machine.ts";
import { freeBlock, viewBlock } from "./port-block.ts";

const Server = z.object({
  name: z.string(),
  size: z.string(),
  network_access: z.enum(["shared", "dedicated"]),
  /** First port of its block on the shared address; null with dedicated access. */
  first_port: z.int().nullable(),
  ...machineFields,
});
type Server = z.infer<typeof Server>;

const NewServer = z.strictObject({
  name: z.string().min(1),
  size: z.string().min(1),
  // spec 2.3: the default access
  network_access: z.enum(["shared", "dedicated"]).default("shared"),
});

/** Servers under `/api/v2` (spec 2.3). */
export const servers = defineKind({
  kind: "server",
  noun: "server",
  idPrefix: "srv_",
  record: Server,
  view: viewServer,
  serve: (self) => ({
    list: listing(self),
    get: reading(self),
    create: createServer,
    action: acting(self),
    delete: deleteServer,
  }),
});

function viewServer(server: Stored<Server>, world: World): JsonObject {
  const { id, serial, name, size, network_access, first_port } = server;
  const { assumptions } = world;
  // spec 3: a dedicated address is assigned before the server is made.
  const ipv4 = network_access === "dedicated" ? publicIpv4(serial) : null;
  return {
    id,
    name,
    size,
    network_access,
    [assumptions["fields.status"]]: statusOf(server, world),
    [assumptions["fields.ipv4Address"]]: ipv4,
    ipv6_addresses: world.now >= server.addressed_at ? [publicIpv6(serial)] : [],
    [assumptions["fields.portBlock"]]: first_port === null ? null : viewBlock({ first_port }),
  };
}

function createServer({ world, body }: Call): Answer {
  const given = body(NewServer, "server was not created");
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
    `server: ${held} of the ${dedicatedAllowance} dedicated IPv4 addresses that the plan allows are held`,
  );
}

/** Its block or address is free again (spec 3). */
function deleteServer(call: Call): Answer {
  removeStopped(servers, call);
  return removed;
}
