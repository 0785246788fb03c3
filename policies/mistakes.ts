import { nearest, suggestion } from "../contract/values/nearest.ts";
import { exceptionMistakes, exceptionPolicyNames } from "./exceptions.ts";
import type { GivenConfig } from "./given-config.ts";
import type { Rule } from "./rule.ts";

/** Name of the policy that reports what is wrong with the pack itself. */
export const packConfiguration = "pack-configuration";

const argumentNames = ["name", "all", "topics", "severities", "rules"];
const levels = ["advisory", "mandatory", "remediate", "disabled"];
const severities = ["low", "medium", "high", "critical"];

/** The arguments of a pack, unchecked: a program without a compiler may pass anything. */
export type Given = Readonly<Record<string, unknown>>;

/** The problems of a pack's arguments: one phrase each. */
export function mistakesIn(args: Given, rules: readonly Rule[]): readonly string[] {
  const topics = [...new Set(rules.map(({ topic }) => topic))];
  return [
    ...strays("argument of the pack", Object.keys(args), argumentNames),
    ...strays("level", listed(args["all"]), levels),
    ...strays("topic", listed(args["topics"]), topics),
    ...strays("severity", listed(args["severities"]), severities),
    ...recordOf(args["rules"]).flatMap(([name, choice]) => mistakesInChoice(name, choice, rules)),
  ];
}

/** The problems of a file of `--policy-pack-config`, as far as the engine lets it pass. */
export function mistakesInConfig(given: GivenConfig, rules: readonly Rule[]): readonly string[] {
  return [...given]
    .filter(([name]) => !["all", packConfiguration, ...exceptionPolicyNames].includes(name))
    .flatMap(([name, settings]) => mistakesInRule(name, settings, rules));
}

/** Whether a level is one that the SDK can start with. */
export function isLevel(level: unknown): boolean {
  return levels.some((known) => known === level);
}

function mistakesInChoice(name: string, choice: unknown, rules: readonly Rule[]) {
  if (typeof choice === "string") {
    return [...mistakesInRule(name, [], rules), ...strays("level", [choice], levels)];
  }
  const { enforcementLevel, ...settings } = Object.fromEntries(recordOf(choice));
  return [
    ...mistakesInRule(name, Object.keys(settings), rules),
    ...exceptionMistakes(name, settings["exceptions"]),
    ...strays("level", listed(enforcementLevel), levels),
  ];
}

function mistakesInRule(name: string, settings: readonly string[], rules: readonly Rule[]) {
  const rule = rules.find((one) => one.name === name);
  if (rule !== undefined) {
    return strays(`setting of ${name}`, settings, [...Object.keys(rule.settings), "exceptions"]);
  }
  const near = nearest(
    name,
    rules.map((one) => one.name),
  );
  const advice =
    near === undefined ? "docs/reference/policies.md lists all" : `did you mean ${near}?`;
  return [`"${name}" is no rule; ${advice}`];
}

function strays(what: string, given: readonly string[], known: readonly string[]) {
  return given
    .filter((name) => !known.includes(name))
    .map((name) => `"${name}" is no ${what}; ${suggestion(name, known)}`);
}

/** One value, or a list of them, as texts. */
function listed(value: unknown): readonly string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

function recordOf(value: unknown): readonly [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
