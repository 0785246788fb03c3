import type { OwnPrices } from "../../contract/costs/index.ts";
import { classType } from "../../contract/price.ts";
import type { Rule } from "../../policies/rule.ts";
import { notKnown, type Resource, type Surroundings, stackOf } from "../../policies/view.ts";

/** A resource of a test, as short as it can be written. */
export interface Given {
  /** Area and class. */
  readonly type: string;
  readonly name?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Names of the resources that a property's value comes from. */
  readonly from?: Readonly<Record<string, readonly string[]>>;
  /** Paths of secrets. */
  readonly secrets?: readonly string[];
  readonly isProtected?: boolean;
  readonly hasOwnProvider?: boolean;
}

/** The settings of a test besides resources. */
interface Setting {
  /** Values of settings; presets stand for the rest. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly surroundings?: Partial<Surroundings>;
  readonly prices?: OwnPrices;
}

/** The problems that a rule reports: `name: problem`, or the problem alone for the whole stack. */
export function problemsOf(
  rule: Rule,
  given: readonly Given[],
  { config: chosen = {}, surroundings = {}, prices = {} }: Setting = {},
): readonly string[] {
  const resources = given.map(resourceOf);
  const around = { stack: "prod", now: Date.parse("2026-01-01T00:00:00Z"), ...surroundings };
  const config = { ...presetsOf(rule), ...chosen };
  const findings =
    "checks" in rule
      ? resources.flatMap((resource) => {
          const checks = rule.checks.filter(({ of }) => isOf(resource, of?.__pulumiType));
          const problems = checks.flatMap((check) => check.decide(resource, config, around));
          return problems.map((problem) => ({ resource, problem }));
        })
      : rule.decide(stackOf(resources, around, prices), config);
  return findings.map(({ resource, problem }) =>
    resource === undefined ? problem : `${resource.name}: ${problem}`,
  );
}

/** The same resources with nothing known but their names and what their values come from. */
export function unknownOf(given: readonly Given[]): readonly Given[] {
  return given.map(({ properties = {}, ...rest }) => ({
    ...rest,
    properties: Object.fromEntries(Object.keys(properties).map((key) => [key, notKnown])),
  }));
}

/** A resource as rules see it. */
export function resourceOf(given: Given): Resource {
  const { type, name = "it", properties = {}, from = {}, secrets = [], ...options } = given;
  return {
    ...{ type, name, properties, isProtected: false, hasOwnProvider: false },
    ...options,
    urn: urnOf(name, type),
    sourcesOf: (property) => from[property]?.map((source) => `urn:${source}`) ?? [],
    isSecret: (path) => secrets.includes(path),
  };
}

function urnOf(name: string, type: string): string {
  // Volumes and their attachments often share a name.
  return type.endsWith("Attachment") || type.endsWith("Assignment")
    ? `urn:${type}:${name}`
    : `urn:${name}`;
}

function presetsOf({ settings }: Rule): Readonly<Record<string, unknown>> {
  const presets = Object.entries(settings).map(([name, { preset }]) => [name, preset]);
  return Object.fromEntries(presets);
}

function isOf({ type }: Resource, token: string | undefined): boolean {
  return token === undefined || classType(token) === type;
}
