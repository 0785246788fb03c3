import type { Json } from "../../../contract/naming.ts";
import type { Listing, Props } from "../../definition/definition.ts";
import { isRecord } from "../state/state.ts";

const pagingHints = ["next", "next_page", "cursor", "next_cursor", "has_more"];

/** Lengths at which platforms cut lists into pages; how this one does it, if so, is not shown. */
const pageSizes: ReadonlySet<number> = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);

/** Reads a list as such or in an envelope; the spec shows neither (spec 4, note 1). */
export function asListing(answer: Json): Listing {
  if (Array.isArray(answer)) return { items: records(answer), complete: true };
  if (!isRecord(answer)) return { items: [], complete: false };
  const lists = Object.values(answer).filter((value) => Array.isArray(value));
  const items = lists.length === 1 ? records(lists[0] ?? []) : [];
  const paged = pagingHints.some((hint) => Boolean(answer[hint]));
  const total = answer["total"];
  const short = typeof total === "number" && total > items.length;
  return { items, complete: lists.length === 1 && !paged && !short };
}

/** False for what may be one page of many: an object that is missing from it may be on another. */
export function isConclusive({ items, complete }: Listing): boolean {
  return complete && !pageSizes.has(items.length);
}

function records(values: readonly unknown[]): readonly Props[] {
  return values.filter(isRecord);
}
