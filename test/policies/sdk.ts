/** Rules as the SDK runs them, on resources as it shows them. */
import type {
  PolicyResource,
  ResourceValidationArgs,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from "@pulumi/policy";
import { policyOf } from "../../policies/adapter.ts";
import { allRules } from "../../policies/index.ts";
import type { Rule } from "../../policies/rule.ts";

type Policy = ResourceValidationPolicy & StackValidationPolicy;
type Props = Record<string, unknown>;

/** A rule as the SDK gets it, with its presets. */
export function policy(
  name: string,
  isSecret = (_urn: string, _path: string) => false,
): Partial<Policy> {
  const rules: readonly Rule[] = allRules;
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`no rule ${name}`);
  return policyOf(rule, { enforcementLevel: "advisory", config: {} }, isSecret);
}

/** A resource of this package in the stack `prod`, as the SDK shows it. */
export function resource(
  type: string,
  name: string,
  props: Props,
  more: Partial<PolicyResource> = {},
) {
  const token = type.includes("/") ? type : `pulumi-nodejs:dynamic/hosting/${type}`;
  const opts = {
    protect: false,
    ignoreChanges: [],
    aliases: [],
    customTimeouts: { createSeconds: 0, updateSeconds: 0, deleteSeconds: 0 },
    additionalSecretOutputs: [],
  };
  return {
    type: token,
    name,
    urn: `urn:pulumi:prod::shop::${token}::${name}`,
    props,
    opts,
    dependencies: [],
    propertyDependencies: {},
    isType: (of: object) => Reflect.get(of, "__pulumiType") === token,
    asType: () => undefined,
    ...more,
  } satisfies PolicyResource;
}

export function settled(of: Partial<Policy>) {
  const { properties = {} } = of.configSchema ?? {};
  const presets = Object.entries(properties).map(([name, { default: preset }]) => [name, preset]);
  const text = JSON.stringify(Object.fromEntries(presets));
  const notApplicable = (): never => {
    throw new Error("the rule is about another class");
  };
  return {
    stackTags: new Map(),
    getConfig: () => JSON.parse(text),
    notApplicable,
    asType: () => undefined,
  };
}

/** The report of a rule on a resource before it is made. */
export function reportedOf(
  name: string,
  one: PolicyResource,
  isSecret?: Parameters<typeof policy>[1],
) {
  const of = policy(name, isSecret);
  const reported: string[] = [];
  const args: ResourceValidationArgs = { ...one, ...settled(of) };
  if (typeof of.validateResource !== "function") throw new Error("it is about a stack");
  void of.validateResource(args, (message) => void reported.push(message));
  return reported;
}

/** The report of a rule on a whole stack: the message, and of which resource. */
export function reportedIn(name: string, ...resources: readonly PolicyResource[]) {
  const of = policy(name);
  const reported: string[] = [];
  const args = { resources: [...resources], ...settled(of) };
  void of.validateStack?.(args, (message, urn = "") => {
    reported.push(`${urn.split("::").at(-1)} | ${message}`);
  });
  return reported;
}

export async function mended(name: string, one: PolicyResource): Promise<unknown> {
  const of = policy(name);
  return of.remediateResource?.({ ...one, ...settled(of) });
}
