/** The one place where rules meet the policy SDK. */

import {
  type EnforcementLevel,
  type PolicyResource,
  type ReportViolation,
  type ResourceRemediation,
  type ResourceValidation,
  type ResourceValidationArgs,
  type ResourceValidationPolicy,
  type StackValidationPolicy,
  UnknownValueError,
} from "@pulumi/policy";
import type { CustomResource, CustomResourceOptions, Unwrap } from "@pulumi/pulumi";
import { classType, isClassType } from "../contract/price.ts";
import {
  exceptionMistakes,
  exceptions,
  exceptionsSetting,
  type Subject,
  type WithExceptions,
} from "./exceptions.ts";
import type { IsSecret } from "./given-secrets.ts";
import { packConfiguration } from "./mistakes.ts";
import type { Check, Config, Finding, ResourceRule, Rule, Settings, StackRule } from "./rule.ts";
import { statedPrices } from "./stated-prices.ts";
import { notKnown, type Resource, type Surroundings, stackOf } from "./view.ts";

const stackType = "pulumi:pulumi:Stack";

/**
 * Reports mistakes in the pack's own configuration. A pack that throws instead does not start, and
 * Pulumi does not show why. The stack is the first resource of all, so nothing is made before.
 */
export function configurationPolicy(mistakes: () => readonly string[]): ResourceValidationPolicy {
  const validate: ResourceValidation = ({ type }, report) => {
    if (type === stackType)
      for (const mistake of mistakes()) report(readable(`The pack: ${mistake}`));
  };
  return {
    name: packConfiguration,
    description: "The configuration of the policy pack names only existing rules and settings.",
    enforcementLevel: "mandatory",
    severity: "high",
    // The SDK skips resources of other types early.
    validateResource: Object.assign(validate, { __pulumiType: stackType }),
  };
}

/** How a rule is to run: its level, and values of settings that differ from the presets. */
export interface Choice {
  readonly enforcementLevel: EnforcementLevel;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A rule as a policy of the SDK. */
export function policyOf(
  rule: Rule,
  choice: Choice,
  isSecret: IsSecret,
  clock: Clock = Date.now,
): ResourceValidationPolicy | StackValidationPolicy {
  const policy = {
    name: rule.name,
    description: rule.about,
    enforcementLevel: choice.enforcementLevel,
    severity: rule.severity,
    tags: [rule.topic],
    remediationSteps: rule.fix,
    configSchema: {
      properties: schemaOf({ ...rule.settings, exceptions: exceptionsSetting }, choice.config),
    },
  };
  return "checks" in rule
    ? { ...policy, ...resourceHooks(rule, isSecret, clock) }
    : { ...policy, validateStack: stackValidation(rule, clock) };
}

/** Milliseconds since the epoch. */
type Clock = () => number;

/** The engine fills in defaults, so what the pack's author chose are the defaults of the schema. */
function schemaOf(settings: Settings, config: Choice["config"]) {
  return Object.fromEntries(
    Object.entries(settings).map(([name, { schema, preset }]) => {
      const value = config[name] ?? preset;
      return [name, value === undefined ? schema : { ...schema, default: value }];
    }),
  );
}

function resourceHooks(
  rule: ResourceRule,
  isSecret: IsSecret,
  clock: Clock,
): Partial<ResourceValidationPolicy> {
  const hasRemedy = rule.checks.some(({ remedy }) => remedy !== undefined);
  return {
    validateResource: validationOf(rule, isSecret, clock),
    ...(hasRemedy && { remediateResource: remediationOf(rule, clock) }),
  };
}

function validationOf(rule: ResourceRule, isSecret: IsSecret, clock: Clock): ResourceValidation {
  return (args, report) => {
    const config = args.getConfig<WithExceptions & Config<Settings>>();
    exceptions.note(rule.name, config);
    const surroundings = surroundingsOf(args.urn, clock);
    for (const check of checksFor(rule, args)) {
      const resource = resourceOf(args, { isSecret: (path) => isSecret(args.urn, path) });
      for (const problem of check.decide(resource, config, surroundings)) {
        const subject = subjectOf(resource);
        const excuse = exceptions.excuse(rule.name, config, { subject, now: surroundings.now });
        if (excuse.isInForce) continue;
        const message = `${messageOf(rule, { resource, problem })}${excuse.ended}`;
        report(readable(withoutSecrets(message, args, isSecret)));
      }
    }
  };
}

/** The message without the values that the program keeps secret, which rules see in plain text. */
function withoutSecrets(
  message: string,
  { urn, props }: Pick<ResourceValidationArgs, "urn" | "props">,
  isSecret: IsSecret,
): string {
  const secrets = Object.keys(props)
    .filter((name) => isSecret(urn, name))
    .map((name) => read(() => props[name]))
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map((value) => String(value))
    // Pulumi's own logs hide none that is shorter.
    .filter((text) => text.length >= 3);
  return secrets.reduce((rest, text) => rest.replaceAll(text, "[secret]"), message);
}

function remediationOf(rule: ResourceRule, clock: Clock): ResourceRemediation {
  return (args) => {
    const { props, urn } = args;
    const config = args.getConfig<WithExceptions & Config<Settings>>();
    const surroundings = surroundingsOf(urn, clock);
    const changes = checksFor(rule, args).flatMap((check) =>
      Object.entries(check.remedy?.(resourceOf(args), config, surroundings) ?? {}),
    );
    if (changes.length === 0) return undefined;
    const violation = { subject: subjectOf(args), now: surroundings.now };
    if (exceptions.excuse(rule.name, config, violation).isInForce) return undefined;
    // Set in place: a copy would read every property, also those that are not known yet.
    for (const [name, value] of changes) props[name] = value;
    return props;
  };
}

/** What a rule of a user's own tells of itself, to have exceptions. */
export interface OwnRule extends WithExceptions {
  /** Name of the policy, for messages. */
  readonly name: string;
}

/**
 * Validates the resources of a class for a rule of a user's own, like `validateResourceOfType` of Pulumi, which sees
 * those of programs in TypeScript alone: with the provider plugin, a class has another type.
 */
export function validateResourceOfClass<A>(
  of: ClassWithArgs<A>,
  validate: Validate<Unwrap<NonNullable<A>>>,
  rule?: OwnRule,
): ResourceValidation;
export function validateResourceOfClass(
  { __pulumiType }: { readonly __pulumiType: string },
  validate: Validate<ResourceValidationArgs["props"]>,
  rule: OwnRule = { name: "a rule of its own" },
): ResourceValidation {
  const type = classType(__pulumiType);
  return (args, report) => {
    const { name } = rule;
    const config = { ...rule, ...args.getConfig<WithExceptions>() };
    if (args.type === stackType)
      for (const mistake of exceptionMistakes(name, config.exceptions)) report(`${mistake}.`);
    exceptions.note(name, config);
    if (!isClassType(args.type) || classType(args.type) !== type) return undefined;
    return validate(args.props, args, (message, urn) => {
      const violation = { subject: subjectOf(args), now: Date.now() };
      const excuse = exceptions.excuse(name, config, violation);
      if (!excuse.isInForce) report(`${message}${excuse.ended}`, urn);
    });
  };
}

type Validate<P> = (
  props: P,
  args: ResourceValidationArgs,
  report: ReportViolation,
) => Promise<void> | void;

/** A class of this package that takes these arguments. */
interface ClassWithArgs<A> {
  readonly __pulumiType: string;
  new (name: string, args: A, opts?: CustomResourceOptions): CustomResource;
}

function checksFor(
  { checks }: ResourceRule,
  { type }: ResourceValidationArgs,
): readonly Check<Config<Settings>>[] {
  if (!isClassType(type)) return [];
  return checks.filter(
    ({ of }) => of === undefined || classType(of.__pulumiType) === classType(type),
  );
}

function stackValidation(rule: StackRule, clock: Clock): StackValidationPolicy["validateStack"] {
  return ({ resources, getConfig }, report) => {
    const config = getConfig<WithExceptions & Config<Settings>>();
    exceptions.note(rule.name, config);
    // The engine's order changes from run to run, and messages name resources in order.
    const ours = resources.filter(({ type }) => isClassType(type)).toSorted(byUrn);
    const [first] = ours;
    if (first === undefined) return;
    const surroundings = surroundingsOf(first.urn, clock);
    const stack = stackOf(ours.map(memberOf), surroundings, statedPrices().prices);
    for (const finding of rule.decide(stack, config)) {
      const subject =
        finding.resource === undefined ? wholeStack(first) : subjectOf(finding.resource);
      const excuse = exceptions.excuse(rule.name, config, { subject, now: surroundings.now });
      if (excuse.isInForce) continue;
      report(readable(`${messageOf(rule, finding)}${excuse.ended}`), finding.resource?.urn);
    }
  };
}

function subjectOf({ type, name, urn }: Pick<Resource, "type" | "name" | "urn">): Subject {
  return { words: `${classIn(type)} "${name}"`, names: [name, urn], urn };
}

/** By its name, and by that of its resource, which Pulumi shows. */
function wholeStack({ urn }: Pick<Resource, "urn">): Subject {
  const [head = "", project = ""] = urn.split("::");
  const stack = head.split(":")[2] ?? "";
  return { words: "the stack", names: [stack, `${project}-${stack}`] };
}

function byUrn(one: PolicyResource, other: PolicyResource): number {
  return one.urn < other.urn ? -1 : 1;
}

/** Without what steers a terminal; Pulumi's console panics where a text has what it takes for a colour that it does not know. */
function readable(message: string): string {
  return message.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, "").replaceAll("<{%", "<{ %");
}

/** Which resource, what is wrong with which limit, and the way out. */
function messageOf({ fix }: Rule, { resource, problem }: Finding): string {
  const subject =
    resource === undefined
      ? "The stack"
      : `${classIn(resource.type)} "${resource.name}"${inComponents(resource)}`;
  return `${subject}: ${problem}. ${fix}`;
}

/** The components that it is a child of: a URN has their types, and no names. */
function inComponents({ urn }: Pick<Resource, "urn">): string {
  const [, , types = ""] = urn.split("::");
  const components = types
    .split("$")
    .slice(0, -1)
    .filter((type) => type !== stackType);
  return components.length === 0 ? "" : ` (in ${components.map(classIn).join(" > ")})`;
}

function classIn(type: string): string {
  return type.slice(type.lastIndexOf(":") + 1);
}

function resourceOf(
  args: Pick<ResourceValidationArgs, "type" | "name" | "urn" | "props" | "opts" | "provider">,
  known: Partial<Pick<Resource, "sourcesOf" | "isSecret">> = {},
): Resource {
  const { type, name, urn, props, opts, provider } = args;
  let properties: Resource["properties"] | undefined;
  return {
    type: classType(type),
    name,
    urn,
    // Read when asked for: most rules about a stack look at few of its resources.
    get properties() {
      properties ??= propertiesOf(props);
      return properties;
    },
    isProtected: opts.protect,
    hasOwnProvider: provider !== undefined && !/^default(_|$)/.test(provider.name),
    sourcesOf: () => [],
    isSecret: () => false,
    ...known,
  };
}

function memberOf(resource: PolicyResource): Resource {
  const { propertyDependencies } = resource;
  return resourceOf(resource, {
    sourcesOf: (property) => propertyDependencies[property]?.map(({ urn }) => urn) ?? [],
  });
}

/** `urn:pulumi:<stack>::<project>::<type>::<name>` */
function surroundingsOf(urn: string, clock: Clock): Surroundings {
  return { stack: urn.split("::")[0]?.split(":")[2] ?? "", now: clock() };
}

function propertiesOf(props: Readonly<Record<string, unknown>>): Resource["properties"] {
  return Object.fromEntries(Object.keys(props).map((key) => [key, read(() => props[key])]));
}

/** The SDK throws where a value that is not known yet is read; rules get {@link notKnown} instead. */
function read(get: () => unknown): unknown {
  try {
    return plain(get());
  } catch (error) {
    if (error instanceof UnknownValueError) return notKnown;
    throw error;
  }
}

function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return Array.from({ length: value.length }, (_, at) => read(() => value[at]));
  }
  return Object.fromEntries(
    Object.keys(value).map((key) => [key, read(() => Reflect.get(value, key))]),
  );
}
