import { compareCosts, formatCost, formatDollars, type Line } from "../../contract/costs/index.ts";
import { limits, prices } from "../../contract/limits.ts";
import { classType, dollars } from "../../contract/price.ts";
import { definitions } from "../../resources/_registry.ts";
import { nameIn } from "../preview/preview.ts";
import { floatingIp, loadBalancer } from "./classes.ts";
import type { ByHand } from "./operation.ts";

/** What is billed while machines of a stack are stopped, as far as prices are known: dollars a month. */
export interface GoesOn {
  readonly monthly: number;
  /** The part that begins with the stop: addresses are free while their machine runs (spec 8). */
  readonly byStopping: number;
  /** Classes that cost something, or may. */
  readonly classes: readonly Share[];
}

/** The resources of one class. */
interface Share {
  readonly type: string;
  readonly count: number;
  readonly monthly: number;
  /** False where a part has no known price. */
  readonly isWhole: boolean;
}

/** The costs of a stack while these machines are stopped. */
export function goesOn(
  { stack, prices: own }: Pick<ByHand, "stack" | "prices">,
  stopped: ReadonlySet<string>,
): GoesOn {
  const there = (stack?.resources ?? []).filter((each) => !each.delete && !each.pendingReplacement);
  const running = there.map(({ urn, type, id, inputs }) => {
    return { urn, type, name: nameIn(urn), ...(id != null && { id }), inputs: inputs ?? {} };
  });
  const atRest = running.map((one) =>
    stopped.has(one.urn) ? { ...one, inputs: { ...one.inputs, desiredState: "stopped" } } : one,
  );
  const { after, delta } = compareCosts(running, atRest, own);
  const byType = Map.groupBy(after.lines, ({ type }) => classType(type));
  const shares = [...byType].map(([type, lines]) => shareOf(type, lines));
  const classes = shares.filter(
    ({ type, monthly, isWhole }) => monthly > 0 || !isWhole || type === loadBalancer.type,
  );
  return { monthly: after.monthly, byStopping: delta.monthly, classes };
}

function shareOf(type: string, lines: readonly Line[]): Share {
  const monthly = lines.reduce((sum, line) => sum + line.monthly, 0);
  const isWhole = lines.every(({ unpriced }) => unpriced === undefined);
  return { type, count: lines.length, monthly: Math.round(monthly * 100) / 100, isWhole };
}

/** The same as lines for people. */
export function goesOnTexts({ monthly, byStopping, classes }: GoesOn): readonly string[] {
  const isWhole = classes.every((share) => share.isWhole);
  const sum = formatCost({ monthly, unpriced: isWhole ? "" : "unknown" });
  const begins =
    byStopping > 0 ? `, ${formatDollars(byStopping)} of it only while they are stopped` : "";
  const a = sum === "unknown" ? "" : " a month";
  return [
    `What stopping does not save, by the API's prices and your own: ${sum}${a}${begins}.`,
    ...classes.map((share) => `  ${shareText(share)}`),
    "Whether a stopped machine costs less than one that runs is not shown (API 8).",
  ];
}

function shareText({ type, count, monthly, isWhole }: Share): string {
  const noun = definitions.get(type)?.noun ?? type;
  const cost = formatCost({ monthly, unpriced: isWhole ? "" : "unknown" });
  const price = cost === "unknown" ? "price not known" : `${cost} a month`;
  return `${count} ${noun}${count === 1 ? "" : "s"}: ${price}${remarkOf(type)}`;
}

function remarkOf(type: string): string {
  if (type === floatingIp.type)
    return `, because each costs ${dollars(prices.unassignedFloatingIp)} unless its machine runs`;
  if (type === loadBalancer.type)
    return `; outbound traffic beyond ${limits.freeTerabytesPerMonth} TB is paid`;
  return "";
}
