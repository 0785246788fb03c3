import type { Definition } from "../../definition/definition.ts";
import type { Observed, Props } from "../../definition/session.ts";
import { isAsDeclared, isSame, meetsDeclared, type Values } from "./compare.ts";
import { hidden, platformInputs, record, strings } from "./state.ts";

/**
 * The declared inputs as the platform shows them, recorded in the state. Drift is a later value that
 * differs in meaning from that and from the program.
 */
export interface Shown {
  /** Names of the inputs that were shown as declared. */
  readonly echoes: readonly string[];
  /** Values of those that the platform spells differently. */
  readonly shown: Props;
}

/** As a state has it. */
export function shownIn(state: Props): Shown {
  return { echoes: strings(state[hidden.echoes]), shown: record(state[hidden.shown]) };
}

/** True for a state whose object a look has shown since its create; an import file, and its export, knows it by a look. */
export function wasShown(state: Props): boolean {
  const { echoes, shown } = shownIn(state);
  return state[hidden.echoes] === undefined || echoes.length + Object.keys(shown).length > 0;
}

/** The record as hidden properties of a state. */
export function shownAsProps({ echoes, shown }: Shown): Props {
  return { [hidden.echoes]: [...echoes].sort(), [hidden.shown]: shown };
}

/**
 * Adds what a look after our own write shows of inputs: a difference from the program then is the
 * platform's own spelling. A secret is never shown as it is.
 */
export function learned(
  definition: Definition,
  before: Shown,
  { inputs, looked, names }: { inputs: Props; looked: Observed; names: readonly string[] },
): Shown {
  const seen = Object.entries(platformInputs(definition, inputs)).filter(
    ([name]) => names.includes(name) && looked[name] != null && !definition.secrets.includes(name),
  );
  const equivalent = definition.equivalent?.(inputs, looked) ?? [];
  const asIs = seen.filter(
    ([name, declared]) =>
      equivalent.includes(name) ||
      isAsDeclared(definition, name, { found: looked[name], declared }),
  );
  const echoes = asIs.map(([name]) => name);
  const others = seen.filter(([name]) => !echoes.includes(name));
  const isKept = (name: string) => !seen.some(([one]) => one === name);
  return {
    echoes: [...before.echoes.filter(isKept), ...echoes],
    shown: {
      ...Object.fromEntries(Object.entries(before.shown).filter(([name]) => isKept(name))),
      ...Object.fromEntries(others.map(([name]) => [name, looked[name]])),
    },
  };
}

/** Forgets what is known of inputs that have other values from now on. */
export function forgotten({ echoes, shown }: Shown, names: readonly string[]): Shown {
  return {
    echoes: echoes.filter((name) => !names.includes(name)),
    shown: Object.fromEntries(Object.entries(shown).filter(([name]) => !names.includes(name))),
  };
}

/** How an answer shows an input, compared with what the state knows of it. */
export type ShownAs =
  /** As declared, or as the platform has always shown it. */
  | "same"
  /** For the first time, and nothing tells that it was changed. */
  | "firstSeen"
  /** For the first time, and not the declared word: taken for the platform's spelling of it. */
  | "firstWord"
  /** It was changed on the platform. */
  | "drifted";

/** Compares what a look shows with the declared inputs of a state. Inputs left out are not watched. */
export function comparedWithState(
  definition: Definition,
  state: Props,
  observed: Observed,
): ReadonlyMap<string, ShownAs> {
  const equivalent = definition.equivalent?.(state, observed) ?? [];
  const compared = Object.entries(platformInputs(definition, state)).filter(
    ([name, declared]) =>
      declared !== undefined && observed[name] != null && !definition.secrets.includes(name),
  );
  return new Map(
    compared.map(([name, declared]) => {
      if (equivalent.includes(name)) return [name, "same"];
      return [name, shownAs(definition, name, { found: observed[name], declared, state })];
    }),
  );
}

function shownAs(
  definition: Definition,
  name: string,
  { state, ...values }: Values & { state: Props },
): ShownAs {
  const { echoes, shown } = shownIn(state);
  const isEcho = echoes.includes(name);
  if (isAsDeclared(definition, name, values)) return isEcho ? "same" : "firstSeen";
  if (name in shown) {
    const isAsBefore = isAsDeclared(definition, name, { ...values, declared: shown[name] });
    return isAsBefore ? "same" : "drifted";
  }
  // A state of 0.1.0 knows that a rule was shown as declared, and not what was shown besides.
  const isOlder = state[hidden.shown] === undefined;
  if (isEcho && !isOlder) return "drifted";
  if (meetsDeclared(definition, name, values)) return "firstSeen";
  const isWord = definition.changes[name]?.isWord === true;
  return !isEcho && isWord ? "firstWord" : "drifted";
}

/** True where the program declares the value that was found on the platform. */
export function isFound(
  definition: Definition,
  name: string,
  state: Props,
  inputs: Props,
): boolean {
  const found = record(state[hidden.found]);
  return name in found && isSame(definition, name, [found[name], inputs[name]]);
}
