import { plainText, shortened } from "../../provider/display.ts";
import { secretText } from "../preview/preview.ts";
import { subjectText } from "../preview/subject.ts";
import type { Changed } from "./changed.ts";
import type { Difference } from "./differences.ts";
import type { Drift } from "./drift.ts";
import type { Missing } from "./missing.ts";
import type { PutBack, Subject, TakeIn } from "./resource.ts";
import type { Resting } from "./resting.ts";
import type { Unmanaged, UnmanagedObject } from "./unmanaged.ts";
import type { Unread } from "./unread.ts";

/** The report: of a stack, of an account, or of both. */
export interface Report {
  readonly drift?: Drift;
  readonly unmanaged?: Unmanaged;
}

/** A resource in words, or several that cannot be read for one reason. */
export interface Entry {
  readonly is: "changed" | "missing" | "unread" | "stopped" | "frozen" | "unmanaged" | "unclear";
  readonly subject: string;
  /** How it differs, or why it cannot be read. */
  readonly facts: readonly string[];
  readonly ways: readonly Way[];
}

/** The ways to resolve it. */
interface Way {
  readonly label: "take in" | "put back" | "to do";
  readonly says: string;
  readonly code?: string;
}

export function entriesOf({ drift, unmanaged }: Report): readonly Entry[] {
  return [
    ...(drift === undefined ? [] : entriesOfStack(drift)),
    ...(unmanaged === undefined ? [] : entriesOfAccount(unmanaged)),
  ];
}

/** The findings in numbers: `1 changed, 2 missing, 7 as declared`. */
export function headline({ drift, unmanaged }: Report): string {
  const words = { changed: "changed", missing: "missing", unread: "cannot be read" };
  const groups = Map.groupBy(drift?.resources ?? [], ({ is }) => words[is]);
  const counts = [
    ...[...groups].map(([word, { length }]) => `${length} ${word}`),
    ...(drift === undefined ? [] : [`${drift.asDeclared} as declared`]),
    ...(drift?.resting.length ? [`${drift.resting.length} not running`] : []),
    ...(drift?.others ? [`${drift.others} of other packages not looked at`] : []),
    ...(unmanaged === undefined ? [] : [`${unmanaged.objects.length} in no state`]),
  ];
  return counts.join(", ");
}

function entriesOfStack({ resources, resting }: Drift): readonly Entry[] {
  const unread = resources.filter((one) => one.is === "unread");
  const sameReason = Map.groupBy(unread, ({ noun, why, way }) => `${noun} ${why} ${way}`);
  return [
    ...resources.flatMap((one) => (one.is === "changed" ? entryOfChanged(one) : [])),
    ...resources.flatMap((one) => (one.is === "missing" ? entryOfMissing(one) : [])),
    ...[...sameReason.values()].map(entryOfUnread),
    ...resting.map(entryOfResting),
  ];
}

function entryOfChanged(changed: Changed): Entry {
  const { differences } = changed;
  const stored =
    "an earlier refresh has stored what was changed; Pulumi keeps what is declared secret";
  const facts = differences.length === 0 ? [stored] : differences.map(differenceText);
  return { is: "changed", subject: named(changed), facts, ways: bothWays(changed) };
}

function entryOfMissing(missing: Missing): Entry {
  const { namedBy } = missing;
  const facts = namedBy.length === 0 ? [] : [`it is named by ${namedBy.join(", ")}`];
  return { is: "missing", subject: named(missing), facts, ways: bothWays(missing) };
}

function entryOfUnread(resources: readonly Unread[]): Entry {
  const [first] = resources;
  const { why = "", way = "", assumptions = [] } = first ?? {};
  const also =
    assumptions.length === 0
      ? ""
      : `. If the platform has a way to read them, set it in hosting:assumptions: ${assumptions.join(", ")}`;
  return {
    ...{ is: "unread", subject: subjectText(resources, mostNames), facts: [why] },
    ways: [{ label: "to do", says: `${way}${also}` }],
  };
}

function entryOfResting(resting: Resting): Entry {
  const { is, status, way } = resting;
  const fact = `its status is "${status}"; the program declares no power state, so this is no drift`;
  const ways: Entry["ways"] = [{ label: "to do", says: `\`${way}\`` }];
  return { is, subject: named(resting), facts: [fact], ways };
}

const mostNames = 8;

function entriesOfAccount({ objects, unclear }: Unmanaged): readonly Entry[] {
  return [
    ...objects.map(entryOfUnmanaged),
    ...unclear.map(({ what, why }): Entry => {
      return { is: "unclear", subject: what, facts: [why], ways: [] };
    }),
  ];
}

function entryOfUnmanaged(object: UnmanagedObject): Entry {
  const settings = object.toFillIn.join(", ");
  const says = `write this into the program, then \`pulumi up\`${settings && `, with ${settings} in the stack's config`}`;
  const ways: Entry["ways"] = [{ label: "take in", says, code: object.code }];
  return { is: "unmanaged", subject: named(object), facts: [], ways };
}

function bothWays({ takeIn, putBack }: { takeIn?: TakeIn; putBack: PutBack }): Entry["ways"] {
  return [
    ...(takeIn === undefined ? [] : [{ label: "take in", ...takeIn } as const]),
    { label: "put back", says: putBack.says },
  ];
}

function named({
  noun,
  name,
  id,
  partOf,
}: Pick<Subject, "noun" | "name" | "id" | "partOf">): string {
  const part = partOf === undefined ? "" : `, part of ${partOf}`;
  return `${subjectText([{ noun, name }], 1)}${id === "" ? "" : ` (${plainText(id)})`}${part}`;
}

function differenceText({ input, ...values }: Difference): string {
  const declared = "declared" in values ? [`${valueText(values.declared)} in the program`] : [];
  const found = "found" in values ? [`${valueText(values.found)} on the platform`] : [];
  const both = [...declared, ...found].join(", ");
  return `${input}: ${both || "this document does not show its values, `npx pulumi-hosting drift --stack` does"}`;
}

function valueText(value: unknown): string {
  if (value === null) return "nothing";
  if (value === secretText) return secretText;
  return shortened(plainText(JSON.stringify(value)), longestValue);
}

const longestValue = 200;
