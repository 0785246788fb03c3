import type fc from "fast-check";
import type { Json } from "../../contract/naming.ts";
import type { Props } from "../../provider/definition/session.ts";

/**
 * The facts of a class that the tests need. Ids are those of `session-references.ts`, which makes the
 * objects where they must be there.
 */
export interface KindExample {
  /** Area and class, like `storage:Volume`. */
  readonly type: string;
  /** Inputs that are in order, with every optional one that goes with the others. */
  readonly sample: Props;
  /** Another value of every input that can change; what updates in place is in order with the sample. */
  readonly other: Props;
  /** Random inputs that are in order. */
  readonly arbitrary: (refs: References) => fc.Arbitrary<Props>;
  /** The request that creates the sample, and the id that comes of its answer; null where none does. */
  readonly creation: {
    readonly call: string;
    readonly body: Json;
    readonly id: string;
    readonly answer: Props;
  } | null;
  readonly fields: {
    /** Fields of its create request, as the specification's tables name them. */
    readonly specified: readonly string[];
    /** Inputs that travel in another way than as a field that the specification names. */
    readonly elsewhere: readonly string[];
  };
}

/** Objects that random inputs may refer to. */
export interface References {
  readonly container: string;
  readonly publicPorts: readonly number[];
  readonly instances: readonly string[];
  readonly volume: string;
  readonly floatingIp: string;
  readonly certificate: string;
  readonly image: string;
  newKey(): string;
}
