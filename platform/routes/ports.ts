import { z } from "zod";
import { endpoints } from "../../contract/endpoints.ts";
import { limits } from "../../contract/limits.ts";
import { isPort } from "../../contract/values/port.ts";
import { type Answer, created, ok, Refusal, removed } from "../answer.ts";
import { containers } from "../kinds/container.ts";
import { lastPort, type PortBlock } from "../kinds/port-block.ts";
import { forwardId, portForwards } from "../kinds/port-forward.ts";
import { servers } from "../kinds/server.ts";
import { type Call, type Route, route } from "../route.ts";
import type { World } from "../world.ts";

/** Where the blocks on the shared address start. */
const firstBlock = 20_000;

const Forward = z.strictObject({
  protocol: z.enum(["tcp", "udp"]),
  public_port: z.int(),
  target_port: z.int().refine(isPort, `a port from ${limits.firstPort} to ${limits.lastPort}`),
  description: z.string().nullable().default(null),
});
type Forward = z.infer<typeof Forward>;

/** Port forwards of containers (spec 2.4). */
export function portRoutes(): readonly Route[] {
  const { portForward } = endpoints;
  return [
    ...route(portForward.list, listForwards),
    ...route(portForward.create, createForward),
    ...route(portForward.delete, deleteForward),
  ];
}

/** The first port of the lowest free block; what is deleted leaves its block free (spec 3). */
export function freeBlock(world: World, { noun }: { readonly noun: string }): number {
  const holders = [...world.objects.list(containers), ...world.objects.list(servers)];
  const taken = new Set(holders.map(({ first_port }) => first_port));
  let port = firstBlock;
  while (taken.has(port)) port += limits.portBlockSize;
  if (isPort(lastPort({ first_port: port }))) return port;
  throw world.refusal("conflict", `${noun} was not created: no block of shared ports is free`);
}

/** Forwards the block's first port to SSH, as the platform does by itself (spec 8). */
export function openBlock(
  { objects }: World,
  { name, first_port }: PortBlock & { readonly name: string },
): void {
  const forward = {
    instance: name,
    protocol: "tcp" as const,
    public_port: first_port,
    target_port: limits.sshPort,
    description: "SSH",
  };
  objects.insert(portForwards, forward, forwardId(name, "tcp", first_port));
}

/** Removes the forwards of a deleted container. */
export function releaseBlock({ objects }: World, container: string): void {
  for (const { id } of objects.where(portForwards, "instance", container)) {
    objects.remove(portForwards, id);
  }
}

function listForwards({ world, target }: Call): Answer {
  const container = world.require(containers, target);
  const forwards = world.objects.where(portForwards, "instance", container.id);
  return ok(forwards.map((forward) => portForwards.view(forward, world)));
}

function createForward({ world, target, body }: Call): Answer {
  const container = world.require(containers, target);
  const called = `port forward of instance "${target}" was not created`;
  const forward = body(Forward, called);
  refuseForward(world, container, { forward, called });
  const id = forwardId(container.id, forward.protocol, forward.public_port);
  if (world.objects.find(portForwards, id) !== undefined) {
    const taken = `${forward.protocol} port ${forward.public_port}`;
    throw world.refusal("conflict", `${called}: ${taken} is forwarded already`);
  }
  const stored = world.objects.insert(portForwards, { ...forward, instance: container.id }, id);
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
  const container = world.require(containers, target);
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
