import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { isPort } from "../../contract/values/port.ts";
import { type Answer, created, ok, removed } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { lazySchema, type OutputOf } from "../lazy-schema.ts";
import { references } from "../references.ts";
import { fields, stated } from "../rules/stated.ts";
import { type Stored, shape } from "../store/objects.ts";
import { notFound, type World } from "../world.ts";
import { isAddressed, isRunning, type Machine } from "./machine.ts";
import { lastPort, type PortBlock } from "./port-block.ts";

interface PortForward {
  readonly instance: string;
  readonly protocol: "tcp" | "udp";
  readonly public_port: number;
  readonly target_port: number;
  readonly description: string | null;
}

const Forward = lazySchema(() =>
  fields({
    protocol: stated(z.enum(["tcp", "udp"]), "2.4: protocol string yes", "2.4: tcp or udp"),
    public_port: stated(z.int(), "2.4: public_port integer yes"),
    target_port: stated(
      z.int().refine(isPort, `a port from ${limits.firstPort} to ${limits.lastPort}`),
      "2.4: target_port integer yes",
      "2.4: 1 to 65535",
    ),
    description: stated(z.string().nullable().default(null), "2.4: description string no"),
  }),
);
type Forward = OutputOf<typeof Forward>;

/** What a forward needs of the container that it leads to. */
const target = {
  ...references.container,
  record: shape<Machine & PortBlock>(),
};

/** Port forwards of containers (spec 2.4). */
export const portForwards = defineKind({
  kind: "portForward",
  noun: "port forward",
  record: shape<PortForward>(),
  view: ({ id: _id, serial: _serial, project: _project, ...forward }, world) => ({
    ...forward,
    ...(world.choice("portForwards.active") === "shown" && { active: isActive(forward, world) }),
  }),
  serve: () => ({ list: listForwards, create: createForward, delete: deleteForward }),
});

/** A forward has no id of its own: its instance, protocol and public port name it (spec 4.1). */
export function forwardId(instance: string, protocol: string, publicPort: number | string): string {
  return `${instance}/${protocol}/${publicPort}`;
}

/** The forwards of a container. */
export function forwardsOf({ account: objects }: World, instance: string): Stored<PortForward>[] {
  return objects.where(portForwards, "instance", instance);
}

/** spec 8: forwarded ports work once the machine runs and has its address. */
function isActive({ instance }: PortForward, world: World): boolean {
  const machine = world.require(target, instance);
  const around = world.around(target, machine);
  return isRunning(machine, around) && isAddressed(machine, around);
}

function listForwards({ world, target: instance }: Call): Answer {
  const { id } = world.require(references.container, instance);
  return ok(forwardsOf(world, id).map((forward) => portForwards.view(forward, world)));
}

function createForward({ world, target: instance, body }: Call): Answer {
  const container = world.require(target, instance);
  const called = `port forward of instance "${instance}" was not created`;
  const forward = body(Forward, called);
  refuseForward(world, container, { forward, called });
  const id = forwardId(container.id, forward.protocol, forward.public_port);
  if (world.objects.find(portForwards, id) !== undefined) {
    const taken = `${forward.protocol} port ${forward.public_port}`;
    const error = `${called}: ${taken} is forwarded already`;
    throw world.refusal("conflict", "refusals.conflict", error);
  }
  const stored = world.objects
    .of(container.project)
    .insert(portForwards, { ...forward, instance: container.id }, id);
  return created(portForwards.view(stored, world));
}

function refuseForward(
  world: World,
  block: PortBlock,
  { forward, called }: { readonly forward: Forward; readonly called: string },
): void {
  const { public_port, target_port } = forward;
  const last = lastPort(block);
  if (public_port < block.first_port || public_port > last) {
    throw world.refusal(
      "portOutsideBlock",
      "7.8: A public port outside the caller's block is refused.",
      `${called}: public_port ${public_port} is outside its block ${block.first_port} to ${last}`,
    );
  }
  if (public_port === block.first_port) {
    const error = `${called}: public_port ${public_port} always leads to SSH`;
    throw world.refusal("conflict", firstPortRule, error);
  }
  if (target_port === limits.mailPort && !world.settings.mailEnabled) {
    throw world.refusal(
      "mailPort",
      "7.7: Forwarding a public port to target port 25 is refused",
      `${called}: target_port ${target_port} is refused until support has enabled mail`,
    );
  }
}

const firstPortRule = "8: The first port of the block is forwarded to port 22 of the server";

function deleteForward({ world, target: instance, query }: Call): Answer {
  const container = world.require(target, instance);
  const protocol = query("protocol") ?? "";
  const publicPort = query("public_port") ?? "";
  if (!/^(tcp|udp)$/.test(protocol) || !/^[1-9]\d{0,4}$/.test(publicPort)) {
    throw world.refusal(
      "invalid",
      "4.1: DELETE /instances/{name}/ports query: protocol, public_port",
      `port forward of instance "${instance}" was not deleted: the query needs protocol (tcp or udp) and public_port (a number)`,
    );
  }
  const id = forwardId(container.id, protocol, publicPort);
  if (world.objects.find(portForwards, id) === undefined) {
    const forward = `port forward "${protocol}/${publicPort}" of instance "${instance}"`;
    throw notFound(forward, "7.2: Unknown resource: HTTP 404 with error.");
  }
  if (Number(publicPort) === container.first_port) {
    throw world.refusal(
      "conflict",
      firstPortRule,
      `port forward of instance "${instance}" was not deleted: public_port ${publicPort} always leads to SSH`,
    );
  }
  world.objects.remove(portForwards, id);
  return removed;
}
