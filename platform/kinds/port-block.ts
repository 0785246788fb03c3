import { limits } from "../../contract/limits.ts";
import { sharedIpv4 } from "../addresses.ts";
import type { JsonObject } from "../answer.ts";

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
