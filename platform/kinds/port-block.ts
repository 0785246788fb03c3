import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { isPort } from "../../contract/values/port.ts";
import { sharedIpv4 } from "../addresses.ts";
import type { JsonObject } from "../http/answer.ts";
import type { World } from "../world.ts";

/** Where the blocks on the shared address start. */
const firstBlock = 20_000;

/** What has a block; a server with dedicated access has none. */
const Holder = z.object({ first_port: z.int().nullable() });
const holders = [
  { kind: "container", record: Holder },
  { kind: "server", record: Holder },
] as const;

/** The block of ports that a machine has on the shared address (spec 8). */
export interface PortBlock {
  readonly first_port: number;
}

/** The block's last port. */
export function lastPort({ first_port }: PortBlock): number {
  return first_port + limits.portBlockSize - 1;
}

/** The block as answers show it. */
export function viewBlock(block: PortBlock): JsonObject {
  return { address: sharedIpv4, first_port: block.first_port, last_port: lastPort(block) };
}

/** The first port of the lowest free block of any project; what is deleted leaves its block free (spec 3). */
export function freeBlock(world: World, { noun }: { readonly noun: string }): number {
  const taken = new Set(
    holders.flatMap((kind) => world.account.list(kind)).map(({ first_port }) => first_port),
  );
  let port = firstBlock;
  while (taken.has(port)) port += limits.portBlockSize;
  if (isPort(lastPort({ first_port: port }))) return port;
  throw world.refusal("conflict", `${noun}: no block of shared ports is free`);
}
