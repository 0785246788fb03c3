import type { z } from "zod";
import { shortened } from "../display.ts";
import { withArticle } from "./identity/subject.ts";

/** A schema's complaint. */
export type Issue = z.core.$ZodIssue;

/** Says a schema's complaint in a sentence a user can act on; a secret is never shown. */
export function explainIssue(issue: Issue, path: string, secret: boolean): string {
  const { input: given } = issue;
  switch (issue.code) {
    case "invalid_type":
      return given === undefined
        ? `${path} is required`
        : `${path} must be ${article(issue.expected)}, not ${shapeOf(given)}`;
    case "invalid_value":
      if (given === undefined) return `${path} is required: ${choice(issue.values)}`;
      return `${path} must be ${choice(issue.values)}${secret ? "" : `, not ${shown(given)}`}`;
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
  const isMeasured = origin === "string" || origin === "array";
  return `${isMeasured ? "have a length of" : "be"} at ${side} ${limit}`;
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
  return typeof given === "string" ? `"${shortened(given, 80)}"` : shapeOf(given);
}

function choice(values: readonly unknown[]): string {
  return values.length === 1 ? `${values[0]}` : `one of ${values.join(", ")}`;
}
