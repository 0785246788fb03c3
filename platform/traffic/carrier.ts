import type { Engine } from "../engine.ts";
import { isOfFile, randomId } from "../store/index.ts";
import { HealthChecks } from "./health.ts";
import { Identities } from "./identities.ts";
import { Listeners } from "./listeners.ts";
import { Machines } from "./machines.ts";
import { type Plan, planOf } from "./plan.ts";
import { Spreading } from "./spreading.ts";
import { entriesOf, type TrafficEntry } from "./table.ts";

/** How often it looks at the world where no connection makes it look. */
const tickMilliseconds = 25;

/** Carries a world's traffic. The last process that began to is the one that does. */
export class Carrier {
  readonly #engine: Engine;
  readonly id = randomId("carrier_");
  readonly #identities = new Identities();
  readonly #machines = new Machines();
  readonly #checks = new HealthChecks(this.#machines, () => this.#change());
  readonly #listeners: Listeners;
  readonly #timer: NodeJS.Timeout;
  #plan: Plan | undefined;
  #revision = "";
  #isTold = false;
  #told = "";
  #isOver = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    const spreading = new Spreading(this.#machines, this.#checks);
    const ports = portsIn(engine.carrying.read()?.report ?? "[]");
    this.#listeners = new Listeners(
      {
        look: () => attempted(() => this.#look()),
        connect: (entry, client) => spreading.connect(entry, client),
      },
      { portOf: (entry) => ports.get(entry) ?? 0, opened: () => this.#change() },
    );
    engine.carrying.write(this.#note());
    const tick = () => attempted(() => this.#tick());
    this.#timer = setInterval(tick, tickMilliseconds).unref();
    tick();
  }

  /** True once it has ended, also because another process carries now, or none shall. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves once everything listens. */
  async ready(): Promise<void> {
    await Promise.all([this.#listeners.ready(), this.#machines.ready()]);
    attempted(() => this.#look());
    if (!this.#isOver) this.#tell();
  }

  /** Ends every listener and connection at once. */
  close(): void {
    if (this.#isOver) return;
    // Where everything was is where it is tried to be the next time.
    const note = this.#note();
    this.#end();
    if (this.#isReplaced()) return;
    this.#engine.carrying.write({ ...note, process: null });
  }

  #end(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#checks.end();
    this.#listeners.end();
    this.#machines.end();
  }

  #tick(): void {
    this.#look();
    if (this.#isOver) return;
    this.#checks.check(this.#engine.clock.now());
    if (!this.#isTold) this.#tell();
  }

  /** Takes over what has changed in the world, by whatever process or by the time. */
  #look(): void {
    const { database, clock } = this.#engine;
    const { revision } = database;
    const isSame = revision === this.#revision && clock.now() < (this.#plan?.until ?? 0);
    if (isSame || this.#isOver) return;
    if (this.#isReplaced()) this.#end();
    else if (!this.#engine.settings.read().traffic) this.close();
    else this.#follow();
    this.#revision = revision;
  }

  /** True once another one carries the traffic. */
  #isReplaced(): boolean {
    return this.#engine.carrying.read()?.carrier !== this.id;
  }

  #follow(): void {
    const { database } = this.#engine;
    const before = { identities: this.#identities, busy: this.#machines.busy };
    const plan = database.read(() => planOf(this.#engine.context(), before));
    this.#plan = plan;
    this.#machines.follow(plan.machines);
    this.#checks.follow(plan.entries.values());
    this.#listeners.follow(plan);
    this.#change();
  }

  #change(): void {
    this.#isTold = false;
  }

  /** Writes down what is where, for whoever asks; while another process is writing, at a later tick. */
  #tell(): void {
    const note = this.#note();
    this.#isTold = note.report === this.#told || this.#engine.carrying.writeIfFree(note);
    if (this.#isTold) this.#told = note.report;
  }

  #note() {
    const entries = [...(this.#plan?.entries.values() ?? [])].map((entry): TrafficEntry => {
      const { id, kind, object, name, address, port, protocol, backends } = entry;
      const local = this.#listeners.stateOf(id);
      return {
        ...{ id, kind, name, address, port, protocol },
        problem: entry.problem ?? local.problem,
        url: local.address === null ? null : `${protocol}://${local.address}`,
        backends: backends.map((instance) => ({
          instance,
          name: this.#machines.nameOf(instance),
          address: this.#machines.addressOf(instance),
          isHealthy: this.#checks.isHealthy(object, instance),
        })),
      };
    });
    return { carrier: this.id, process: process.pid, report: JSON.stringify(entries) };
  }
}

/** Where the file cannot be used, what was carried goes on, and the next tick looks again. */
function attempted(work: () => void): void {
  try {
    work();
  } catch (error) {
    // Who asks the platform's API is told.
    if (!isOfFile(error)) throw error;
  }
}

function portsIn(report: string): ReadonlyMap<string, number> {
  return new Map(entriesOf(report).map(({ id, url }) => [id, Number(url?.split(":").at(-1) ?? 0)]));
}
