import type fc from "fast-check";
import type { Props } from "../../provider/definition/session.ts";
import { examples } from "../kinds/_all.ts";
import type { References } from "./kind-example.ts";

/** Random inputs of every class that are in order. */
export function arbitraryInputs(refs: References): Readonly<Record<string, fc.Arbitrary<Props>>> {
  return Object.fromEntries(examples.map(({ type, arbitrary }) => [type, arbitrary(refs)]));
}
