import { formatDollars, ownText } from "../../contract/costs/index.ts";
import { CommandError } from "../exit.ts";
import type { Change } from "./change.ts";
import type { Failure } from "./failure.ts";
import type { Plan } from "./plan.ts";

/** The limits of a plan. */
export interface Gates {
  /** US dollars a month. */
  readonly budget?: number;
  readonly failOn: readonly Failure[];
}

/**
 * The reasons for which a plan fails, a sentence each; none when it passes.
 *
 * @throws CommandError when it cannot be known.
 */
export function findingsOf(plan: Plan, { budget, failOn }: Gates): readonly string[] {
  const lines = failOn.flatMap((failure) => {
    const found = plan.changes.filter(failures[failure]);
    return found.length === 0 ? [] : [`${failure}: ${namesOf(found)}`];
  });
  return budget === undefined ? lines : [...overBudget(plan, budget), ...lines];
}

const failures: Readonly<Record<Failure, (change: Change) => boolean>> = {
  replace: ({ action }) => action === "replace",
  delete: ({ action }) => action === "delete",
  "data-loss": loses("data"),
  "address-loss": loses("address"),
  downtime: loses("uptime"),
};

function overBudget({ cost: { after, leftOut } }: Plan, budget: number): readonly string[] {
  if (leftOut > 0) {
    throw new CommandError(
      `The budget was not checked: the preview leaves out unchanged resources. Make it with \`pulumi preview --json --show-sames\`.`,
    );
  }
  if (after.monthly <= budget) return [];
  const own = ownText(after);
  const cost = `${formatDollars(after.monthly)} a month${own === "" ? "" : ` (${own})`}`;
  return [`budget: ${cost} is more than ${formatDollars(budget)}`];
}

const mostNames = 5;

function namesOf(changes: readonly Change[]): string {
  const names = changes.slice(0, mostNames).map(({ noun, name }) => `${noun} "${name}"`);
  const left = changes.length - names.length;
  return `${names.join(", ")}${left === 0 ? "" : ` and ${left} more`}`;
}

function loses(kind: Change["losses"][number]["kind"]) {
  return ({ losses }: Change) => losses.some((loss) => loss.kind === kind);
}
