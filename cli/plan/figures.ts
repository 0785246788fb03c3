import { formatDollars, unpricedText } from "../../costs/index.ts";
import type { Plan } from "./plan.ts";

/** `$2.00 → $4.00 a month (+$2.00)`, with what has no price. */
export function costText({ cost }: Plan): string {
  const { before, after, delta, leftOut } = cost;
  const change = `${delta.monthly < 0 ? "" : "+"}${formatDollars(delta.monthly)}`;
  const isSame = delta.monthly === 0 && before.monthly === after.monthly;
  const sums = isSame
    ? `${formatDollars(after.monthly)} a month, as before`
    : `${formatDollars(before.monthly)} → ${formatDollars(after.monthly)} a month (${change})`;
  return [
    leftOut === 0 ? sums : `${change} a month, of what is in the preview`,
    ...unpricedTexts(unpricedText(before), unpricedText(after)),
  ].join("; ");
}

function unpricedTexts(before: string, after: string): readonly string[] {
  if (before === after) return after === "" ? [] : [`without a price: ${after}`];
  return [`without a price: ${after || "nothing"}, before ${before || "nothing"}`];
}

/** `at least 12`, and how long the rate limit makes them take. */
export function requestsText({ requests: { total, seconds } }: Plan): string {
  if (total === 0) return "none";
  const minutes = seconds / 60;
  const time =
    seconds === 0
      ? "the rate limit does not slow them down"
      : `the rate limit makes them take ${minutes} minute${minutes === 1 ? "" : "s"} or more`;
  return `at least ${total}; ${time}`;
}

/** What a preview has to be asked for, so that sums are of the whole stack. */
export function leftOutText({ cost: { leftOut } }: Plan): string | undefined {
  if (leftOut === 0) return undefined;
  const what = leftOut === 1 ? "1 resource that stays" : `${leftOut} resources that stay`;
  return `The preview leaves out ${what} the same; \`pulumi preview --json --show-sames\` shows them, and so the whole cost.`;
}
