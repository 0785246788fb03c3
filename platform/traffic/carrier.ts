import type { Socket } from "node:net";
import type { Engine } from "../engine.ts";
import { isOfFile, type TrafficEntry } from "../store/index.ts";
import { Backend } from "./backend.ts";
import { balance } from "./balance.ts";
import { HealthChecks } from "./health-checks.ts";
import { Listener } from "./listener.ts";
import { type Balancing, type Entry, type Plan, planOf } from "./plan.ts";

/** Listens for the entries of the platform, and passes what comes to its machines. */
export class Carrier {
  readonly #engine: Engine;
  readonly #backends = new Map<string, Backend>();
  readonly #checks = new HealthChecks((machine) => this.#connect(machine));
  readonly #listeners = new Map<string, Listener>();
  /** Those that end with their last connections. */
  readonly #retired = new Set<Listener>();
  /** How many requests each load balancer has spread. */
  readonly #turns = new Map<string, number>();
  readonly #ports: ReadonlyMap<string, number>;
  #opening: Promise<unknown> = Promise.resolve();
  #plan: Plan = { entries: [], machines: [], objects: new Set(), until: 0 };
  #revision = "";
  #noted = "";

  constructor(engine: Engine) {
    this.#engine = engine;
    const { entries } = engine.trafficNote.read();
    // Where an entry was is where it is tried to be.
    this.#ports = new Map(entries.map(({ id, url }) => [id, Number(url?.split(":").at(-1) ?? 0)]));
  }

  /** Takes over the changes of any process and of time. */
  look(): void {
    try {
      const now = this.#engine.clock.now();
      const { revision } = this.#engine.database;
      if (revision !== this.#revision || now >= this.#plan.until) this.#follow();
      this.#revision = revision;
      this.#checks.check(now);
    } catch (error) {
      // While the file cannot be used, connections go on as they are, and the next look tries again.
      if (!isOfFile(error)) throw error;
    }
  }

  /** Resolves once everything listens. */
  async ready(): Promise<void> {
    await this.#opening;
    await Promise.all([...this.#backends.values()].map((backend) => backend.ready()));
    this.note();
  }

  /** Notes in the file where everything is. */
  note(): void {
    const entries = this.#plan.entries.map((entry) => this.#entryOf(entry));
    const text = JSON.stringify(entries);
    if (text === this.#noted) return;
    this.#engine.trafficNote.write({ process: process.pid, entries });
    this.#noted = text;
  }

  /** Ends every listener and connection at once. */
  close(): void {
    const entries = this.#plan.entries.map((entry) => this.#entryOf(entry));
    this.#become({ entries: [], machines: [], objects: new Set(), until: 0 });
    const { trafficNote } = this.#engine;
    if (trafficNote.read().process === process.pid) trafficNote.write({ process: null, entries });
  }

  #follow(): void {
    const busy = [...this.#backends].flatMap(([id, { open }]) => (open > 0 ? [id] : []));
    const { database } = this.#engine;
    this.#become(database.read(() => planOf(this.#engine.context(), busy)));
  }

  #become(plan: Plan): void {
    this.#plan = plan;
    const machines = new Map(plan.machines.map((facts) => [facts.id, facts]));
    for (const [id, backend] of this.#backends) {
      if (machines.has(id)) continue;
      backend.end();
      this.#backends.delete(id);
    }
    for (const [id, facts] of machines) {
      const backend = this.#backends.get(id);
      if (backend === undefined) this.#backends.set(id, new Backend(facts));
      else backend.become(facts);
    }
    this.#checks.follow(plan.entries);
    this.#listen(plan);
  }

  #listen({ entries, objects }: Plan): void {
    const usable = entries.filter(({ problem }) => problem === null);
    const carried = new Map(usable.map((entry) => [entry.id, entry]));
    for (const [id, listener] of this.#listeners) {
      if (carried.has(id)) continue;
      this.#listeners.delete(id);
      listener.retire();
      this.#retired.add(listener);
    }
    for (const listener of this.#retired) {
      if (!objects.has(listener.object)) listener.end();
      if (listener.isOver) this.#retired.delete(listener);
    }
    for (const [id, entry] of carried) {
      const known = this.#listeners.get(id);
      if (known !== undefined) known.become(entry);
      else this.#open(entry);
    }
  }

  #open(entry: Entry): void {
    const listener = new Listener(entry, {
      look: () => this.look(),
      connect: (to, client) => this.#spread(to, client),
    });
    this.#listeners.set(entry.id, listener);
    this.#opening = Promise.all([this.#opening, listener.open(this.#ports.get(entry.id) ?? 0)]);
  }

  /**
   * A connection to a backend: where one takes none, nothing was sent to it yet, so the next one is
   * tried. Undefined when none takes one.
   */
  async #spread(entry: Entry, client: string): Promise<Socket | undefined> {
    const { backends, balancing } = entry;
    const order = balancing === undefined ? backends : this.#inOrder(entry, balancing, client);
    for (const backend of order) {
      try {
        return await this.#connect(backend);
      } catch {
        // The next one is asked.
      }
    }
    return undefined;
  }

  #inOrder({ object, backends }: Entry, { algorithm }: Balancing, client: string) {
    const turn = this.#turns.get(object) ?? 0;
    this.#turns.set(object, turn + 1);
    const healthy = backends.filter((backend) => this.#checks.isHealthy(object, backend));
    const openOf = (backend: string) => this.#backends.get(backend)?.open ?? 0;
    return balance(algorithm, healthy, { turn, client, openOf });
  }

  async #connect(id: string): Promise<Socket> {
    const backend = this.#backends.get(id);
    if (backend === undefined) throw new Error("it is gone");
    return backend.connect();
  }

  #entryOf(entry: Entry): TrafficEntry {
    const { id, kind, object, name, address, port, protocol, backends } = entry;
    const listener = this.#listeners.get(id);
    const problem = entry.problem ?? listener?.problem ?? null;
    const at = problem === null ? listener?.address : null;
    return {
      ...{ id, kind, name, address, port, protocol, problem },
      url: at == null ? null : `${protocol}://${at}`,
      backends: backends.map((instance) => {
        const backend = this.#backends.get(instance);
        return {
          ...{ instance, name: backend?.name ?? instance, address: backend?.address ?? null },
          isHealthy: this.#checks.isHealthy(object, instance),
        };
      }),
    };
  }
}
