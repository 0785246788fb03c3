import { limits } from "../../contract/limits.ts";
import type { Sql } from "./database.ts";

/** How many hosts there are, each with an address that its machines share (spec 3, 8). */
export const hostCount = 10;

/** Where the blocks of the first host start, and how much later those of each further one do. */
const firstPort = 20_000;
const portsPerHost = 1_000;

/** A block of ports on a host's shared address. */
export interface PortBlock {
  readonly host: number;
  readonly first_port: number;
}

/** The blocks of ports on the hosts' shared addresses, found without a look at the machines. */
export class PortBlocks {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Takes the lowest free block of a host; undefined when all are taken. */
  take(host: number): PortBlock | undefined {
    const freed = this.#sql.get`SELECT first_port FROM port_blocks
      WHERE host = ${host} AND is_free = 1 ORDER BY first_port LIMIT 1`;
    // Every block below the last one is in the table.
    const port = freed === undefined ? this.#after(host) : Number(freed["first_port"]);
    if (port + limits.portBlockSize - 1 > limits.lastPort) return undefined;
    this.#sql.run`INSERT OR REPLACE INTO port_blocks (host, first_port, is_free)
      VALUES (${host}, ${port}, 0)`;
    return { host, first_port: port };
  }

  /** Its block is free again (spec 3). */
  release({ host, first_port }: PortBlock): void {
    this.#sql.run`UPDATE port_blocks SET is_free = 1
      WHERE host = ${host} AND first_port = ${first_port}`;
  }

  #after(host: number): number {
    const row = this.#sql.get`SELECT max(first_port) AS last FROM port_blocks WHERE host = ${host}`;
    const last = row?.["last"];
    return typeof last === "number" ? last + limits.portBlockSize : firstPort + host * portsPerHost;
  }
}
