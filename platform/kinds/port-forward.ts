import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { isPort } from "../../contract/values/port.ts";
import { type Answer, created, ok, Refusal, removed } from "../http/answer.ts";
import type { Call } from "../http/route.ts";
import { defineKind } from "../kind.ts";
import { references } from "../references.ts";
import type { World } from "../world.ts";
import { lastPort, type PortBlock } from "./port-block.ts";

const PortForward = z.object({
  instance: z.string(),
  protocol: z.enum(["tcp", "udp"]),
  public_port: z.int(),
  target_port: z.int(),
  description: z.string().nullable(),
});

const Forward = z.strictObject({
  protocol: z.enum(["tcp", "udp"]),
  public_port: z.int(),
  target_port: z.int().refine(isPort, `a port from ${limits.firstPort} to ${limits.lastPort}`),
  description: z.string().nullable().default(null),
});
type Forward = z.infer<typeof Forward>;

/** Port forwards of containers (spec 2.4). */
export const portForwards = defineKind({
  kind: "portForward",
  noun: "port forward",
  record: PortForward,
  view: ({ id: _id, serial: _serial, project: _project, ...forward }) => forward,
  serve: () => ({ list: listForwards, create: createForward, delete: deleteForward }),
});

/** A forward has no id of its own: its instance, protocol and public port name it (spec 4.1). */
export function forwardId(instance: string, protocol: string, publicPort: number | string): string {
  return `${instance}/${protocol}/${publicPort}`;
}

function listForwards({ world, target }: Call): Answer {
  const container = world.require(references.container, target);
  const forwards = world.objects.where(portForwards, "instance", container.id);
  return ok(forwards.map((forward) => portForwards.view(forward, world)));
}

function createForward({ world, target, body }: Call): Answer {
  const container = world.require(references.container, target);
  const called = `port forward of instance "${target}" was not created`;
  const forward = body(Forward, called);
  refuseForward(world, container, { forward, called });
  const id = forwardId(container.id, forward.protocol, forward.public_port);
  if (world.objects.find(portForwards, id) !== undefined) {
    const taken = `${forward.protocol} port ${forward.public_port}`;
    throw world.refusal("conflict", `${called}: ${taken} is forwarded already`);
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
  // spec 7.8
  if (public_port < block.first_port || public_port > last) {
    throw world.refusal(
      "portOutsideBlock",
      `${called}: public_port ${public_port} is outside its block ${block.first_port} to ${last}`,
    );
  }
  // spec 7.7
  if (target_port === limits.mailPort && !world.settings.mailEnabled) {
    throw world.refusal(
      "mailPort",
      `${called}: target_port ${target_port} is refused until support has enabled mail`,
    );
  }
}

function deleteForward({ world, target, query }: Call): Answer {
  const container = world.require(references.container, target);
  const protocol = query("protocol");
  const publicPort = query("public_port");
  if (protocol === undefined || publicPort === undefined) {
    throw world.refusal(
      "invalid",
      `port forward of instance "${target}" was not deleted: the query needs protocol and public_port`,
    );
  }
  const id = forwardId(container.id, protocol, publicPort);
  if (world.objects.find(portForwards, id) === undefined) {
    const error = `port forward "${protocol}/${publicPort}" of instance "${target}" not found`;
    throw Refusal.json(404, error);
  }
  world.objects.remove(portForwards, id);
  return removed;
}
