import type { AssumptionName, Assumptions } from "./assumptions.ts";

/** A list of status words (spec 3 names none), by what they say of an object. */
export type StatusList =
  Extract<AssumptionName, `words.${string}`> extends `words.${infer List}` ? List : never;

/** The status that an answer shows. Some platforms call it `state`, or put it into an object with what led to it. */
export function statusIn(
  answer: Readonly<Record<string, unknown>>,
  assumptions: Assumptions,
): unknown {
  const name = assumptions["fields.status"];
  const status = answer[name in answer ? name : "state"];
  if (typeof status !== "object" || status === null) return status;
  const { state, name: word, code }: StatusObject = status;
  return state ?? word ?? code;
}

interface StatusObject {
  readonly state?: unknown;
  readonly name?: unknown;
  readonly code?: unknown;
}

/** True for a status in one of the lists, however it is written. */
export function isStatusOf(
  lists: readonly StatusList[],
  status: unknown,
  assumptions: Assumptions,
): boolean {
  if (typeof status !== "string") return false;
  const written = status.toLowerCase();
  return lists.some((list) => {
    return assumptions[`words.${list}`].some((word) => word.toLowerCase() === written);
  });
}
