import type { Socket } from "node:net";
import { inOrder } from "./algorithms.ts";
import type { Entry } from "./entry.ts";
import type { HealthChecks } from "./health.ts";
import type { Machines } from "./machines.ts";

/** Chooses backends for entries, and connects to them. */
export class Spreading {
  readonly #machines: Machines;
  readonly #checks: HealthChecks;
  /** By load balancer. */
  readonly #turns = new Map<string, number>();
  /** Connections under way, by load balancer and machine. */
  readonly #open = new Map<string, number>();

  constructor(machines: Machines, checks: HealthChecks) {
    this.#machines = machines;
    this.#checks = checks;
  }

  /**
   * A connection to a backend: where one takes none, nothing was sent to it yet, so the next one is
   * tried. Undefined when none takes one.
   */
  async connect(entry: Entry, client: string): Promise<Socket | undefined> {
    for (const backend of this.#choose(entry, client)) {
      const key = `${entry.object}/${backend}`;
      this.#count(key, 1);
      try {
        const socket = await this.#machines.connect(backend);
        return socket.on("close", () => this.#count(key, -1));
      } catch {
        this.#count(key, -1);
      }
    }
    return undefined;
  }

  #choose({ object, backends, balancing }: Entry, client: string): readonly string[] {
    if (balancing === undefined) return backends.slice(0, 1);
    const turn = this.#turns.get(object) ?? 0;
    this.#turns.set(object, turn + 1);
    const healthy = backends.filter((backend) => this.#checks.isHealthy(object, backend));
    const openOf = (backend: string) => this.#open.get(`${object}/${backend}`) ?? 0;
    return inOrder(balancing.algorithm, healthy, { turn, client, openOf });
  }

  #count(key: string, more: 1 | -1): void {
    const open = (this.#open.get(key) ?? 0) + more;
    if (open === 0) this.#open.delete(key);
    else this.#open.set(key, open);
  }
}
