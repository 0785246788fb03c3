import { type Assumption, assumptionTable } from "./assumption-table.ts";
import { nearest } from "./values/nearest.ts";
import { hasCome } from "./values/time.ts";

/** The gaps of the spec, as named assumptions that `hosting:assumptions` can set one by one. */

/** Name of one assumption, as written in `hosting:assumptions`. */
export type AssumptionName = keyof typeof assumptionTable;

type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : readonly string[];

/** The assumptions in force: the table's values with the user's settings over them. */
export type Assumptions = {
  readonly [N in AssumptionName]: Widened<(typeof assumptionTable)[N]["value"]>;
};

/** The values of the table, before anything is set. */
export const defaultAssumptions: Assumptions = Object.freeze(mapTable((_name, { value }) => value));

/**
 * The table's values with `overrides` over them.
 *
 * @throws Error naming the assumption when a name is unknown or a value has another type.
 */
export function resolveAssumptions(overrides: Readonly<Record<string, unknown>>): Assumptions {
  for (const name of Object.keys(overrides)) {
    if (!isAssumption(name)) {
      const near = nearest(name, assumptionNames());
      const known = near === undefined ? `known: ${groups().join(", ")}` : `the nearest is ${near}`;
      throw new Error(`"${name.slice(0, 40)}" is not an assumption; ${known}`);
    }
  }
  return Object.freeze(
    mapTable((name, { value }) => {
      const given = overrides[name];
      if (given === undefined) return value;
      if (!sameShape(given, value)) {
        throw new Error(
          `assumption "${name}" must be ${shapeOf(value)}, like ${JSON.stringify(value)}`,
        );
      }
      return given;
    }),
  );
}

function groups(): readonly string[] {
  return [...new Set(assumptionNames().map((name) => name.replace(/\..*/, ".…")))];
}

/** Names of all assumptions, in the table's order. */
export function assumptionNames(): readonly AssumptionName[] {
  return Object.keys(assumptionTable).filter(isAssumption);
}

/** Own properties only: a name that a user gives may be `toString`, which every object has. */
function isAssumption(name: string): name is AssumptionName {
  return Object.hasOwn(assumptionTable, name);
}

function mapTable(
  value: (name: AssumptionName, assumption: Assumption) => Assumption["value"],
): Assumptions {
  const entries = assumptionNames().map((name) => [name, value(name, assumptionTable[name])]);
  return Object.fromEntries(entries);
}

function sameShape(given: unknown, like: Assumption["value"]): given is Assumption["value"] {
  if (typeof like === "object") {
    return Array.isArray(given) && given.every((word) => typeof word === "string");
  }
  return typeof given === typeof like;
}

function shapeOf(value: Assumption["value"]): string {
  return typeof value === "object" ? "a list of strings" : `a ${typeof value}`;
}

/** The lists of words by which a refusal says why (spec 7 shows none). */
export type RefusalWords = Pick<
  Assumptions,
  "words.busy" | "words.limit" | "words.rate" | "words.inUse" | "words.taken"
>;

/** The reason of a refusal, as far as its words tell. */
export type RefusalTopic = "limit" | "inUse" | "taken";

/** A list of status words (spec 3 names none), by what they say of an object. */
export type StatusList =
  Exclude<
    Extract<AssumptionName, `words.${string}`>,
    keyof RefusalWords
  > extends `words.${infer List}`
    ? List
    : never;

/**
 * The status that an answer shows; undefined for a text that is no word. Some platforms call it `state`, or put it
 * into an object with what led to it.
 */
export function statusIn(answer: Answer, assumptions: Assumptions): unknown {
  const name = assumptions["fields.status"];
  const status = wordIn(answer[Object.hasOwn(answer, name) ? name : "state"]);
  return typeof status === "string" && status.length > longestStatus ? undefined : status;
}

const longestStatus = 100;

function wordIn(status: unknown): unknown {
  if (typeof status !== "object" || status === null) return status;
  const { state, name, code }: StatusObject = status;
  return state ?? name ?? code;
}

interface StatusObject {
  readonly state?: unknown;
  readonly name?: unknown;
  readonly code?: unknown;
}

/** True for a status in one of the lists, however it is written: `in_use` is `In-Use` as well. */
export function isStatusOf(
  lists: readonly StatusList[],
  status: unknown,
  assumptions: Assumptions,
): boolean {
  if (typeof status !== "string") return false;
  const written = lettersOf(status);
  return lists.some((list) => {
    return assumptions[`words.${list}`].some((word) => lettersOf(word) === written);
  });
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, "");
}

type Answer = Readonly<Record<string, unknown>>;

interface Moment {
  readonly assumptions: Assumptions;
  readonly clock: { now(): number };
}

/** True for an object that is gone although an answer shows it: some platforms keep the status and show when it was deleted. */
export function isGone(answer: Answer, { assumptions, clock }: Moment): boolean {
  const status = statusIn(answer, assumptions);
  if (isStatusOf(["deleted"], status, assumptions)) return true;
  // Where it lives, the time is the end that is planned for it.
  if (isStatusOf(livingWords, status, assumptions)) return false;
  return hasCome(answer["deleted_at"] ?? answer["deletedAt"], clock.now());
}

const livingWords = ["ready", "running", "stopped", "frozen", "pending", "failed"] as const;

/** True for what is gone or is being deleted. */
export function isGoneOrGoing(answer: Answer, moment: Moment): boolean {
  const { assumptions } = moment;
  const isGoing = isStatusOf(["deleting"], statusIn(answer, assumptions), assumptions);
  return isGoing || isGone(answer, moment);
}
