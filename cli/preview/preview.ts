import { plainText } from "../../provider/display.ts";

/** A preview as Pulumi's engine makes it, in whatever form it was written. */
export interface Preview {
  readonly project: string;
  readonly stack: string;
  /** Its resources in the engine's order, components and those of other packages included. */
  readonly resources: readonly PlannedResource[];
  /** The messages of the engine and the program, without those for debugging. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many that stay the same it leaves out: without `--show-sames` nearly all of them. */
  readonly leftOut: number;
  /** The stack's config by keys like `hosting:prices`; a secret value is {@link secretText}. */
  readonly config: Readonly<Record<string, string>>;
  /** True for what `pulumi refresh` shows: what was found, and not what a program would change. */
  readonly isRefresh: boolean;
}

/** A resource, and what happens to it. */
export interface PlannedResource {
  readonly urn: string;
  /** Type token. */
  readonly type: string;
  /** Logical name. */
  readonly name: string;
  readonly action: Action;
  /** The engine's steps, in their order. */
  readonly steps: readonly Step[];
  readonly before?: ResourceState;
  readonly after?: ResourceState;
  /** Properties that differ. */
  readonly changed: readonly string[];
  /** The properties among them that replace it. */
  readonly replacedBy: readonly string[];
}

/**
 * The action on a resource; `adopt` is a create of the engine that makes nothing, `other` what this
 * version does not know.
 */
export type Action =
  | "replace"
  | "delete"
  | "create"
  | "adopt"
  | "import"
  | "update"
  | "read"
  | "same"
  | "other";

/** One step of the engine. */
export interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: ResourceState;
  readonly newState?: ResourceState;
  readonly changed: readonly string[];
  readonly replacedBy: readonly string[];
}

/** A resource as it is before or after a step, or as a state holds it. Secrets have {@link secretText} in their place. */
export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** URNs of the resources that the value of a property comes from. */
  readonly sources: Readonly<Record<string, readonly string[]>>;
  /** URN of the provider that it is made with; undefined for components. */
  readonly provider?: string;
  /** URN of the resource that it is a part of: a component, or the stack. */
  readonly parent?: string;
  /** False for components, which are nothing but their parts. */
  readonly isCustom: boolean;
  /** Pulumi refuses to delete it. */
  readonly isProtected: boolean;
  /** Pulumi forgets it instead of deleting it. */
  readonly retainOnDelete: boolean;
  /** An old one that an earlier run replaced and could not delete. */
  readonly isLeftover: boolean;
}

/** A message of a run. */
export interface Diagnostic {
  readonly severity: string;
  readonly message: string;
  readonly urn?: string;
}

/** The text shown in place of a secret. */
export const secretText = "[secret]";

/** A preview of these steps. */
export function previewOf(
  given: readonly Step[],
  {
    diagnostics = [],
    sames = 0,
    config = {},
    isRefresh = false,
  }: Partial<Pick<Preview, "diagnostics" | "config" | "isRefresh">> & {
    readonly sames?: number;
  } = {},
): Preview {
  // A preview that refreshes first shows that, too: it is what the program does that counts.
  const planned = new Set(given.filter(({ op }) => op !== "refresh").map(({ urn }) => urn));
  const steps = given.filter(({ op, urn }) => op !== "refresh" || !planned.has(urn));
  const replaced = new Set(steps.filter(({ op }) => replacing.test(op)).map(objectOf));
  const groups = Map.groupBy(steps, (step) =>
    isOfEarlierRun(step, replaced) ? objectOf(step) : step.urn,
  );
  const shown = steps.filter(({ op }) => isSame.test(op)).length;
  return {
    ...placeOf(steps[0]?.urn ?? diagnostics.find(({ urn }) => urn)?.urn ?? ""),
    resources: [...groups.values()].map(resourceOf),
    diagnostics,
    leftOut: Math.max(0, sames - shown),
    config,
    isRefresh,
  };
}

/** Logical name in a URN, safe to show. */
export function nameIn(urn: string): string {
  return plainText(urn.split("::").slice(3).join("::"));
}

/** `urn:pulumi:<stack>::<project>::<type>::<name>` */
export function placeOf(urn: string): Pick<Preview, "project" | "stack"> {
  const [head = "", project = ""] = urn.split("::");
  return { project: plainText(project), stack: plainText(head.split(":")[2] ?? "") };
}

/** A leftover of an earlier run is neither the object that has its URN now nor the one being replaced. */
function isOfEarlierRun(step: Step, replaced: ReadonlySet<string>): boolean {
  const isLeftover = step.op.startsWith("delete") && step.oldState?.isLeftover === true;
  return isLeftover && !replaced.has(objectOf(step));
}

function objectOf({ urn, oldState }: Step): string {
  return `${urn} ${oldState?.id}`;
}

function resourceOf(steps: readonly Step[]): PlannedResource {
  const [first] = steps;
  const before = steps.find(({ oldState }) => oldState)?.oldState;
  const after = steps.find(({ newState }) => newState)?.newState;
  const urn = first?.urn ?? "";
  return {
    urn,
    type: (after ?? before)?.type ?? urn.split("::")[2]?.split("$").at(-1) ?? "",
    name: nameIn(urn),
    action: actionOf(steps, after),
    steps,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    changed: distinct(steps.flatMap(({ changed }) => changed)),
    replacedBy: distinct(steps.flatMap(({ replacedBy }) => replacedBy)),
  };
}

/** Steps of the engine for a resource replaced in this run. */
const replacing = /replace(?!d)/;

/** In the document that is not a stream, an unchanged resource has only the step of its refresh. */
const isSame = /^(same|refresh)$/;

/** By the engine's word for a step; the first one wins where a resource has several. */
const actions: readonly (readonly [Action, RegExp])[] = [
  ["replace", replacing],
  ["delete", /^delete/],
  ["create", /^create$/],
  ["import", /^import$/],
  ["update", /^update$/],
  ["read", /^read$/],
  ["same", isSame],
];

function actionOf(steps: readonly Step[], after: ResourceState | undefined): Action {
  const [found] = actions.find(([, ops]) => steps.some(({ op }) => ops.test(op))) ?? ["other"];
  const isThere = found === "create" && after?.inputs["adopt"] !== undefined;
  return isThere ? "adopt" : found;
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
