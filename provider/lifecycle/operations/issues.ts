import type { z } from "zod";
import { withArticle } from "../state/subject.ts";

/** A schema's complaint. */
export type Issue = z.core.$ZodIssue;

/** A value that a schema complains about. */
interface Complaint {
  readonly given: unknown;
  /** A secret is never shown. */
  readonly secret: boolean;
}

/** Says a schema's complaint in a sentence a user can act on, never with the value of a secret. */
export function explainIssue(issue: Issue, path: string, { given, secret }: Complaint): string {
  switch (issue.code) {
    case "invalid_type":
      return given === undefined
        ? `${path} is required`
        : `${path} must be ${article(issue.expected)}, not ${shapeOf(given)}`;
    case "invalid_value":
      return `${path} must be one of ${issue.values.join(", ")}${secret ? "" : `, not ${shown(given)}`}`;
    case "too_small":
      return `${path} must ${bound(issue.origin, "least", issue.minimum)}`;
    case "too_big":
      return `${path} must ${bound(issue.origin, "most", issue.maximum)}`;
    case "unrecognized_keys":
      return `${path} has no property ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "custom":
    case "invalid_format":
      return `${path} ${issue.message}`;
    default:
      return `${path} is not valid: ${issue.message}`;
  }
}

function bound(origin: string, side: "least" | "most", limit: number | bigint): string {
  if (origin === "string") return `have at ${side} ${limit} character${limit === 1 ? "" : "s"}`;
  if (origin === "array") return `have at ${side} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  return `be at ${side} ${limit}`;
}

function article(expected: string): string {
  if (expected === "int") return "a whole number";
  return withArticle(expected);
}

function shapeOf(given: unknown): string {
  if (given === null) return "null";
  if (Array.isArray(given)) return "a list";
  if (typeof given === "number") return `the number ${given}`;
  return article(typeof given);
}

function shown(given: unknown): string {
  return typeof given === "string" ? `"${given.slice(0, 80)}"` : shapeOf(given);
}
