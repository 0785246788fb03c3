import { limits } from "../../contract/limits.ts";
import { sharedIpv4 } from "../addresses.ts";
import type { JsonObject } from "../http/answer.ts";
import type { World } from "../world.ts";

/** The block of ports that a machine has on the shared address of its host (spec 8). */
export interface PortBlock {
  readonly host: number;
  readonly first_port: number;
}

/** The block's last port. */
export function lastPort({ first_port }: PortBlock): number {
  return first_port + limits.portBlockSize - 1;
}

/** The block as answers show it. */
export function viewBlock(block: PortBlock): JsonObject {
  return {
    address: sharedIpv4(block.host),
    first_port: block.first_port,
    last_port: lastPort(block),
  };
}

/** What a block is for. */
interface Taker {
  /** What messages call it. */
  readonly noun: string;
  readonly region: string;
}

/**
 * Takes the lowest free block of a host: the region's first, or the one at another place among them.
 *
 * @throws Refusal when none is free.
 */
export function takeBlock(world: World, { noun, region }: Taker, place = 0): PortBlock {
  const block = world.blocks.take(region, place);
  if (block !== undefined) return block;
  const by = "8: Shared IPv4 port block 10 ports by default per server";
  throw world.refusal("conflict", by, `${noun}: no block of shared ports is free`);
}
