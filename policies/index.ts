/**
 * Rules for stacks of this package, as policies of the Pulumi policy SDK. Importing this starts
 * nothing; {@link hostingPack} does.
 */
import {
  type EnforcementLevel,
  PolicyPack,
  type ResourceValidationPolicy,
  type Severity,
  type StackValidationPolicy,
} from "@pulumi/policy";
import { allRules } from "./_rules.ts";
import { policyOf } from "./adapter.ts";
import type { Config, Rule, Topic } from "./rule.ts";

export type { EnforcementLevel, Severity } from "@pulumi/policy";
export { allRules } from "./_rules.ts";
export type { Rule, Topic } from "./rule.ts";

type AnyRule = (typeof allRules)[number];

/** Name of a rule, like `volume-size`. */
export type RuleName = AnyRule["name"];

/** The settings of a rule, all of them optional. */
export type RuleConfig<N extends RuleName> = Partial<
  Config<Extract<AnyRule, { readonly name: N }>["settings"]>
>;

type RuleChoice = EnforcementLevel | { readonly enforcementLevel?: EnforcementLevel };

/** Which rules run, how they are enforced, and with which settings. */
export interface PoliciesArgs {
  /** Level of every rule that `rules` gives none; without it, each has its own. */
  readonly all?: EnforcementLevel;
  /** Only rules of these topics. */
  readonly topics?: readonly Topic[];
  /** Only rules of these severities. */
  readonly severities?: readonly Severity[];
  /** A level, or a level and settings, by the name of the rule. */
  readonly rules?: {
    readonly [N in RuleName]?:
      | EnforcementLevel
      | ({ readonly enforcementLevel?: EnforcementLevel } & RuleConfig<N>);
  };
}

/** The same, and what the pack is called. */
export interface HostingPackArgs extends PoliciesArgs {
  /** Name that violations show; `hosting` unless given. */
  readonly name?: string;
}

/**
 * Starts the pack, for the one call of a pack's entry file.
 *
 * @throws Error when `rules` names a rule or a setting that does not exist.
 */
export function hostingPack({ name = "hosting", ...args }: HostingPackArgs = {}): PolicyPack {
  return new PolicyPack(name, { policies: hostingPolicies(args) });
}

/**
 * The rules as policies, to be put into a pack beside others.
 *
 * @throws Error when `rules` names a rule or a setting that does not exist.
 */
export function hostingPolicies(
  args: PoliciesArgs = {},
): (ResourceValidationPolicy | StackValidationPolicy)[] {
  const { topics, severities, rules = {} } = args;
  const all: readonly Rule[] = allRules;
  refuseUnknown(
    "rule",
    Object.keys(rules),
    all.map(({ name }) => name),
  );
  return all
    .filter(({ topic }) => topics?.includes(topic) ?? true)
    .filter(({ severity }) => severities?.includes(severity) ?? true)
    .map((rule) => policyOf(rule, choiceFor(rule, args)));
}

function choiceFor(rule: Rule, { all = rule.level, rules }: PoliciesArgs) {
  const [, given = {}] =
    Object.entries<RuleChoice>(rules ?? {}).find(([name]) => name === rule.name) ?? [];
  if (typeof given === "string") return { enforcementLevel: given, config: {} };
  const { enforcementLevel = all, ...config } = given;
  refuseUnknown(`setting of ${rule.name}`, Object.keys(config), Object.keys(rule.settings));
  return { enforcementLevel, config };
}

function refuseUnknown(what: string, given: readonly string[], known: readonly string[]): void {
  const stray = given.find((name) => !known.includes(name));
  if (stray === undefined) return;
  const choice = known.length === 0 ? "it has none" : `there are: ${known.join(", ")}`;
  throw new Error(`The policy pack was not made: "${stray}" is no ${what}; ${choice}.`);
}
