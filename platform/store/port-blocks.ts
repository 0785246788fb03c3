import { limits } from "../../contract/limits.ts";
import { hostsPerRegion } from "../addresses.ts";
import type { Sql } from "./database.ts";

/** Where the blocks of a region's first host start, and how much later those of each further one do. */
const firstPort = 20_000;
const portsPerHost = 1_000;

/** A block of ports on a host's shared address. */
interface Block {
  readonly host: number;
  readonly first_port: number;
}

/** The blocks of ports on the hosts' shared addresses, found without a look at the machines. */
export class PortBlocks {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Takes the lowest free block of a host of the region; undefined when all are taken.
   *
   * @param place Which of the region's hosts, from 0.
   */
  take(region: string, place: number): Block | undefined {
    const host = this.#firstHost(region) + place;
    const freed = this.#sql.get`SELECT first_port FROM port_blocks
      WHERE host = ${host} AND is_free = 1 ORDER BY first_port LIMIT 1`;
    // Every block below the last one is in the table.
    const port = freed === undefined ? this.#after(host) : Number(freed["first_port"]);
    if (port + limits.portBlockSize - 1 > limits.lastPort) return undefined;
    this.#sql.run`INSERT OR REPLACE INTO port_blocks (host, first_port, is_free, region)
      VALUES (${host}, ${port}, 0, ${region})`;
    return { host, first_port: port };
  }

  /** Its block is free again (spec 3). */
  release(host: number, port: number): void {
    this.#sql.run`UPDATE port_blocks SET is_free = 1 WHERE host = ${host} AND first_port = ${port}`;
  }

  /** Each region has hosts of its own (spec 8), in the order in which regions got their first block. */
  #firstHost(region: string): number {
    const known = this.#sql.get`SELECT host FROM port_blocks
      WHERE region = ${region} AND first_port % 1000 = 0 LIMIT 1`;
    const host = known === undefined ? this.#nextHost() : Number(known["host"]);
    return host - (host % hostsPerRegion);
  }

  #nextHost(): number {
    const last = this.#sql.get`SELECT max(host) AS host FROM port_blocks`?.["host"];
    return typeof last === "number" ? last + hostsPerRegion : 0;
  }

  #after(host: number): number {
    const row = this.#sql.get`SELECT max(first_port) AS last FROM port_blocks WHERE host = ${host}`;
    const last = row?.["last"];
    const place = host % hostsPerRegion;
    return typeof last === "number"
      ? last + limits.portBlockSize
      : firstPort + place * portsPerHost;
  }
}
