import { formatCost, formatDollars, ownText, unpricedText } from "../../contract/costs/index.ts";
import type { Cost } from "./cost.ts";
import type { Plan } from "./plan.ts";

/** `$2.00 → at least $4.00 a month (+$2.00)`, with what has no price. */
export function costText({ cost }: Plan): string {
  const [before, after] = [unpricedText(cost.before), unpricedText(cost.after)];
  const sums =
    cost.leftOut === 0 ? sumsText(cost) : `${changeText(cost)}, of what is in the preview`;
  const isSame = cost.leftOut === 0 && cost.delta.monthly === 0 && before === after;
  const parts = [...ownTexts(cost), ...unpricedTexts(before, after)];
  return [`${sums}${isSame ? ", as before" : ""}`, ...parts].join("; ");
}

function sumsText({ before, after, delta }: Cost): string {
  const [was, is] = [formatCost(before), formatCost(after)];
  if (was === is) return monthly(is);
  return `${was} → ${monthly(is)}${delta.monthly === 0 ? "" : ` (${signed(delta.monthly)})`}`;
}

/** The cost of the change, as far as it has a price. */
function changeText({ before, after, delta }: Cost): string {
  const isOpen = delta.monthly === 0 && unpricedText(before) !== unpricedText(after);
  return monthly(isOpen ? "unknown" : signed(delta.monthly));
}

function monthly(cost: string): string {
  return cost === "unknown" ? cost : `${cost} a month`;
}

function signed(dollars: number): string {
  return `${dollars < 0 ? "" : "+"}${formatDollars(dollars)}`;
}

function ownTexts({ before, after }: Cost): readonly string[] {
  if (before.own === after.own) return after.own === 0 ? [] : [ownText(after)];
  return [`by your own prices: ${formatDollars(before.own)} → ${formatDollars(after.own)}`];
}

function unpricedTexts(before: string, after: string): readonly string[] {
  if (before === after) return after === "" ? [] : [`without a price: ${after}`];
  return [`without a price: ${after || "nothing"}; before: ${before || "nothing"}`];
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

/** The option a preview needs so that sums include the whole stack. */
export function leftOutText({ cost: { leftOut } }: Plan): string | undefined {
  if (leftOut === 0) return undefined;
  const what = leftOut === 1 ? "1 resource that stays" : `${leftOut} resources that stay`;
  return `The preview leaves out ${what} the same; \`pulumi preview --json --show-sames\` shows them, and so the whole cost.`;
}

/** No preview shows it of adopted objects. */
export function adoptedText({ changes }: Plan): string | undefined {
  if (changes.every(({ action }) => action !== "adopt")) return undefined;
  return "Adopted objects are paid for already; an input of theirs that differs is updated, or refused.";
}
