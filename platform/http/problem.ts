import type { z } from "zod";

/** The first thing wrong with a value, naming its field; parse with `reportInput` set. */
export function firstProblem({ issues }: z.ZodError): string {
  const issue = issues[0];
  if (issue === undefined) return "it is not accepted";
  if (issue.code === "unrecognized_keys") {
    return `${quoted([...issue.path, ...issue.keys.slice(0, 1)])} is not a known field`;
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
