import { isIP } from "node:net";
import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import type { Props } from "../../provider/definition/session.ts";

const PortBlock = z.object({ address: z.string(), firstPort: z.int() });

/** The address and the port that lead to port 22 of a machine. */
export interface Login {
  readonly address: string;
  readonly port: number;
}

/**
 * Where a machine is logged in to, as its outputs show it: the first port of its block (spec 8), else port 22 of its own
 * address. Undefined where they show no address; only what is one is taken, because files for other tools are made of it.
 */
export function loginOf(outputs: Props): Login | undefined {
  const block = PortBlock.safeParse(outputs["portBlock"]).data;
  if (block !== undefined && isIP(block.address) !== 0 && isPort(block.firstPort))
    return { address: block.address, port: block.firstPort };
  const { ipv4Address, ipAddresses, ipv6Addresses } = outputs;
  const own = [ipv4Address, ipAddresses, ipv6Addresses].flat();
  const address = own.find((each) => typeof each === "string" && isIP(each) !== 0);
  return typeof address === "string" ? { address, port: limits.sshPort } : undefined;
}

function isPort(port: number): boolean {
  return port >= limits.firstPort && port <= limits.lastPort;
}
