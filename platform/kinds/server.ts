import { z } from "zod";
import { type Answer, created, type JsonObject, removed } from "../http/answer.ts";
import { type Call, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema } from "../lazy-schema.ts";
import { fields, stated } from "../rules/stated.ts";
import { type Stored, shape } from "../store/objects.ts";
import { refuseTakenName, type World } from "../world.ts";
import { attachAddress, takeAddress } from "./dedicated-address.ts";
import { acting, ipv6Of, type Machine, newMachine, removeByChoice, statusOf } from "./machine.ts";
import { takeBlock, viewBlock } from "./port-block.ts";

interface Server extends Machine {
  readonly name: string;
  readonly size: string;
  readonly network_access: "shared" | "dedicated";
  /** Its own address; null with shared access. */
  readonly ipv4: string | null;
  readonly host: number;
  /** First port of its block on the host's shared address; null with dedicated access. */
  readonly first_port: number | null;
  /** Which region it is in, though no answer shows it. */
  readonly region: string;
}

const NewServer = lazySchema(() =>
  fields({
    name: stated(z.string().min(1), "2.3: name string yes"),
    size: stated(z.string().min(1), "2.3: size string yes size identifier <size>"),
    network_access: stated(
      z.enum(["shared", "dedicated"]).default("shared"),
      "2.3: network_access string no",
      "2.3: shared (default)",
    ),
  }),
);

/** Servers under `/api/v2` (spec 2.3). */
export const servers = defineKind({
  kind: "server",
  noun: "server",
  idPrefix: "srv_",
  record: shape<Server>(),
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
  const { id, name, size, network_access, ipv4, host, first_port } = server;
  const { assumptions } = world;
  return {
    id,
    name,
    size,
    network_access,
    [assumptions["fields.status"]]: statusOf(server, world),
    [assumptions["fields.ipv4Address"]]: ipv4,
    ipv6_addresses: ipv6Of(server, world),
    [assumptions["fields.portBlock"]]: first_port === null ? null : viewBlock({ host, first_port }),
  };
}

function createServer({ world, body }: Call): Answer {
  const given = body(NewServer, "server was not created");
  const region = world.settings.machineRegion;
  refuseTakenName(world, servers, { ...given, region });
  const access = accessOf({ ...given, region }, world);
  const record = { ...given, ...newMachine(world), ...access, region };
  const server = world.objects.insert(servers, record);
  if (access.ipv4 !== null) attachAddress(world, access.ipv4, server.id);
  return created(servers.view(server, world));
}

/** spec 3: a dedicated address is assigned before the server is made. */
function accessOf(
  { network_access, region }: Pick<Server, "network_access" | "region">,
  world: World,
) {
  return network_access === "dedicated"
    ? { ipv4: takeAddress(world), host: 0, first_port: null }
    : { ipv4: null, ...takeBlock(world, { noun: servers.noun, region }) };
}

/** Its block is free again (spec 3); its own address stays with the account (spec 8). */
function deleteServer(call: Call): Answer {
  const { world } = call;
  const { ipv4, host, first_port } = removeByChoice(servers, call);
  if (first_port !== null) world.blocks.release(host, first_port);
  if (ipv4 !== null) attachAddress(world, ipv4, null);
  return removed;
}
