import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { programName, toWire } from "../../contract/naming.ts";
import { defineResource } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { ServerArgs } from "../_arguments.ts";
import { type PortBlock, portBlock } from "./container.ts";
import {
  machineActions,
  machineReadiness,
  type OnOff,
  powerIn,
  requireAction,
  startKept,
  stopForDelete,
  updatePower,
} from "./power.ts";

/** Inputs of a {@link Server} (spec 2.3). Changing any of them but `desiredState` and `restartTriggers` replaces it. */
export interface ServerInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. */
  name?: string;
  /** Size identifier. */
  size: string;
  /**
   * `shared` (default): IPv6 and a block of ports on a shared IPv4 address. `dedicated`: a separate
   * IPv4 address, $2 a month (spec 8).
   */
  networkAccess?: "shared" | "dedicated";
  /** State to keep it in, by a route that the spec does not show; changed in place. If it is left out, the power state is not managed. */
  desiredState?: OnOff;
  /**
   * Changing a value restarts it in place, unless `desiredState` is `stopped` or somebody has stopped it.
   * Adding or removing the list restarts nothing.
   */
  restartTriggers?: string[];
}

/** Outputs of a {@link Server}. */
export interface ServerOutputs {
  /** The platform's word for its state; the words are not shown in the spec. */
  status: string;
  /** Its IPv4 address, with dedicated access. */
  ipv4Address?: string;
  /** Public IPv6 addresses; nothing filters what reaches them (spec 8). */
  ipv6Addresses: string[];
  /** Its ports of the region's shared IPv4 address, with shared access. */
  portBlock?: PortBlock;
}

const replaces = { on: "replace" } as const;
const word = { ...replaces, isWord: true } as const;

export const server = defineResource<ServerInputs, ServerOutputs>()({
  type: "compute:Server",
  kind: "server",
  noun: "server",
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    size: z.string().min(1),
    networkAccess: z.enum(["shared", "dedicated"]).exactOptional(),
    desiredState: z.enum(["running", "stopped"]).exactOptional(),
    restartTriggers: z.array(z.string()).exactOptional(),
  }),
  outputs: z.object({
    status: z.string(),
    ipv4Address: z.string().exactOptional(),
    ipv6Addresses: z.array(z.string()),
    portBlock: portBlock.exactOptional(),
  }),
  changes: {
    name: word,
    size: word,
    networkAccess: replaces,
    desiredState: { on: "update", afterCreate: true },
    restartTriggers: { on: "update" },
  },
  defaults: { networkAccess: "shared" },
  replacement: {
    order: "deleteFirst",
    when: (state, inputs) =>
      [state["networkAccess"], inputs["networkAccess"]].includes("dedicated"),
    why: "The plan's allowance of dedicated addresses may not cover two at once (spec 7.6).",
  },
  holds: ["disk", "address"],
  gaps: [
    "SSH keys and user data of a server (spec 2.3).",
    "Paths to read, stop, restart and delete a server (spec 4 note 4).",
    "Names of its statuses and of the field that holds its IPv4 address (spec 2.3, 3).",
    "How many dedicated addresses a plan allows (spec 8).",
  ],
  body: ({ desiredState, restartTriggers: _triggers, ...rest }, session) => {
    requireAction(session, "server", { desiredState });
    return toWire(rest);
  },
  interpret: (observed, assumptions) => ({
    desiredState: powerIn(observed["status"], assumptions),
    ipv4Address: observed[programName(assumptions["fields.ipv4Address"])],
    portBlock: observed[programName(assumptions["fields.portBlock"])],
  }),
  ready: (observed, _inputs, assumptions) => machineReadiness(observed, assumptions),
  update: (session, { id, inputs, state }, names) =>
    updatePower(session, machine(id), { inputs, state, names }),
  actions: machineActions(machine),
  prepareDelete: (session, { id }) => stopForDelete(session, machine(id)),
  restore: startKept(machine),
});

/**
 * A server with an IPv4 address that is dedicated or shared; `/api/v2` of the API. Where no dedicated
 * address is free, the platform refuses and creates nothing (spec 7.6).
 *
 * Your SSH key: the API takes none, nor an image or user data (cloud-init). To log in, add your key in the
 * console; with shared access the first port of `portBlock` leads to port 22 (spec 8).
 */
export interface Server
  extends pulumi.CustomResource,
    Attributes<ServerInputs, ServerOutputs, "networkAccess"> {}

export const Server: ResourceClass<ServerArgs, Server> = resourceClass<
  ServerInputs,
  ServerOutputs
>()(server);

function machine(id: string) {
  return { kind: "server", id, params: { id } } as const;
}
