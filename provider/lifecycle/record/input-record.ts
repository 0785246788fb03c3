import type { Input, Values } from "./input.ts";

/** How a look after our own write showed an input: as it is declared, or in the platform's own spelling. */
type Shown = "asDeclared" | { readonly spelled: unknown };

/** A value that somebody gave an input on the platform, since we wrote it. */
interface Found {
  readonly value: unknown;
  /** True where the next `up` puts the declared value back: the state then has the found one as the input. */
  readonly isPutBack: boolean;
}

interface Facts {
  /** The value that the program declared last. */
  readonly declared: unknown;
  /** Undefined until a look has shown it. */
  readonly shown?: Shown | undefined;
  /** Undefined where no look has found another value. */
  readonly found?: Found | undefined;
}

/** An input in an answer. */
export interface Sight {
  readonly value: unknown;
  /** True where the class knows, from several inputs together, that it means the declared value. */
  readonly isEquivalent: boolean;
}

/** The meaning of a look at an input. */
export type Looked =
  /** The answer does not have it. */
  | "notShown"
  /** As declared, or as the platform has always shown it. */
  | "same"
  /** For the first time, and nothing tells that it was changed. */
  | "firstShown"
  /** For the first time, and not the declared word: taken for the platform's spelling of it. */
  | "firstWord"
  /** It was changed on the platform. */
  | "drifted";

/** The meaning of a value that a program declares. */
export type Redeclared =
  /** The value that the state has. */
  | "same"
  /** The value that was found on the platform: there is nothing to send. */
  | "takenIn"
  | "changed";

/** One input of an object: the declared value, and how the platform shows it. Transitions make another record. */
export class InputRecord implements Facts {
  readonly input: Input;
  readonly declared: unknown;
  readonly shown: Shown | undefined;
  readonly found: Found | undefined;

  constructor(input: Input, { declared, shown, found }: Facts) {
    this.input = input;
    this.declared = declared;
    this.shown = shown;
    this.found = found;
  }

  /** The value that the state has as the input, with which the engine compares a program. */
  get stored(): unknown {
    return this.found?.isPutBack === true ? this.found.value : this.declared;
  }

  /** After a look that follows our own write: a difference from the program is the platform's own spelling then. */
  afterWrite(sight: Sight): InputRecord {
    const values = this.#valuesIn(sight);
    if (values === undefined) return this;
    const isAsDeclared = sight.isEquivalent || this.input.isAsDeclared(values);
    const shown = isAsDeclared ? "asDeclared" : { spelled: sight.value };
    return new InputRecord(this.input, { declared: this.declared, shown });
  }

  /** After any other look; `canPutBack` tells whether an `up` can undo what was found. */
  afterLook(
    sight: Sight,
    canPutBack: (values: Values) => boolean,
  ): { readonly record: InputRecord; readonly verdict: Looked } {
    const { input, declared, shown } = this;
    const values = this.#valuesIn(sight);
    if (values === undefined) return { record: this, verdict: "notShown" };
    const verdict = sight.isEquivalent ? "same" : this.#compared(values);
    if (verdict === "same") return { record: new InputRecord(input, { declared, shown }), verdict };
    if (verdict !== "drifted") return { record: this.afterWrite(sight), verdict };
    const found = { value: input.asInput(values), isPutBack: canPutBack(values) };
    return { record: new InputRecord(input, { declared, shown, found }), verdict };
  }

  /** Once the program has declared a value, of which `isSame` tells whether the state has it. Nothing is sent yet. */
  afterDeclaration(
    declared: unknown,
    isSame: boolean,
  ): { readonly record: InputRecord; readonly verdict: Redeclared } {
    const { input, shown, found } = this;
    if (found !== undefined && (found.isPutBack ? isSame : input.isSame(found.value, declared))) {
      const record = new InputRecord(input, { declared, shown: "asDeclared" });
      return { record, verdict: "takenIn" };
    }
    return isSame
      ? { record: new InputRecord(input, { declared, shown, found }), verdict: "same" }
      : { record: new InputRecord(input, { declared }), verdict: "changed" };
  }

  /** Both values, where an answer can tell about the input. */
  #valuesIn({ value }: Sight): Values | undefined {
    const { input, declared } = this;
    const isComparable = input.isShownByPlatform && declared !== undefined && value != null;
    return isComparable ? { found: value, declared } : undefined;
  }

  #compared(values: Values): Looked {
    const { input, shown } = this;
    if (input.isAsDeclared(values)) return shown === "asDeclared" ? "same" : "firstShown";
    if (shown === "asDeclared") return "drifted";
    if (shown !== undefined)
      return input.isAsDeclared({ ...values, declared: shown.spelled }) ? "same" : "drifted";
    if (input.meetsDeclared(values)) return "firstShown";
    return input.change?.isWord === true ? "firstWord" : "drifted";
  }
}
