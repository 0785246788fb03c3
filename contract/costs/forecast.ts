import type { Prefix } from "../endpoints.ts";
import { limitedPrefix, limits } from "../limits.ts";
import { classType } from "./price-table.ts";
import { type PrefixedRequests, requestTable } from "./request-table.ts";

/** One of the `steps` that `pulumi preview --json` prints. */
export interface PreviewStep {
  /** The operation: `create`, `update`, `delete`, `create-replacement`, `delete-replaced`, `same` … */
  readonly op: string;
  /** Which resource; several steps may be about one. */
  readonly urn?: string;
  readonly oldState?: { readonly type: string; readonly retainOnDelete?: boolean };
  readonly newState?: { readonly type: string };
}

/** The requests that a run will send, if nothing goes wrong. */
export interface Forecast {
  /** Requests at least, by prefix. */
  readonly requests: Readonly<Record<Prefix, number>>;
  readonly total: number;
  /** Least time that the stated limit of `/api/v1` leaves (spec 8); the other prefixes state none. */
  readonly seconds: number;
}

type Operation = "create" | "update" | "delete";

const operations: Readonly<Record<string, Operation>> = {
  create: "create",
  "create-replacement": "create",
  update: "update",
  delete: "delete",
  "delete-replaced": "delete",
};

/** What `replace` stands for, unless the preview shows these steps too (`--show-replacement-steps`). */
const stepsOfReplacement = ["create-replacement", "delete-replaced"];

/**
 * The requests a run will need and the least time they take, from the `steps` of
 * `pulumi preview --json`. Steps of other packages, and kinds of steps that send nothing, count nothing.
 */
export function forecast(steps: readonly PreviewStep[]): Forecast {
  const requests: Record<Prefix, number> = { "/api/v1": 0, "/v1": 0, "/api/v2": 0 };
  const looks = new Map<string, { prefix: Prefix; count: number }>();
  for (const step of singleSteps(steps)) {
    const { type, needed } = classOf(step);
    const operation = operationOf(step);
    if (needed === undefined || operation === undefined) continue;
    const { prefix, shared } = needed;
    requests[prefix] += needed[operation].length;
    looks.set(`${operation} ${type}`, { prefix, count: shared[operation] ?? 0 });
  }
  for (const { prefix, count } of looks.values()) requests[prefix] += count;
  const windows = Math.ceil(requests[limitedPrefix] / limits.requestsPerMinute);
  return {
    requests,
    total: Object.values(requests).reduce((sum, count) => sum + count, 0),
    seconds: Math.max(0, windows - 1) * 60,
  };
}

/** Steps, with those that make up a replacement in its place. */
function singleSteps(steps: readonly PreviewStep[]): readonly PreviewStep[] {
  const shown = new Set(steps.map(({ op, urn }) => `${op} ${urn}`));
  return steps.flatMap((step) => {
    if (step.op !== "replace") return [step];
    const left = stepsOfReplacement.filter((each) => !shown.has(`${each} ${step.urn}`));
    return left.map((each) => ({ ...step, op: each }));
  });
}

function operationOf({ op, oldState }: PreviewStep): Operation | undefined {
  const operation = operations[op];
  return operation === "delete" && oldState?.retainOnDelete === true ? undefined : operation;
}

function classOf({ newState, oldState }: PreviewStep) {
  const type = classType((newState ?? oldState)?.type ?? "");
  const needed: PrefixedRequests | undefined = requestTable[type];
  return { type, needed };
}
