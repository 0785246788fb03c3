import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { programName, toWire } from "../../contract/naming.ts";
import { isSameCount } from "../../contract/values/count.ts";
import { isSameSize, isSizeInBytes, parseSize, withUnit } from "../../contract/values/size.ts";
import { defineResource } from "../../provider/definition/definition.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { ContainerArgs } from "../_arguments.ts";
import {
  machineActions,
  machineReadiness,
  type Power,
  powerIn,
  startKept,
  stopForDelete,
  updatePower,
} from "./power.ts";

/** Inputs of a {@link Container} (spec 2.1). */
export interface ContainerInputs {
  /** Name, which is also its id; `<logical name>-<hash>` unless given. Changing it replaces the container. */
  name?: string;
  /** Kind of instance; the spec gives one, which is the default. Changing it replaces the container. */
  type?: "container";
  /** Image in the form `<os>/<version>`. Changing it replaces the container. */
  image: string;
  /** Number of CPUs as text, like "2". Changing it replaces the container. */
  cpuLimit?: string;
  /** Memory with a unit, like "2GiB". Another amount replaces the container; another spelling does not. */
  memoryLimit?: string;
  /** Profile; one named `default` exists. Changing it replaces the container. */
  profile?: string;
  /** State to keep it in; changed in place. If it is left out, the power state is not managed. */
  desiredState?: Power;
  /**
   * Changing a value restarts it in place, unless `desiredState` is another one than `running` or somebody has stopped it.
   * Adding or removing the list restarts nothing.
   */
  restartTriggers?: string[];
}

/** Outputs of a {@link Container}. */
export interface ContainerOutputs {
  /** The platform's word for its state; the words are not shown in the spec. */
  status: string;
  /** IPv4 addresses. */
  ipAddresses: string[];
  /** Public IPv6 addresses; nothing filters what reaches them (spec 8). */
  ipv6Addresses: string[];
  /** Ports of the region's shared IPv4 address that belong to it; the first one reaches port 22 (spec 8). */
  portBlock?: PortBlock;
}

/** A block of public ports. */
export interface PortBlock {
  address: string;
  firstPort: number;
  lastPort: number;
}

/** A port block as the platform answers it. */
export const portBlock = z.object({
  address: z.string(),
  firstPort: z.int(),
  lastPort: z.int(),
});

const replaces = { on: "replace" } as const;
const word = { ...replaces, isWord: true } as const;

export const container = defineResource<ContainerInputs, ContainerOutputs>()({
  type: "compute:Container",
  kind: "container",
  noun: "container",
  inputs: z.object({
    name: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/,
        "must be 1 to 63 letters, digits and hyphens that begin with a letter or a digit",
      )
      .exactOptional(),
    type: z.literal("container").exactOptional(),
    image: z.string().min(1),
    // spec 2.1: a count, as text. An answer may write it as 2.0.
    cpuLimit: z
      .string()
      .regex(/^0*[1-9]\d*(\.0+)?$/, 'must be a count of CPUs like "2"')
      .exactOptional(),
    memoryLimit: z
      .string()
      .refine((size) => parseSize(size) !== undefined, 'must be a size like "512MiB" or "2GiB"')
      .exactOptional(),
    profile: z.string().min(1).exactOptional(),
    desiredState: z.enum(["running", "stopped", "frozen"]).exactOptional(),
    restartTriggers: z.array(z.string()).exactOptional(),
  }),
  outputs: z.object({
    status: z.string(),
    ipAddresses: z.array(z.string()),
    ipv6Addresses: z.array(z.string()),
    portBlock: portBlock.exactOptional(),
  }),
  changes: {
    name: word,
    type: replaces,
    image: word,
    cpuLimit: { ...replaces, same: isSameCount },
    memoryLimit: { on: "replace", same: isSameSize, respelled: isSizeInBytes, toInput: withUnit },
    profile: word,
    desiredState: { on: "update", afterCreate: true },
    restartTriggers: { on: "update" },
  },
  defaults: { type: "container" },
  holds: ["disk", "address"],
  gaps: [
    "SSH keys and user data of a container (spec 2.1).",
    "Values of type besides container (spec 2.1).",
    "Names of its statuses and of the fields that hold addresses (spec 2.1, 3).",
    "A way to change anything but its state (spec 4.1).",
  ],
  body: ({ desiredState: _state, restartTriggers: _triggers, ...rest }) => toWire(rest),
  interpret: (observed, assumptions) => ({
    desiredState: powerIn(observed["status"], assumptions),
    ipAddresses: observed[programName(assumptions["fields.ipAddresses"])],
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
 * A container with limits of CPU and memory, and port forwards; `/api/v1` of the API. Its state changes in place; everything else replaces it. It
 * is stopped before it is deleted (spec 7.5).
 *
 * Your SSH key: the API takes none, and no user data (cloud-init). To log in, add your key in the console;
 * the first port of `portBlock` leads to port 22 (spec 8).
 */
export interface Container
  extends pulumi.CustomResource,
    Attributes<ContainerInputs, ContainerOutputs, "type"> {}

export const Container: ResourceClass<ContainerArgs, Container> = resourceClass<
  ContainerInputs,
  ContainerOutputs
>()(container);

function machine(name: string) {
  return { kind: "container", id: name, params: { name } } as const;
}
