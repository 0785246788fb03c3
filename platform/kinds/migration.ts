import { hostsPerRegion } from "../addresses.ts";
import type { World } from "../world.ts";
import { containers } from "./container.ts";
import { type PortBlock, takeBlock } from "./port-block.ts";
import { forwardId, forwardsOf, portForwards } from "./port-forward.ts";
import { servers } from "./server.ts";

/**
 * Moves a machine to the next host of its region: its block is then one of that host's shared address,
 * with other port numbers (spec 3).
 *
 * @throws Error when no machine of the id has a block.
 */
export function migrate(world: World, id: string): void {
  const { objects } = world;
  const container = objects.find(containers, id);
  if (container !== undefined) {
    const block = moved(world, container);
    objects.update(containers, container, block);
    moveForwards(world, container, block);
    return;
  }
  const server = objects.find(servers, id);
  if (server === undefined || server.first_port === null) {
    throw new Error(`"${id}" was not migrated: no machine of this name or id has shared ports.`);
  }
  const { host, first_port, region } = server;
  objects.update(servers, server, moved(world, { host, first_port, region }));
}

function moved(
  world: World,
  { host, first_port, region }: PortBlock & { readonly region: string },
): PortBlock {
  const block = takeBlock(world, { noun: "migration", region }, (host + 1) % hostsPerRegion);
  world.blocks.release(host, first_port);
  return block;
}

/** Each forward keeps its place in the block. */
function moveForwards(
  world: World,
  from: PortBlock & { readonly id: string },
  to: PortBlock,
): void {
  for (const { id, serial: _serial, project, ...forward } of forwardsOf(world, from.id)) {
    const public_port = to.first_port + forward.public_port - from.first_port;
    world.objects.remove(portForwards, id);
    const record = { ...forward, public_port };
    const moved = forwardId(from.id, forward.protocol, public_port);
    world.objects.of(project).insert(portForwards, record, moved);
  }
}
