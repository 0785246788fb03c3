import { z } from "zod";
import { segmentPattern } from "../../contract/ids.ts";
import { limits } from "../../contract/limits.ts";
import { parseSize } from "../../contract/values/size.ts";
import { privateIpv4 } from "../addresses.ts";
import { type Answer, created, type JsonObject, removed } from "../http/answer.ts";
import { type Call, listing, reading } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import { references } from "../references.ts";
import { fields, stated } from "../rules/stated.ts";
import { type Stored, shape } from "../store/objects.ts";
import { notFound, type World } from "../world.ts";
import {
  acting,
  ipv6Of,
  isAddressed,
  type Machine,
  newMachine,
  removeStopped,
  statusOf,
} from "./machine.ts";
import { type PortBlock, takeBlock, viewBlock } from "./port-block.ts";
import { forwardId, forwardsOf, portForwards } from "./port-forward.ts";
import { usageOf } from "./usage.ts";

interface Container extends PortBlock, Machine {
  readonly name: string;
  readonly type: "container" | "virtual-machine";
  readonly image: string;
  readonly cpu_limit: string | null;
  readonly memory_limit: string | null;
  readonly profile: string | null;
  /** Which region it is in, though no answer shows it. */
  readonly region: string;
}

const NewContainer = lazySchema(() =>
  fields({
    name: stated(
      z.string().regex(segmentPattern, "a name is one segment of a path"),
      "2.1: name string yes",
      "2.1: path identifier of the instance ({name})",
    ),
    type: stated(
      z.enum(["container", "virtual-machine"]),
      "2.1: type string yes",
      "2.1: one kind is given: container",
    ),
    image: stated(
      z.string().regex(/^[^/\s]+\/[^/\s]+$/, "an image is <os>/<version>"),
      "2.1: image string yes",
      "2.1: image reference of the form <os>/<version>",
    ),
    cpu_limit: stated(
      z
        .string()
        .regex(/^(?=.*[1-9])(0|[1-9]\d*)(\.\d+)?$/, "a CPU count as a string")
        .nullable()
        .default(null),
      "2.1: cpu_limit string no",
      "2.1: CPU count as a string",
    ),
    memory_limit: stated(
      z
        .string()
        .refine((size) => (parseSize(size) ?? 0n) > 0n, "a size with its unit, like 2GiB")
        .nullable()
        .default(null),
      "2.1: memory_limit string no",
      "2.1: size with unit suffix, e.g. <n>GiB",
    ),
    profile: stated(
      z.string().min(1).nullable().default(null),
      "2.1: profile string no profile name",
    ),
  }),
);
type NewContainer = OutputOf<typeof NewContainer>;

const refused = "instance was not created";
const hostName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Instances under `/api/v1` (spec 2.1): their id is their name. */
export const containers = defineKind({
  ...references.container,
  record: shape<Container>(),
  view: viewContainer,
  serve: (self) => ({
    list: listing(self),
    create: createContainer,
    get: reading(self),
    action: acting(self),
    delete: deleteContainer,
  }),
});

function viewContainer(container: Stored<Container>, world: World): JsonObject {
  const { name, type, image, cpu_limit, memory_limit, profile, serial } = container;
  const { assumptions } = world;
  return {
    name,
    type,
    image,
    ...limitsOf({ cpu_limit, memory_limit, profile }, world),
    [assumptions["fields.status"]]: statusOf(container, world),
    [assumptions["fields.ipAddresses"]]: isAddressed(container, world) ? [privateIpv4(serial)] : [],
    ipv6_addresses: ipv6Of(container, world),
    [assumptions["fields.portBlock"]]: viewBlock(container),
    resource_usage: usageOf(container, world),
  };
}

/** What was left out may be shown as what it comes to. */
function limitsOf(given: Pick<Container, "cpu_limit" | "memory_limit" | "profile">, world: World) {
  if (world.choice("machines.limits") === "null") return given;
  const { cpu_limit, memory_limit, profile } = given;
  return {
    cpu_limit: cpu_limit ?? "1",
    memory_limit: memory_limit ?? "1GiB",
    profile: profile ?? "default",
  };
}

function createContainer({ world, body }: Call): Answer {
  const given = body(NewContainer, refused);
  refuseByChoice(given, world);
  // The name is the id, so it is unique in the account whatever is assumed about names.
  if (world.account.find(containers, given.name) !== undefined) {
    const by = "2.1: path identifier of the instance ({name})";
    throw world.refusal("conflict", by, `instance "${given.name}" exists already`);
  }
  const region = world.settings.machineRegion;
  const block = takeBlock(world, { noun: containers.noun, region });
  const record = { ...given, ...newMachine(world), ...block, region };
  const container = world.objects.insert(containers, record, given.name);
  openBlock(world, container);
  return created(containers.view(container, world));
}

/** @throws Refusal where the platform does not choose to take it. */
function refuseByChoice({ name, type, cpu_limit, profile }: NewContainer, world: World): void {
  const named = (field: keyof NewContainer) => ({ refused, field });
  if (world.choice("names.containers") === "host" && !hostName.test(name)) {
    const why = "it is not a host name of at most 63 letters";
    throw world.notAccepted("names.containers", named("name"), why);
  }
  if (type !== "container" && world.choice("machines.types") !== type) {
    const why = 'there are only instances of type "container"';
    throw world.notAccepted("machines.types", named("type"), why);
  }
  if (cpu_limit?.includes(".") === true && !world.choice("machines.cpuShares")) {
    throw world.notAccepted("machines.cpuShares", named("cpu_limit"), "a CPU count is whole");
  }
  const isUnknown = profile !== null && profile !== "default";
  if (isUnknown && world.choice("machines.profiles") === "default") {
    throw notFound(`profile "${profile}"`, "machines.profiles");
  }
}

function deleteContainer(call: Call): Answer {
  const { world } = call;
  const { id, host, first_port } = removeStopped(
    containers,
    call,
    "7.5: Instance deletion while not stopped: refused",
  );
  world.blocks.release(host, first_port);
  for (const forward of forwardsOf(world, id)) world.objects.remove(portForwards, forward.id);
  return removed;
}

/** Forwards the block's first port to SSH, as the platform does by itself (spec 8). */
function openBlock({ objects }: World, { name, first_port }: Container): void {
  const forward = {
    instance: name,
    protocol: "tcp" as const,
    public_port: first_port,
    target_port: limits.sshPort,
    description: "SSH",
  };
  objects.insert(portForwards, forward, forwardId(name, "tcp", first_port));
}
