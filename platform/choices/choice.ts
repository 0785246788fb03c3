/** What the spec leaves open, by name. */
export type ChoiceTable = Readonly<Record<string, Choice>>;

interface Choice {
  /** Section of the spec that is silent. */
  readonly spec: string;
  readonly open: string;
  readonly values: readonly ChoiceValue[];
  /** The value of each preset; one of `values`. */
  readonly ours: ChoiceValue;
  readonly strict: ChoiceValue;
  readonly strange: ChoiceValue;
}

type ChoiceValue = string | number | boolean;
