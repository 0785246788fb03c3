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
import { configurationPolicy, policyOf } from "./adapter.ts";
import { exceptionPolicies, type WithExceptions } from "./exceptions.ts";
import { watchConfig } from "./given-config.ts";
import { watchSecrets } from "./given-secrets.ts";
import { isLevel, mistakesIn, mistakesInConfig } from "./mistakes.ts";
import type { Config, Rule, Topic } from "./rule.ts";
import { statedPrices } from "./stated-prices.ts";

export type { EnforcementLevel, Severity } from "@pulumi/policy";
export { allRules } from "./_rules.ts";
export { type OwnRule, validateResourceOfClass } from "./adapter.ts";
export type { Exception } from "./exceptions.ts";
export type { Rule, Topic } from "./rule.ts";

type AnyRule = (typeof allRules)[number];

/** Name of a rule, like `volume-size`. */
export type RuleName = AnyRule["name"];

/** The settings of a rule, all of them optional, and its exceptions. */
export type RuleConfig<N extends RuleName> = Partial<
  Config<Extract<AnyRule, { readonly name: N }>["settings"]>
> &
  WithExceptions;

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

/** Arguments of the pack: those of its rules, and its name. */
export interface HostingPackArgs extends PoliciesArgs {
  /** Name that violations show; `hosting` unless given. */
  readonly name?: string;
}

/**
 * Starts the pack, for the one call of a pack's entry file. An unknown name in `rules` or another
 * argument is a mandatory violation, `pack-configuration`, of every stack.
 */
export function hostingPack({ name = "hosting", ...args }: HostingPackArgs = {}): PolicyPack {
  const given = watchConfig();
  const own = [...mistakesIn({ ...args }, allRules), ...statedPrices().mistakes];
  const mistakes = () => [...own, ...mistakesInConfig(given(), allRules)];
  return new PolicyPack(name, { policies: [configurationPolicy(mistakes), ...policiesOf(args)] });
}

/**
 * The rules as policies, to be put into a pack beside others. Where `args` name an unknown rule or
 * setting, the rule `pack-configuration` reports it.
 */
export function hostingPolicies(
  args: PoliciesArgs = {},
): (ResourceValidationPolicy | StackValidationPolicy)[] {
  const mistakes = [...mistakesIn({ ...args }, allRules), ...statedPrices().mistakes];
  return [
    ...(mistakes.length === 0 ? [] : [configurationPolicy(() => mistakes)]),
    ...policiesOf(args),
  ];
}

function policiesOf(args: PoliciesArgs) {
  const { topics, severities } = args;
  const all: readonly Rule[] = allRules;
  const isSecret = watchSecrets();
  const policies = all
    .filter(({ topic }) => topics?.includes(topic) ?? true)
    .filter(({ severity }) => severities?.includes(severity) ?? true)
    .map((rule) => policyOf(rule, choiceFor(rule, args), isSecret));
  return [...policies, ...exceptionPolicies()];
}

/** A level that is none is a mistake which is reported; the rule keeps its own. */
function choiceFor(rule: Rule, { all, rules }: PoliciesArgs) {
  const [, given = {}] =
    Object.entries<RuleChoice>(rules ?? {}).find(([name]) => name === rule.name) ?? [];
  const chosen = typeof given === "string" ? { enforcementLevel: given } : given;
  const { enforcementLevel, ...config } = chosen;
  const level = [enforcementLevel, all].find(isLevel) ?? rule.level;
  return { enforcementLevel: level, config };
}
