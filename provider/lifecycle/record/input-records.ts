import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { Input, type Values } from "./input.ts";
import { InputRecord, type Looked, type Redeclared, type Sight } from "./input-record.ts";
import { hidden, inputNames, record, strings } from "./state.ts";

/**
 * The records of all inputs of an object. A state has of each:
 *
 * - the input itself: the declared value, or the found one where the next `up` puts the declared one back;
 * - `__drifted`: the declared value in that case;
 * - `__found`: the found value that no `up` puts back;
 * - `__echoes`: its name, where it was shown as declared; `__shown`: the platform's own spelling of it.
 */
export class InputRecords {
  readonly #definition: Definition;
  /** The state that they are of. */
  readonly #state: Props;
  readonly #all: readonly InputRecord[];

  private constructor(definition: Definition, state: Props, all: readonly InputRecord[]) {
    this.#definition = definition;
    this.#state = state;
    this.#all = all;
  }

  /** As a state has them. One of 0.1.0 does not tell in which form a rule was shown: its next look is the first. */
  static in(definition: Definition, state: Props): InputRecords {
    const [spelled, drifted, lasting] = [
      record(state[hidden.shown]),
      record(state[hidden.drifted]),
      record(state[hidden.found]),
    ];
    const echoes = strings(state[hidden.echoes]);
    const isOlder = state[hidden.shown] === undefined;
    const all = inputNames(definition).map((name) => {
      const isPutBack = name in drifted;
      const isFound = isPutBack || name in lasting;
      const found = isFound && { value: isPutBack ? state[name] : lasting[name], isPutBack };
      const isSpelled = name in spelled && { spelled: spelled[name] };
      const input = new Input(definition, name);
      const isEcho = echoes.includes(name) && !(isOlder && input.change?.fields !== undefined);
      return new InputRecord(input, {
        declared: isPutBack ? drifted[name] : state[name],
        shown: isEcho ? "asDeclared" : isSpelled || undefined,
        found: found || undefined,
      });
    });
    return new InputRecords(definition, state, all);
  }

  /** The record of an input of the class. */
  get(name: string): InputRecord | undefined {
    return this.#all.find(({ input }) => input.name === name);
  }

  /** Once a program has declared them anew: `changed` differ from the state, `takenIn` are declared as they were found. */
  afterDeclaration(inputs: Props): {
    readonly records: InputRecords;
    readonly changed: readonly string[];
    readonly takenIn: readonly string[];
  } {
    const equivalent = this.#definition.equivalent?.(this.#state, inputs) ?? [];
    const isSame = ({ input, stored }: InputRecord) =>
      equivalent.includes(input.name) ||
      input.change?.on === "ignore" ||
      // A name that we made follows from the other inputs.
      (input.name === "name" && inputs[hidden.generatedName] === true) ||
      input.isSame(stored, inputs[input.name]);
    const redeclared = this.#all.map((one) =>
      one.afterDeclaration(inputs[one.input.name], isSame(one)),
    );
    const named = (verdict: Redeclared) => namesOf(redeclared, verdict);
    return { records: this.#of(redeclared), changed: named("changed"), takenIn: named("takenIn") };
  }

  /** Once a look has followed our own write of these inputs. */
  afterWrite(looked: Observed, names: readonly string[]): InputRecords {
    const sightOf = this.#sightsIn(looked);
    const written = this.#all.map((one) =>
      names.includes(one.input.name) ? one.afterWrite(sightOf(one)) : one,
    );
    return new InputRecords(this.#definition, this.#state, written);
  }

  /** After any other look; `canPutBack` tells whether an `up` can undo what it found of an input. */
  afterLook(
    looked: Observed,
    canPutBack: (name: string, values: Values) => boolean,
  ): { readonly records: InputRecords; named(verdict: Looked): readonly string[] } {
    const sightOf = this.#sightsIn(looked);
    const seen = this.#all.map((one) =>
      one.afterLook(sightOf(one), (values) => canPutBack(one.input.name, values)),
    );
    return { records: this.#of(seen), named: (verdict) => namesOf(seen, verdict) };
  }

  /** The declared values. */
  get declared(): Props {
    return this.#values(({ declared }) => declared);
  }

  /** The values that a state has as inputs. */
  get stored(): Props {
    return this.#values(({ stored }) => stored);
  }

  /** Values found on the platform that no `up` puts back. */
  get lasting(): Props {
    return this.#values(({ found }) => (found?.isPutBack === false ? found.value : undefined));
  }

  /** Declared values that the next `up` puts back: the state has the found ones as its inputs. */
  get toPutBack(): Props {
    return this.#values(({ declared, found }) =>
      found?.isPutBack === true ? declared : undefined,
    );
  }

  /** The hidden properties of a state that has these records. */
  get hidden(): Props {
    const { lasting, toPutBack } = this;
    const echoes = this.#all.filter(({ shown }) => shown === "asDeclared");
    return {
      [hidden.echoes]: echoes.map(({ input }) => input.name).sort(),
      [hidden.shown]: this.#values(({ shown }) =>
        typeof shown === "object" ? shown.spelled : undefined,
      ),
      ...(Object.keys(toPutBack).length > 0 && { [hidden.drifted]: toPutBack }),
      ...(Object.keys(lasting).length > 0 && { [hidden.found]: lasting }),
    };
  }

  #values(of: (one: InputRecord) => unknown): Props {
    const all = this.#all.map((one) => [one.input.name, of(one)] as const);
    return Object.fromEntries(all.filter(([, value]) => value !== undefined));
  }

  #of(results: readonly { readonly record: InputRecord }[]): InputRecords {
    const all = results.map((result) => result.record);
    return new InputRecords(this.#definition, this.#state, all);
  }

  #sightsIn(looked: Observed): (one: InputRecord) => Sight {
    const declared = { ...this.#state, ...this.declared };
    const equivalent = this.#definition.equivalent?.(declared, looked) ?? [];
    return ({ input: { name } }) => ({
      value: looked[name],
      isEquivalent: equivalent.includes(name),
    });
  }
}

/** True for a state whose object a look has shown since its create; an import file, and its export, knows it by a look. */
export function wasShown(state: Props): boolean {
  const shown = [...strings(state[hidden.echoes]), ...Object.keys(record(state[hidden.shown]))];
  return state[hidden.echoes] === undefined || shown.length > 0;
}

function namesOf<V>(
  results: readonly { readonly record: InputRecord; readonly verdict: V }[],
  verdict: V,
): readonly string[] {
  return results
    .filter((one) => one.verdict === verdict)
    .map(({ record: { input } }) => input.name);
}
