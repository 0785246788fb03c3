/** How it begins: a program may cut the rest off. */
const words = "calling to(?:string|json) on an output t";

/** Between them stand brackets, or what an address or a name has in the place of these. */
const misread = new RegExp(`${words.replaceAll(" ", "(?:%[0-9a-f]{2}|[\\W_])+")}(?![a-z0-9])`, "i");

/** True for what Pulumi has an output read as inside of a text: it would be sent as it stands. */
export function isMisread(text: string): boolean {
  return misread.test(text);
}

/** What is wrong with it, after the name of the place, and what to write there. */
export const misreadProblem =
  "has an output inside of a text, which cannot be read there; use pulumi.interpolate`…` or pulumi.jsonStringify(…)";
