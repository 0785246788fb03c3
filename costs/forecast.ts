import type { Prefix } from "../contract/endpoints.ts";
import { limitedPrefix, limits } from "../contract/limits.ts";
import { classType } from "./price-table.ts";
import { type PrefixedRequests, requestTable } from "./request-table.ts";

/** One of the `steps` that `pulumi preview --json` prints. */
export interface PreviewStep {
  /** What is done: `create`, `update`, `delete`, `create-replacement`, `delete-replaced`, `same` … */
  readonly op: string;
  /** Which resource; several steps may be about one. */
  readonly urn?: string;
  readonly oldState?: { readonly type: string; readonly retainOnDelete?: boolean };
  readonly newState?: { readonly type: string };
  /**
   * Whether the old object of a replacement makes room for the new one, which is waited for. Unless given,
   * the order of the steps tells, as far as a preview shows it (`--show-replacement-steps`).
   */
  readonly makesRoom?: boolean;
}

/** What a run will ask of the platform, if nothing goes wrong. */
export interface Forecast {
  /** Requests at least, by prefix. */
  readonly requests: Readonly<Record<Prefix, number>>;
  readonly total: number;
  /** Least time that the stated limit of `/api/v1` leaves (spec 8); the other prefixes state none. */
  readonly seconds: number;
}

type Operation = "create" | "update" | "delete" | "leave";

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
    if (needed === undefined) continue;
    const { prefix, shared } = needed;
    for (const operation of operationsOf(step)) {
      requests[prefix] += needed[operation].length;
      looks.set(`${operation} ${type}`, { prefix, count: shared[operation] ?? 0 });
    }
  }
  for (const { prefix, count } of looks.values()) requests[prefix] += count;
  const windows = Math.ceil(requests[limitedPrefix] / limits.requestsPerMinute);
  return {
    requests,
    total: Object.values(requests).reduce((sum, count) => sum + count, 0),
    seconds: Math.max(0, windows - 1) * 60,
  };
}

/** The same with the steps that make up each replacement, and with what makes room. */
function singleSteps(steps: readonly PreviewStep[]): readonly PreviewStep[] {
  const places = new Map(steps.map(({ op, urn }, at) => [`${op} ${urn}`, at]));
  return steps.flatMap((step, at) => {
    const { op, urn } = step;
    const created = places.get(`create-replacement ${urn}`) ?? 0;
    if (op === "delete-replaced") return [{ makesRoom: at < created, ...step }];
    if (op !== "replace") return [step];
    const left = stepsOfReplacement.filter((each) => !places.has(`${each} ${urn}`));
    return left.map((each) => ({ ...step, op: each }));
  });
}

function operationsOf({ op, oldState, makesRoom }: PreviewStep): readonly Operation[] {
  const operation = operations[op];
  if (operation === undefined) return [];
  if (operation !== "delete") return [operation];
  if (oldState?.retainOnDelete === true) return [];
  return op === "delete-replaced" && makesRoom === true ? ["delete", "leave"] : ["delete"];
}

function classOf({ newState, oldState }: PreviewStep) {
  const type = classType((newState ?? oldState)?.type ?? "");
  const needed: PrefixedRequests | undefined = requestTable[type];
  return { type, needed };
}
