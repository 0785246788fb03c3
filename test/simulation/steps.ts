import type { Props } from "../../provider/definition/session.ts";
import { HostingError, PartialFailure } from "../../provider/errors.ts";
import type { Difference } from "../../provider/lifecycle/diff.ts";
import { type OperationName, timeFor } from "../../provider/lifecycle/operation/timeouts.ts";
import type { ReadResult } from "../../provider/lifecycle/read.ts";
import { type Door, doorTo } from "../support/door.ts";
import { definitionOf } from "../support/session-inputs.ts";
import type { EngineState, Resource } from "./engine-state.ts";
import { isOfFormerPlace, placed, placeOf, urnsOf } from "./places.ts";
import type { SimulatedProcess } from "./process.ts";
import type { Declaration, Program } from "./program.ts";
import type { VirtualTime } from "./time.ts";

/** The target of the engine's own messages. */
export interface Surroundings {
  readonly time: VirtualTime;
  readonly say: (line: string) => void;
  readonly trace: (line: string) => void;
  readonly violated: (what: string) => void;
  /** True for two ids of one object. */
  readonly isSame: (type: string, id: string, other: string) => boolean;
  /** Asked whenever an object leaves the state: true while the platform has it. */
  readonly exists: (type: string, id: string) => boolean;
  /** True while the platform shows it and is deleting it. */
  readonly isGoing?: (type: string, id: string) => boolean;
  /** Called with the duration of each call of the provider. */
  readonly took?: (call: string, milliseconds: number) => void;
}

/** When a run with `--refresh` reads: everything before it does anything, or, with `--run-program`, each as it is registered. */
export type Refreshing = "first" | "registered";

/** One run: which process serves it, and whether something failed already. */
export interface Run {
  readonly process: SimulatedProcess;
  readonly done: Map<string, Promise<boolean>>;
  /** Resources that are deleted before their replacement is created. */
  readonly deletedEarly: Map<Resource, Promise<void>>;
  readonly program: Program;
  /** Names of what is replaced although nothing of it changed (`--replace`). */
  readonly replaced: ReadonlySet<string>;
  readonly refreshing: Refreshing | undefined;
  failed: boolean;
  /** Calls that create, update or delete. */
  changes: number;
}

const graceMs = 5_000;

/**
 * The steps of Pulumi's engine (pkg/resource/deploy/step.go): one call of the provider each, and what
 * the engine remembers of it, above all when it fails.
 */
export class Steps {
  readonly #around: Surroundings;
  readonly #state: EngineState;

  constructor(around: Surroundings, state: EngineState) {
    this.#around = around;
    this.#state = state;
  }

  /** Errors go to the user; the first one stops what has not begun. */
  async attempt(run: Run, name: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      run.failed = true;
      const text = error instanceof Error ? error.message : String(error);
      if (HostingError.isInstance(error) && error.code === "bug") {
        this.#around.violated(`bug: ${name}: ${text}`);
      }
      this.#around.say(`error: ${name}: ${text}`);
      return false;
    }
  }

  async refresh(run: Run, old: Resource): Promise<void> {
    await this.attempt(run, old.name, async () => {
      const refreshed = await this.#reread(run, old);
      if (refreshed === undefined) return this.forget(old, "a refresh");
      // The read values stay, also where the comparison fails.
      this.#state.store(old, refreshed);
      await this.differ(run, refreshed, old.inputs);
    });
  }

  /** With `--run-program` a resource is refreshed where the program registers it, and nothing of a failure stays. */
  async refreshRegistered(run: Run, old: Resource): Promise<void> {
    const refreshed = await this.#reread(run, old);
    if (refreshed === undefined) return this.forget(old, "a refresh");
    await this.differ(run, refreshed, old.inputs);
    this.#state.store(old, refreshed);
  }

  /** Undefined where it is gone. The engine asks what an `up` would change of it, too, to show that to the user. */
  async #reread(run: Run, old: Resource): Promise<Resource | undefined> {
    const seen = await this.#call(run, { operation: "read", old }, (door) =>
      door.read({ id: old.id, state: old.outputs, urn: old.urn }),
    );
    const { id, state, inputs }: ReadResult = seen;
    return id === "" ? undefined : { ...old, id, inputs, outputs: state, isUnfinished: false };
  }

  async create(
    run: Run,
    work: {
      declaration: Declaration;
      inputs: Props;
      old: Resource | undefined;
      deleteFirst?: boolean;
    },
  ): Promise<void> {
    run.changes += 1;
    const { declaration, inputs, old, deleteFirst = false } = work;
    const { type, links, retainOnDelete: isRetained = false } = declaration;
    const place = placed(declaration);
    const kept = { type, links, inputs, isCondemned: false, isPending: false, isRetained };
    const stored = { ...kept, ...place };
    const store = (id: string, outputs: Props, isUnfinished: boolean) => {
      if (old !== undefined && !deleteFirst) this.#state.store(old, { ...old, isCondemned: true });
      const known = deleteFirst ? this.#state.find(old?.name ?? place.name) : undefined;
      this.#state.storeLast(known, { ...stored, id, outputs, isUnfinished });
      if (old !== undefined) this.#state.rename(old.name, place.name);
    };
    try {
      const made = await this.#call(
        run,
        { operation: "create", old: { ...stored, outputs: inputs } },
        (door) => door.create(inputs),
      );
      store(made.id, made.state, false);
    } catch (error) {
      if (error instanceof PartialFailure) store(error.id, error.properties, true);
      throw error;
    }
  }

  async update(
    run: Run,
    { declaration, inputs, old }: { declaration: Declaration; inputs: Props; old: Resource },
  ): Promise<void> {
    run.changes += 1;
    const { id } = old;
    const changed = { ...old, ...placed(declaration), inputs, links: declaration.links };
    try {
      const outputs = await this.#call(run, { operation: "update", old: changed, inputs }, (door) =>
        door.update({ id, state: old.outputs }, inputs),
      );
      this.#state.storeLast(old, { ...changed, outputs, isUnfinished: false });
      this.#state.rename(old.name, changed.name);
    } catch (error) {
      if (error instanceof PartialFailure) {
        this.#state.store(old, { ...changed, outputs: error.properties, isUnfinished: true });
        this.#state.rename(old.name, changed.name);
      }
      throw error;
    }
  }

  async delete(run: Run, old: Resource): Promise<void> {
    const { id, name, type, outputs: state } = old;
    run.changes += 1;
    if (old.isRetained) return;
    const wasThere = this.#around.exists(type, id);
    await this.#call(run, { operation: "delete", old }, (door) =>
      door.remove({ id, state, urn: old.urn }),
    );
    // A resource that the program no longer has may share it: it was renamed, and a run was cut
    // short. So may one that the engine deleted before its replacement, whose object was left to
    // this one.
    const wanted = new Set(run.program.flatMap(urnsOf));
    const isWanted = ({ urn, isCondemned, isPending }: Resource) =>
      !isCondemned && !isPending && wanted.has(urn);
    const isWantedStill = this.#state.sharing(old).some(isWanted);
    if (wasThere && isWantedStill && !this.#around.exists(type, id)) {
      this.#around.violated(
        `I7: ${name} (${id}) was deleted, which another resource of the state is`,
      );
    }
  }

  differ(run: Run, old: Resource, inputs: Props): Promise<Difference> {
    const { id, outputs: state } = old;
    // A comparison has the time of a read.
    const asked = { operation: "read", called: "diff", old, inputs } as const;
    return this.#call(run, asked, (door) => door.diff({ id, state }, inputs));
  }

  async inputsOf(run: Run, declaration: Declaration, oldInputs: Props): Promise<Props | undefined> {
    const { type, inputs, links } = declaration;
    const { logicalName, stack } = placeOf(declaration);
    const linked: [string, unknown][] = [];
    for (const [input, { to, value }] of Object.entries(links)) {
      const source = this.#state.find(to);
      if (source === undefined) return undefined;
      linked.push([input, value(source.id, source.outputs)]);
    }
    const identity = { organization: "org", project: "shop", stack, name: logicalName };
    const hidden = { __identity: identity, __urn: placed(declaration).urn };
    const given = { ...inputs, ...Object.fromEntries(linked), ...hidden };
    const door = doorTo(run.process.context, definitionOf(type));
    const checked = await door.check({ oldInputs, inputs: given });
    const [failure] = checked.failures;
    if (failure !== undefined) throw new Error(`check: ${failure.reason}`);
    return checked.inputs;
  }

  /** Another place alone is nothing that the platform hears of. */
  noteNeedless({ name, id }: Resource): void {
    this.#around.violated(`I14: ${name} (${id}) only moved, and is to be changed`);
  }

  /** An object that leaves the state must be gone from the platform as well. */
  forget(resource: Resource, why: string): void {
    const { type, id, name, isPending } = resource;
    this.#state.forget(resource);
    const isKept = isPending || this.#isHeld(resource);
    this.#around.trace(`${name} (${id}) leaves the state after ${why}`);
    if (!isKept && this.#around.isGoing?.(type, id)) {
      this.#around.violated(`I7: ${name} (${id}) left the state while it is being deleted`);
    }
    if (!isKept && this.#around.exists(type, id)) {
      this.#around.violated(`I7: ${name} (${id}) left the state after ${why}, and is there`);
    }
  }

  /** True while another resource of the state is the same object. */
  #isHeld({ type, id }: Resource): boolean {
    return this.#state.resources.some(
      (other) => other.type === type && this.#around.isSame(type, id, other.id),
    );
  }

  /** A call of the provider. It has to end within its time, however it ends. */
  async #call<T>(
    run: Run,
    {
      operation,
      called = operation,
      old,
      inputs,
    }: {
      operation: OperationName;
      called?: string;
      old: Pick<Resource, "name" | "type" | "outputs">;
      /** The program's present declaration, where it is asked for. */
      inputs?: Props;
    },
    call: (door: Door) => Promise<T>,
  ): Promise<T> {
    const { time, trace, violated } = this.#around;
    const definition = definitionOf(old.type);
    const startedAt = time.now();
    trace(`${called} ${old.name}`);
    try {
      return await run.process.run(() => call(doorTo(run.process.context, definition)));
    } catch (error) {
      const text = error instanceof Error ? error.message : "";
      if (inputs !== undefined && isOfFormerPlace(text, { outputs: old.outputs, inputs }))
        violated(`I15: ${called} ${old.name} names it as it was called before: ${text}`);
      throw error;
    } finally {
      const tookMs = time.now() - startedAt;
      this.#around.took?.(`${operation} ${old.name}`, tookMs);
      const allowedMs = timeFor(definition, operation, old.outputs) + graceMs;
      trace(`${called} ${old.name} ends after ${tookMs / 1000} s`);
      if (tookMs > allowedMs) violated(`I6: ${called} ${old.name} took ${tookMs / 1000} s`);
    }
  }
}
