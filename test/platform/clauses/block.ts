import { defaultAssumptions } from "../../../contract/assumptions.ts";
import type { Thing } from "./world.ts";

/** The public ports of a machine with shared IPv4, and the address that they are on. */
export interface Block {
  readonly address: string;
  readonly first: number;
  readonly last: number;
}

/** The block in a machine's answer. */
export function blockOf(machine: Thing): Block {
  const block = Object(machine[defaultAssumptions["fields.portBlock"]]);
  return {
    address: String(block.address),
    first: Number(block.first_port),
    last: Number(block.last_port),
  };
}
