import { UNKNOWN } from "../../contract/values/unknown.ts";
import type { Props } from "../../provider/definition/session.ts";
import { isUnresolved } from "../../provider/lifecycle/create/unresolved.ts";
import { deepEqual } from "../../provider/lifecycle/record/state.ts";
import { EngineState, type Resource } from "./engine-state.ts";
import { placed, urnsOf } from "./places.ts";
import type { SimulatedProcess } from "./process.ts";
import type { Declaration, Program } from "./program.ts";
import { type Refreshing, type Run, Steps, type Surroundings } from "./steps.ts";

/** The result of a run. */
interface Result {
  /** False when anything failed. */
  readonly isDone: boolean;
  /** Calls that create, update or delete. */
  readonly changes: number;
}

/** Flags of a run, besides its program. */
interface Flags {
  readonly replaced?: readonly string[];
  readonly refreshing?: Refreshing | undefined;
}

/**
 * The steps of Pulumi's engine for a program (pkg/resource/deploy/step_generator.go), and their order.
 */
export class SimulatedEngine {
  readonly #state = new EngineState();
  readonly #steps: Steps;

  constructor(around: Surroundings) {
    this.#steps = new Steps(around, this.#state);
  }

  get resources(): readonly Resource[] {
    return this.#state.resources;
  }

  /** `pulumi up` without its preview, and `pulumi destroy` where the program is empty. */
  async up(program: Program, process: SimulatedProcess, flags: Flags = {}): Promise<Result> {
    const run = newRun(process, program, flags);
    await this.#refreshFirst(run);
    // A resource that cannot be refreshed is not changed.
    if (run.failed) return { isDone: false, changes: 0 };
    for (const declaration of program) {
      run.done.set(declaration.name, this.#step(run, declaration));
    }
    await Promise.all(run.done.values());
    if (!run.failed) await this.#deleteRest(run);
    return { isDone: !run.failed, changes: run.changes };
  }

  /** The preview before an update: it asks for differences, and nothing of it is kept; false when anything failed. */
  async preview(program: Program, process: SimulatedProcess, flags: Flags = {}): Promise<boolean> {
    const before = this.#state.resources;
    const run = newRun(process, program, flags);
    await this.#refreshFirst(run);
    for (const declaration of run.failed ? [] : program) {
      await this.#steps.attempt(run, declaration.name, async () => {
        const old = await this.#oldOf(run, declaration);
        const inputs = await this.#steps.inputsOf(run, declaration, old?.inputs ?? {});
        if (old !== undefined && inputs !== undefined) await this.#steps.differ(run, old, inputs);
        if (old !== undefined) this.#move(old, declaration);
      });
    }
    this.#state.restore(before);
    return !run.failed;
  }

  /** `pulumi state delete`: the state knows nothing of it any more, and the platform has it. */
  release(resource: Resource): void {
    this.#state.forget(resource);
  }

  /** `pulumi refresh`; false when anything failed. */
  async refresh(process: SimulatedProcess): Promise<boolean> {
    const run = newRun(process, [], { refreshing: "first" });
    await this.#refreshFirst(run);
    return !run.failed;
  }

  async #refreshFirst(run: Run): Promise<void> {
    if (run.refreshing !== "first") return;
    const old = this.#state.resources.filter(({ isPending }) => !isPending);
    await Promise.all(old.map((resource) => this.#steps.refresh(run, resource)));
    this.#state.unlinkGone();
  }

  /** Links find it by the program's name for it; a preview takes that back. */
  #move(old: Resource, declaration: Declaration): void {
    if (old.name === declaration.name) return;
    this.#state.store(old, { ...old, ...placed(declaration) });
    this.#state.rename(old.name, declaration.name);
  }

  /** The state of a resource that the program registers, by its place or by an alias. */
  async #oldOf(run: Run, declaration: Declaration): Promise<Resource | undefined> {
    const old = this.#state.findAt(urnsOf(declaration));
    if (run.refreshing !== "registered" || old === undefined || old.isPending) return old;
    await this.#steps.refreshRegistered(run, old);
    return this.#state.findAt(urnsOf(declaration));
  }

  async #step(run: Run, declaration: Declaration): Promise<boolean> {
    const needed = Object.values(declaration.links).map(({ to }) => run.done.get(to));
    const isReady = (await Promise.all(needed)).every(Boolean);
    if (!isReady || run.failed) return false;
    return this.#steps.attempt(run, declaration.name, () => this.#register(run, declaration));
  }

  async #register(run: Run, declaration: Declaration): Promise<void> {
    const { name } = declaration;
    const old = await this.#oldOf(run, declaration);
    const inputs = await this.#steps.inputsOf(run, declaration, old?.inputs ?? {});
    if (inputs === undefined) throw new Error(`${name} needs what is not there`);
    if (old === undefined) return this.#steps.create(run, { declaration, inputs, old });
    // The engine does not ask for the difference of a resource that `--replace` names.
    const difference = run.replaced.has(name)
      ? { replaces: ["id"], deleteBeforeReplace: false, changes: true }
      : await this.#steps.differ(run, old, inputs);
    if (difference.replaces.length > 0 || old.isPending) {
      const { deleteFirst = difference.deleteBeforeReplace } = declaration;
      return this.#replace(run, { declaration, old, deleteFirst });
    }
    if (isMoveAlone(old, inputs) && difference.changes) this.#steps.noteNeedless(old);
    const hasChanged = difference.changes ?? !deepEqual(old.inputs, inputs);
    if (hasChanged || old.isUnfinished)
      return this.#steps.update(run, { declaration, inputs, old });
    // The outputs stay those of before, with the place that it had then.
    const { links } = declaration;
    this.#state.storeLast(old, { ...old, ...placed(declaration), inputs, links });
    this.#state.rename(old.name, name);
  }

  async #replace(
    run: Run,
    {
      declaration,
      old,
      deleteFirst,
    }: { declaration: Declaration; old: Resource; deleteFirst: boolean },
  ): Promise<void> {
    const inputs = await this.#steps.inputsOf(run, declaration, {});
    if (inputs === undefined) throw new Error(`${old.name} needs what is not there`);
    if (deleteFirst && !old.isPending) {
      for (const dependent of await this.#dependents(run, old)) {
        await this.#deleteEarly(run, dependent);
      }
      await this.#deleteEarly(run, old);
    }
    const current = this.#state.find(old.name);
    return this.#steps.create(run, { declaration, inputs, old: current, deleteFirst });
  }

  /** Two replacements may have one dependent, which is deleted once. */
  #deleteEarly(run: Run, resource: Resource): Promise<void> {
    const deleteOnce = async () => {
      await this.#steps.delete(run, resource);
      this.#state.store(resource, { ...resource, isPending: true });
    };
    const begun = run.deletedEarly.get(resource) ?? deleteOnce();
    run.deletedEarly.set(resource, begun);
    return begun;
  }

  /** Resources that would be replaced with it, the furthest first: they are deleted before it. */
  async #dependents(run: Run, condemned: Resource): Promise<readonly Resource[]> {
    const found: Resource[] = [];
    for (const known of this.#state.resources) {
      const inputs = Object.entries(known.links).filter(([, { to }]) => to === condemned.name);
      if (inputs.length === 0 || known.isPending || known.isCondemned) continue;
      const unknown = Object.fromEntries(inputs.map(([input]) => [input, UNKNOWN]));
      const difference = await this.#steps.differ(run, known, { ...known.inputs, ...unknown });
      if (difference.replaces.length > 0) found.unshift(known);
    }
    return found;
  }

  /** Resources that the program no longer has, and replaced ones: dependents first. */
  async #deleteRest(run: Run): Promise<void> {
    const places = new Set(run.program.map((declaration) => placed(declaration).urn));
    const rest = this.#state.resources.filter(
      ({ urn, isCondemned }) => isCondemned || !places.has(urn),
    );
    for (const resource of rest.toReversed()) {
      if (run.failed) return;
      await this.#steps.attempt(run, resource.name, async () => {
        if (!resource.isPending || resource.isCondemned) await this.#steps.delete(run, resource);
        this.#steps.forget(resource, "its deletion");
      });
    }
  }
}

/** True for what has another place in the program than in its state, and is otherwise as it was. */
function isMoveAlone(old: Resource, inputs: Props): boolean {
  // A resource that waits for more, or was found different, is changed in any case.
  const isSettled = !("__unfinished" in old.outputs) && !("__drifted" in old.outputs);
  const isAsWas = isSettled && !old.isUnfinished && !old.isPending && !isUnresolved(old.id);
  const hasMoved = !deepEqual(old.inputs["__urn"], inputs["__urn"]);
  return isAsWas && hasMoved && deepEqual(unplaced(old.inputs), unplaced(inputs));
}

function unplaced({ __urn, __identity, ...rest }: Props): Props {
  return rest;
}

function newRun(
  process: SimulatedProcess,
  program: Program,
  { replaced = [], refreshing }: Flags,
): Run {
  return {
    process,
    program,
    replaced: new Set(replaced),
    refreshing,
    done: new Map(),
    deletedEarly: new Map(),
    failed: false,
    changes: 0,
  };
}
