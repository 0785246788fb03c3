import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { programName, toWire } from "../../contract/naming.ts";
import { defineResource, type IdOf } from "../../provider/definition/definition.ts";
import { idOf } from "../../provider/definition/id-of.ts";
import {
  type Attributes,
  type ResourceClass,
  resourceClass,
} from "../../provider/definition/resource-class.ts";
import type { InstanceArgs } from "../_arguments.ts";
import type { Image } from "./image.ts";
import type { ImportedImage } from "./imported-image.ts";
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

/** Inputs of an {@link Instance} (spec 2.2). */
export interface InstanceInputs {
  /** Name on the platform; `<logical name>-<hash>` unless given. Changing it replaces the instance. */
  name?: string;
  /** Region it runs in; the console lists yours. Changing it replaces the instance. */
  region: string;
  /** Plan that sets its size; the console lists them. Changing it replaces the instance. */
  plan: string;
  /** Image of the gallery, which the console lists. Give this or `source`. Changing it replaces the instance. */
  image?: string;
  /** Private image to start from. Give this or `image`. Changing it replaces the instance. */
  source?: InstanceSource;
  /** State to keep it in, by a route that the spec does not show; changed in place. If it is left out, the power state is not managed. */
  desiredState?: OnOff;
  /**
   * Changing a value restarts it in place, unless `desiredState` is `stopped` or somebody has stopped it.
   * Adding or removing the list restarts nothing.
   */
  restartTriggers?: string[];
}

/** A private image as the source of an instance. */
export interface InstanceSource {
  /** Kind of source; the spec gives one, which is the default. */
  type?: "image";
  /** Id of the image (`img_…`). */
  imageId: IdOf<Image | ImportedImage>;
}

/** Outputs of an {@link Instance}. */
export interface InstanceOutputs {
  /** The platform's word for its state; the words are not shown in the spec. */
  status: string;
  /** IPv4 addresses. */
  ipAddresses: string[];
  /** Public IPv6 addresses; nothing filters what reaches them (spec 8). */
  ipv6Addresses: string[];
}

const Source = z.object({ type: z.literal("image").exactOptional(), imageId: z.string().min(1) });

const word = { on: "replace", isWord: true } as const;

export const instance = defineResource<InstanceInputs, InstanceOutputs>()({
  type: "compute:Instance",
  kind: "instance",
  noun: "instance",
  links: { "source.imageId": "image" },
  inputs: z.object({
    name: z.string().min(1).exactOptional(),
    region: z.string().min(1),
    plan: z.string().min(1),
    image: z.string().min(1).exactOptional(),
    source: z
      .strictObject({ type: z.literal("image").exactOptional(), imageId: idOf("image") })
      .exactOptional(),
    desiredState: z.enum(["running", "stopped"]).exactOptional(),
    restartTriggers: z.array(z.string()).exactOptional(),
  }),
  outputs: z.object({
    status: z.string(),
    ipAddresses: z.array(z.string()),
    ipv6Addresses: z.array(z.string()),
  }),
  changes: {
    name: word,
    region: word,
    plan: word,
    image: word,
    source: { on: "replace", same: isSameSource },
    desiredState: { on: "update", afterCreate: true },
    restartTriggers: { on: "update" },
  },
  holds: ["disk", "address"],
  gaps: [
    "SSH keys and user data of an instance (spec 2.2).",
    "Paths to read, stop, restart and delete an instance (spec 4 note 4).",
    "Names of its statuses and of the fields that hold addresses (spec 2.2, 3).",
  ],
  oneOf: ["image", "source"],
  body: ({ source, desiredState, restartTriggers: _triggers, ...rest }, session) => {
    requireAction(session, "instance", { desiredState });
    return toWire(source ? { ...rest, source: { type: "image", ...source } } : rest);
  },
  interpret: (observed, assumptions) => ({
    desiredState: powerIn(observed["status"], assumptions),
    ipAddresses: observed[programName(assumptions["fields.ipAddresses"])],
  }),
  ready: (observed, _inputs, assumptions) => machineReadiness(observed, assumptions),
  update: (session, { id, inputs, state }, names) =>
    updatePower(session, machine(id), { inputs, state, names }),
  actions: machineActions(machine),
  prepareDelete: (session, { id }) => stopForDelete(session, machine(id)),
  restore: startKept(machine),
});

/**
 * A virtual machine, for volumes, floating IPs, private images and load balancers; `/v1` of the API. It is started, stopped and restarted in place; every other change replaces it,
 * new before old unless you set its name.
 *
 * Your SSH key: the API takes none, and no user data (cloud-init). To log in, start it from a private image
 * that has your key (`source`), or add the key in the console.
 */
export interface Instance
  extends pulumi.CustomResource,
    Attributes<InstanceInputs, InstanceOutputs> {}

export const Instance: ResourceClass<InstanceArgs, Instance> = resourceClass<
  InstanceInputs,
  InstanceOutputs
>()(instance);

/** A source without its type is an image (spec 2.2). */
function isSameSource(before: unknown, after: unknown): boolean {
  const [left, right] = [Source.safeParse(before), Source.safeParse(after)];
  return left.success && right.success && left.data.imageId === right.data.imageId;
}

function machine(id: string) {
  return { kind: "instance", id, params: { instance_id: id } } as const;
}
