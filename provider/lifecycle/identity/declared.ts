import type { Definition } from "../../definition/definition.ts";
import type { Props } from "../../definition/session.ts";
import { idClaims, nameClaim } from "./claims.ts";
import { idNamespace } from "./ids.ts";
import { placeOf, stackOf } from "./subject.ts";

/** The program's declarations in this run, as far as checks show: they need no platform. */
export class Declared {
  /** Set by checks with old inputs and by diffs; read by checks without, which replace what these are about. */
  readonly #former = new Map<string, string>();
  /** Places in the program that have a state, and its inputs. Set by checks with old inputs; read by diffs, as what was refreshed may have left it, and by creates, which replace what an earlier run made. */
  readonly #stored = new Map<string, Props>();
  /**
   * Declarations compared since the check with old inputs. Set by comparisons; read by checks
   * without, which replace what these are about.
   */
  readonly #compared = new Map<string, ComparisonResult>();
  /** Objects that were refreshed. Set by refreshes; read by diffs, which the engine asks for of these as well. */
  readonly #read = new Set<string>();
  /**
   * Set by checks; read by deletions, which spare what the program adopts, and at the end of the
   * run, to report ids that nothing asked for.
   */
  readonly #checked: Checked[] = [];
  /** What was checked, by the names and ids that it asks for. Read by checks of others that ask for one of these. */
  readonly #claiming = new Map<string, Checked[]>();
  /** Declarations by the names that their objects have now. Set by checks with old inputs; read by checks of others that ask for one of these. */
  readonly #named = new Map<string, Checked>();
  /** Set by checks, reads and deletions, and so by all that is done to a stack; read at the end of the run. */
  #stack: string | undefined;

  /** The object that a declaration has now. */
  noteFormer(definition: Definition, inputs: Props, name: unknown): void {
    if (typeof name === "string") this.#former.set(placeKey(definition, inputs), name);
  }

  /** Its name. */
  formerOf(definition: Definition, inputs: Props): string | undefined {
    return this.#former.get(placeKey(definition, inputs));
  }

  /** The program has the declaration, and the engine a state of it. */
  noteOldInputs(definition: Definition, inputs: Props, oldInputs: Props): void {
    const key = placeKey(definition, inputs);
    this.#stored.set(key, oldInputs);
    const claim = nameClaim({ definition, inputs: oldInputs });
    if (claim !== undefined) this.#named.set(claim, { definition, inputs });
    // An earlier comparison by a refresh proves nothing about the program.
    this.#compared.delete(key);
  }

  /** The inputs of a state that a check of this run showed: for `--replace` none is shown. */
  storedFor(definition: Definition, inputs: Props): Props | undefined {
    return this.#stored.get(placeKey(definition, inputs));
  }

  noteCompared(definition: Definition, inputs: Props, compared: ComparisonResult): void {
    this.#compared.set(placeKey(definition, inputs), compared);
  }

  /** The result of comparing a declaration, once its state was checked; undefined where none was made. */
  comparedFor(definition: Definition, inputs: Props): ComparisonResult | undefined {
    return this.#compared.get(placeKey(definition, inputs));
  }

  /** A refresh found the object, by the id that it has from now on; whether the program wants it is not known yet. */
  noteRead(definition: Definition, id: string): void {
    this.#read.add(`${idNamespace(definition)} ${id}`);
  }

  /**
   * False if the engine compares this resource only because a refresh has just read it. A check without old inputs does
   * not make it wanted: it may be for a new resource under a URN that an alias has freed.
   */
  isWanted(definition: Definition, { id, inputs }: { id: string; inputs: Props }): boolean {
    const isRead = this.#read.has(`${idNamespace(definition)} ${id}`);
    return !isRead || this.#stored.has(placeKey(definition, inputs));
  }

  noteChecked(checked: Checked): void {
    this.noteStack(checked.inputs);
    this.#checked.push(checked);
    const ids = idClaims(checked).map(({ claim }) => claim);
    for (const claim of [nameClaim(checked) ?? [], ids].flat()) {
      const all = this.#claiming.get(claim) ?? [];
      this.#claiming.set(claim, [...all, checked]);
    }
  }

  /** The declaration whose object has this name now. */
  namedNow(claim: string): Checked | undefined {
    return this.#named.get(claim);
  }

  /** Declarations that ask for this name or id. */
  claiming(claim: string): readonly Checked[] {
    return this.#claiming.get(claim) ?? [];
  }

  /** The stack of the run, by one of its resources. */
  noteStack(props: Props): void {
    this.#stack = stackOf(props);
  }

  get stack(): string | undefined {
    return this.#stack;
  }

  get checked(): readonly Checked[] {
    return this.#checked;
  }

  /** The ids that the program adopts. */
  get adopting(): readonly Checked[] {
    return this.#checked.filter(({ inputs: { adopt } }) => typeof adopt === "string");
  }
}

/** The answer of a comparison: whether anything differs, and the inputs that replace the object. */
export interface ComparisonResult {
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
}

/** A resource of the program, with the inputs that a check was given or made. */
export interface Checked {
  readonly definition: Definition;
  readonly inputs: Props;
  /** True where the check had no old inputs: of a new one, or of what replaces one. */
  readonly isNew?: boolean;
}

function placeKey(definition: Definition, inputs: Props): string {
  return JSON.stringify(placeOf(definition, inputs));
}
