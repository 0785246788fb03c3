import type { Sql } from "./database.ts";

/** A place of the platform that takes connections, and where it is on this machine. */
export interface TrafficEntry {
  /** Like `lb_…/443`, `web/tcp/20001` or `fip_…`. */
  readonly id: string;
  readonly kind: "loadBalancer" | "portForward" | "floatingIp";
  readonly name: string;
  /** Its address on the platform. */
  readonly address: string;
  /** Null for all ports. */
  readonly port: number | null;
  readonly protocol: "http" | "https" | "tcp" | "udp";
  /** Like `https://127.0.0.1:41234`, with `tcp:` for what is no HTTP; null where it is not carried. */
  readonly url: string | null;
  /** Why it is not. */
  readonly problem: string | null;
  readonly backends: readonly TrafficBackend[];
}

/** A machine that an entry leads to. */
export interface TrafficBackend {
  /** Its id. */
  readonly instance: string;
  readonly name: string;
  /** Where what answers for it listens, like `127.0.0.1:41235`; null while nothing does. */
  readonly address: string | null;
  /** Whether a load balancer passes requests to it; true for other entries. */
  readonly isHealthy: boolean;
}

/** Written by the process that carries the platform's traffic, for the others on its file. */
interface Note {
  /** Null when it has ended. */
  readonly process: number | null;
  readonly entries: readonly TrafficEntry[];
}

/** The last note; the platform alone writes its file. */
export class TrafficNote {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  read(): Note {
    const row = this.#sql.get`SELECT process, entries FROM traffic_note`;
    if (row === undefined) return { process: null, entries: [] };
    const { process, entries } = row;
    return {
      process: process === null ? null : Number(process),
      entries: JSON.parse(String(entries)),
    };
  }

  write({ process, entries }: Note): void {
    this.#sql.run`INSERT OR REPLACE INTO traffic_note (id, process, entries)
      VALUES (1, ${process}, ${JSON.stringify(entries)})`;
  }
}
