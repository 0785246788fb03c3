import type { AssumptionName, Assumptions } from "./assumptions.ts";

/** A list of status words (spec 3 names none), by what they say of an object. */
export type StatusList =
  Extract<AssumptionName, `words.${string}`> extends `words.${infer List}` ? List : never;

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
