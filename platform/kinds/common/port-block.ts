import { limits } from "../../../contract/limits.ts";
import type { JsonObject, PortBlock } from "../../store/index.ts";
import { sharedIpv4 } from "./addresses.ts";
import type { Context } from "./context.ts";

/** The block's last port. */
export function lastPort({ first_port }: Pick<PortBlock, "first_port">): number {
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

/** Takes the lowest free block of a host (spec 8). @throws Refusal when none is free. */
export function takeBlock(context: Context, noun: string, host = 0): PortBlock {
  const block = context.blocks.take(host);
  if (block !== undefined) return block;
  const rule = "8: each server has a block of 10 shared ports";
  throw context.refusal("conflict", rule, `${noun}: no block of shared ports is free`);
}
