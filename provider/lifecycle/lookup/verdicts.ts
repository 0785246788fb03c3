import type { List, Props } from "../../definition/session.ts";
import type { Standing } from "../operation/routes.ts";

/** An answer of a GET to a look at one object. */
export type GetAnswer =
  | "shown"
  /** With a status or a time that says that it is gone. */
  | "shownAsGone"
  /** A gateway answers with an object as well. */
  | "otherShown"
  /** 404 with the `error` of spec 7.2. */
  | "notFound"
  /** A 404 or 405 that may be any proxy's. */
  | "noSuchRoute";

/** An answer of a list to a look at one object. */
export type ListAnswer =
  | "listed"
  /** With a status or a time that says that it is gone: some platforms go on showing it. */
  | "listedAsGone"
  /** A whole list, of others. */
  | "notListed"
  | "emptyList"
  | "partOfList"
  /** No entry shows by what it would be found. */
  | "listWithoutNames"
  | "noSuchRoute";

type Verdict = "seen" | "gone" | "unreadable" | "error";

/** The verdicts on a list alone. */
type ListVerdict =
  | Verdict
  /** A second list without it, 30 s later, is a proof; this one is, where somebody who knows says that it is gone. */
  | "missing"
  /** A second one is no proof either: an assumed list that is empty may be of something else. */
  | "missingFromEmpty";

type Table<Answer extends string, V> = Readonly<Record<Answer, Readonly<Record<Standing, V>>>>;

/** What the answer of a GET proves (rule 2), by what is known of its route. An error is one, where the route works. */
export const getVerdicts: Table<GetAnswer, Verdict> = {
  shown: { documented: "seen", worked: "seen", untried: "seen" },
  shownAsGone: { documented: "gone", worked: "gone", untried: "gone" },
  otherShown: { documented: "unreadable", worked: "unreadable", untried: "unreadable" },
  notFound: { documented: "gone", worked: "gone", untried: "unreadable" },
  noSuchRoute: { documented: "error", worked: "error", untried: "unreadable" },
};

/** What the answer of a list proves (rule 2). */
export const listVerdicts: Table<ListAnswer, ListVerdict> = {
  listed: { documented: "seen", worked: "seen", untried: "seen" },
  listedAsGone: { documented: "gone", worked: "gone", untried: "gone" },
  notListed: { documented: "missing", worked: "missing", untried: "unreadable" },
  emptyList: { documented: "missing", worked: "missingFromEmpty", untried: "unreadable" },
  partOfList: { documented: "unreadable", worked: "unreadable", untried: "unreadable" },
  listWithoutNames: { documented: "unreadable", worked: "unreadable", untried: "unreadable" },
  noSuchRoute: { documented: "error", worked: "error", untried: "unreadable" },
};

/** A list without the object, as an answer about it. `shows` is true for an entry that has what the object is found by. */
export function listWithout(
  { items, isWhole }: List,
  shows: (item: Props) => boolean,
): Extract<ListAnswer, "notListed" | "emptyList" | "partOfList" | "listWithoutNames"> {
  if (items.length > 0 && !items.some(shows)) return "listWithoutNames";
  if (!isWhole) return "partOfList";
  return items.length === 0 ? "emptyList" : "notListed";
}
