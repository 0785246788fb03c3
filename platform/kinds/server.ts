import { z } from "zod";
import { type JsonObject, type Stored, shape } from "../store/index.ts";
import { type Answer, created, removed } from "./common/answer.ts";
import type { Context } from "./common/context.ts";
import { attachAddress, takeAddress } from "./common/held-address.ts";
import { type Call, listing, reading, serveKind } from "./common/kind.ts";
import {
  acting,
  ipv6Of,
  type Machine,
  newMachine,
  removeStopped,
  statusOf,
} from "./common/machine.ts";
import { takeBlock, viewBlock } from "./common/port-block.ts";

interface Server extends z.output<typeof NewServer>, Machine {
  /** Its own address; null with shared access. */
  readonly ipv4: string | null;
  readonly host: number;
  /** First port of its block on the host's shared address; null with dedicated access. */
  readonly first_port: number | null;
}

const NewServer = z.strictObject({
  name: z.string().min(1),
  size: z.string().min(1),
  network_access: z.enum(["shared", "dedicated"]).default("shared"),
});

/** Servers under `/api/v2` (spec 2.3). */
export const servers = serveKind({
  kind: "server",
  spec: "2.3",
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

function viewServer(server: Stored<Server>, context: Context): JsonObject {
  const { id, name, size, network_access, ipv4, host, first_port } = server;
  const { assumptions } = context;
  return {
    ...{ id, name, size, network_access },
    [assumptions["fields.status"]]: statusOf(server, context),
    [assumptions["fields.ipv4Address"]]: ipv4,
    ipv6_addresses: ipv6Of(server, context),
    [assumptions["fields.portBlock"]]: first_port === null ? null : viewBlock({ host, first_port }),
  };
}

function createServer({ context, body }: Call): Answer {
  const given = body(NewServer, "server was not created");
  context.refuseTakenName(servers, given);
  // spec 3: a dedicated address is assigned before the server is made.
  const access =
    given.network_access === "dedicated"
      ? { ipv4: takeAddress(context), host: 0, first_port: null }
      : { ipv4: null, ...takeBlock(context, servers.noun) };
  const server = context.objects.insert(servers, { ...given, ...newMachine(context), ...access });
  if (access.ipv4 !== null) attachAddress(context, access.ipv4, server.id);
  return created(servers.view(server, context));
}

/** Its block is free again (spec 3); its own address stays with the account (spec 8). */
function deleteServer(call: Call): Answer {
  const { context } = call;
  const { ipv4, host, first_port } = removeStopped(servers, call);
  if (first_port !== null) context.blocks.release({ host, first_port });
  if (ipv4 !== null) attachAddress(context, ipv4, null);
  return removed;
}
