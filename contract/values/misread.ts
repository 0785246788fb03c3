/** How it begins: a program may cut the rest off. */
const words = "calling to(?:string|json) on an output t";

/** Between them are brackets, or what an address or a name has in their place. */
const misread = new RegExp(`${words.replaceAll(" ", "(?:%[0-9a-f]{2}|[\\W_])+")}(?![a-z0-9])`, "i");

/** True for the text that Pulumi puts in place of an output inside a string: it would be sent literally. */
export function isMisread(text: string): boolean {
  return misread.test(text);
}

/** The problem, after the name of the place, and what to write there. */
export const misreadProblem =
  "has an output inside of a text, which cannot be read there; use pulumi.interpolate`…` or pulumi.jsonStringify(…)";
