/** One thing that is taken as true without being shown. */
export interface Assumption {
  /** What is taken as true unless set otherwise. */
  readonly value: string | number | boolean | readonly string[];
  /** Section of the spec that leaves it open. */
  readonly spec: string;
  /** What the value decides. */
  readonly about: string;
}
