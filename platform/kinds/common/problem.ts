import type { z } from "zod";
import { suggestion } from "../../../contract/values/nearest.ts";

/**
 * The first thing wrong with a value, naming its field; parse with `reportInput` set. A field that is not known
 * comes first: it may be a required one, misspelt.
 */
export function firstProblem({ issues }: z.ZodError, known: readonly string[] = []): string {
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  if (issue === undefined) return "it is not accepted";
  if (issue.code === "unrecognized_keys") {
    const [name = ""] = issue.keys;
    const near = known.length === 0 ? "" : `; ${suggestion(name.slice(0, 40), known)}`;
    return `${quoted([...issue.path, name])} is not a known field${near}`;
  }
  if (issue.path.length === 0) return lowerFirst(issue.message);
  if (issue.input === undefined) return `${quoted(issue.path)} is required`;
  return `${quoted(issue.path)} is not accepted: ${lowerFirst(issue.message)}`;
}

function quoted(path: readonly PropertyKey[]): string {
  return `"${path.map(String).join(".")}"`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
