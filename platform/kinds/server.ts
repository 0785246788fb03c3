import { z } from "zod";
import { publicIpv4, publicIpv6 } from "../addresses.ts";
import type { JsonObject } from "../answer.ts";
import type { Stored } from "../objects.ts";
import { defineKind, type World } from "../world.ts";
import { machineFields, statusOf } from "./machine.ts";
import { viewBlock } from "./port-block.ts";

const Server = z.object({
  name: z.string(),
  size: z.string(),
  network_access: z.enum(["shared", "dedicated"]),
  /** First port of its block on the shared address; null with dedicated access. */
  first_port: z.int().nullable(),
  ...machineFields,
});
type Server = z.infer<typeof Server>;

/** Servers under `/api/v2` (spec 2.3). */
export const servers = defineKind<Server>({
  kind: "server",
  noun: "server",
  record: Server,
  view: viewServer,
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
