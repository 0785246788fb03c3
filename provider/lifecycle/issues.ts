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
      if (given === undefined) return `${path} is required (${anyOf(issue.values)})`;
      return `${path} must be ${choice(issue.values)}${secret ? "" : `, not ${shown(given)}`}`;
    case "too_small":
      return `${path} must ${bound(issue.origin, "least", issue.minimum)}`;
    case "too_big":
      return `${path} must ${bound(issue.origin, "most", issue.maximum)}`;
    case "unrecognized_keys":
      return `${path} has no property ${listed(issue.keys)}`;
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
  return typeof given === "string" ? `"${shortened(given, 80)}"` : shapeOf(given);
}

function choice(values: readonly unknown[]): string {
  return values.length === 1 ? `${values[0]}` : `one of ${values.join(", ")}`;
}

function anyOf(values: readonly unknown[]): string {
  return values.join(", ").replace(/, ([^,]*)$/, " or $1");
}

/** Whoever mistook the object for another one has given many. */
function listed(keys: readonly string[]): string {
  const first = keys.slice(0, mostKeys).map((key) => `"${shortened(key, 60)}"`);
  const rest = keys.length - first.length;
  return `${first.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const mostKeys = 3;
