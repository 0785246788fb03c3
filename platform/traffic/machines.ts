import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Answerer } from "./answerer.ts";
import type { MachineFacts } from "./machine-facts.ts";

/** The machines that connections are passed to. */
export class Machines {
  readonly #machines = new Map<string, Machine>();

  /** Takes over what has become of them: the connections of one that went down are cut. */
  follow(facts: ReadonlyMap<string, MachineFacts>): void {
    for (const [id, machine] of this.#machines) {
      if (facts.has(id)) continue;
      machine.end();
      this.#machines.delete(id);
    }
    for (const [id, of] of facts) {
      const machine = this.#machines.get(id);
      if (machine === undefined) this.#machines.set(id, new Machine(of));
      else machine.become(of);
    }
  }

  /** @throws Error when it takes no connection. */
  async connect(id: string): Promise<Socket> {
    const machine = this.#machines.get(id);
    if (machine === undefined) throw new Error("it is gone");
    return machine.connect();
  }

  /** Ids of those with connections under way. */
  get busy(): readonly string[] {
    return [...this.#machines].flatMap(([id, { isBusy }]) => (isBusy ? [id] : []));
  }

  /** Where it is on this machine; null where nobody answers. */
  addressOf(id: string): string | null {
    return this.#machines.get(id)?.address ?? null;
  }

  nameOf(id: string): string {
    return this.#machines.get(id)?.name ?? id;
  }

  /** Resolves once all that answer themselves do. */
  async ready(): Promise<void> {
    await Promise.all([...this.#machines.values()].map((machine) => machine.ready()));
  }

  end(): void {
    this.follow(new Map());
  }
}

/** A machine while entries lead to it: the user's program, or an answerer of ours while it is up. */
class Machine {
  #facts: MachineFacts;
  #answerer: Answerer | undefined;
  /** Connections to it. */
  readonly #open = new Set<Socket>();

  constructor(facts: MachineFacts) {
    this.#facts = facts;
    this.become(facts);
  }

  get name(): string {
    return this.#facts.name;
  }

  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  get address(): string | null {
    return this.#facts.bound ?? this.#answerer?.address ?? null;
  }

  become(facts: MachineFacts): void {
    const { condition, isAnswering, bound } = facts;
    this.#facts = facts;
    if (condition === "down") this.end();
    const isOurs = isAnswering && bound === undefined && condition === "up";
    if (isOurs) this.#answerer ??= new Answerer(() => this.#facts);
    else if (bound !== undefined || !isAnswering) this.#endAnswerer();
  }

  async ready(): Promise<void> {
    await this.#answerer?.listening;
  }

  async connect(): Promise<Socket> {
    await this.ready();
    const { condition, isAnswering } = this.#facts;
    if (condition !== "up") throw new Error(`it is ${condition}`);
    if (!isAnswering || this.address === null) throw new Error("nothing answers on it");
    const [, host = "", port] = /^\[?(.*?)\]?:(\d+)$/.exec(this.address) ?? [];
    const socket = connect({ host, port: Number(port), allowHalfOpen: true, noDelay: true });
    this.#open.add(socket);
    // Whoever uses it sees that it closes; that is all that an error says.
    socket.on("error", () => socket.destroy()).on("close", () => this.#open.delete(socket));
    await once(socket, "connect");
    return socket;
  }

  /** As a machine goes down: what is under way is cut. */
  end(): void {
    for (const socket of this.#open) socket.destroy(new Error("the machine went down"));
    this.#endAnswerer();
  }

  #endAnswerer(): void {
    this.#answerer?.close();
    this.#answerer = undefined;
  }
}
