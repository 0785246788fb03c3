/** A value of a choice. */
export type ChoiceValue = string | number | boolean;

/** Something that the spec leaves open and every platform has to settle. */
export interface Choice {
  /** Section that leaves it open. */
  readonly spec: string;
  /** What it leaves open, as an indirect question. */
  readonly open: string;
  /** The answers that the embedded platform can give. */
  readonly values: readonly ChoiceValue[];
  /** The usual answer. */
  readonly ours: ChoiceValue;
  /** The answer that refuses most of what the spec allows to be refused. */
  readonly strict: ChoiceValue;
  /** The answer of somebody who read the same text in another way. */
  readonly strange: ChoiceValue;
}

/** Choices by name. */
export type ChoiceTable = Readonly<Record<string, Choice>>;
