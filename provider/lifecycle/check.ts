import { suggestion } from "../../contract/values/nearest.ts";
import { parseDuration } from "../../contract/values/time.ts";
import { containsUnknown } from "../../contract/values/unknown.ts";
import type { CheckContext, Definition, Problem } from "../definition/definition.ts";
import type { Props } from "../definition/session.ts";
import { inOneLine } from "../display.ts";
import type { Scrub } from "../scrub.ts";
import { replacedByOption } from "./data-guard.ts";
import { declaredTwice } from "./declared-twice.ts";
import type { Declared } from "./identity/declared.ts";
import { fillName } from "./identity/name.ts";
import { withArticle } from "./identity/subject.ts";
import { explainIssue, type Issue } from "./issues.ts";
import { misreadOutputs } from "./misread-outputs.ts";
import { operationNames } from "./operation/timeouts.ts";
import { Input } from "./record/input.ts";
import { isSecret, scrubOf, withKeptSecrets } from "./record/secrets.ts";
import {
  controlInputs,
  deepEqual,
  hidden,
  inputNames,
  isRecord,
  record,
  strings,
} from "./record/state.ts";

/** The result of checking inputs: the inputs to go on with, and what is wrong with them. */
export interface CheckResult {
  readonly inputs: Props;
  readonly problems: readonly Problem[];
}

/** Settings, and what the run remembers of declarations; a check by itself remembers nothing. */
interface CheckSettings
  extends Pick<CheckContext, "mailEnabled" | "removableOwners" | "readSecret" | "now"> {
  readonly declared?: Declared;
}

/** Validates inputs and fills in what was left out; values that are not known yet are skipped. */
export function check(
  of: Definition,
  { declared, ...context }: CheckSettings,
  work: { oldInputs: Props; inputs: Props },
): CheckResult {
  if (work.inputs[hidden.lookup] === true) return { inputs: work.inputs, problems: [] };
  const { oldInputs } = work;
  const { [endedInput]: ended, ...asGiven } = work.inputs;
  const definition = withKeptSecrets(of, asGiven);
  const given = {
    oldInputs,
    inputs: withFound(definition, withoutNulls(definition, asGiven), oldInputs),
  };
  const scrub = scrubOf(definition, given.inputs, given.oldInputs);
  const inputs = filled(definition, declared, given);
  const asking = { definition, inputs: given.inputs, isNew: isNew(given) };
  const issues = issuesWith(definition, given.inputs).filter((issue) => !isOfFound(issue, given));
  const problems = [
    ...(ended == null ? [] : [endedProblem]),
    ...unknownInputs(definition, given.inputs),
    ...issues.flatMap((issue) => issueProblem(definition, issue)),
    ...choiceProblems(definition.oneOf, given.inputs),
    ...controlProblems(given.inputs),
    ...misreadOutputs(given.inputs),
    ...declaredTwice({ ...asking, inputs }, declared, given.oldInputs),
    ...replacedByOption(asking, declared),
  ];
  const found = strings(given.inputs[hidden.foundInputs]);
  const broken = new Set([...found, ...issues.map(({ path: [top] }) => top)]);
  const known = knownInputs(definition, given.inputs, broken);
  const rules = [
    ...forbiddenChanges(definition, known, given),
    ...(definition.validate?.(known, {
      ...context,
      oldInputs: given.oldInputs,
      given: given.inputs,
    }) ?? []),
  ];
  return {
    inputs,
    problems: [...problems, ...rules].map((problem) => presentable(definition, problem, scrub)),
  };
}

/** An input of 0.2: objects that nothing reads are adopted without it. */
const endedInput = "adoptUnseen";
const endedProblem: Problem = {
  severity: "warning",
  reason: `${endedInput} has no effect any more: an object that nothing reads is adopted by \`adopt\` alone, with a warning; take it out`,
};

/** Without the nulls of outputs, JavaScript and YAML where nothing is given; where any JSON may be, null is a value. */
function withoutNulls(definition: Definition, inputs: Props): Props {
  const isNull = ({ input, path }: Issue) => input === null && typeof path.at(-1) === "string";
  const control = controlInputs.filter((name) => inputs[name] === null).map((name) => [name]);
  const paths = issuesWith(definition, inputs).flatMap((one) => (isNull(one) ? [one.path] : []));
  return [...control, ...paths].reduce((rest: Props, path) => record(without(rest, path)), inputs);
}

function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item, at) => (at === key ? without(item, rest) : item));
  }
  const entries = Object.entries(record(value)).flatMap(([name, item]) => {
    if (name !== key) return [[name, item]];
    return rest.length === 0 ? [] : [[name, without(item, rest)]];
  });
  return Object.fromEntries(entries);
}

/** What a refresh has found and the program leaves as it is, by `ignoreChanges` or in its own words, is still named so. */
function withFound(
  definition: Definition,
  { [hidden.foundInputs]: _said, ...inputs }: Props,
  oldInputs: Props,
): Props {
  const found = strings(oldInputs[hidden.foundInputs]);
  if (found.length === 0) return inputs;
  const given = { oldInputs, inputs };
  const inPart = issuesWith(definition, inputs).filter((issue) => isOfFound(issue, given));
  const names = found.filter((name) => {
    const isWhole = inputs[name] !== undefined && deepEqual(inputs[name], oldInputs[name]);
    return isWhole || inPart.some(({ path: [top] }) => top === name);
  });
  return names.length === 0 ? inputs : { ...inputs, [hidden.foundInputs]: names };
}

/** A value of the platform's own, also where the program has other parts of the input. */
function isOfFound({ path }: Issue, given: { oldInputs: Props; inputs: Props }): boolean {
  const { oldInputs, inputs } = given;
  if (!strings(oldInputs[hidden.foundInputs]).includes(String(path[0]))) return false;
  return deepEqual(valueAt(inputs, path), valueAt(oldInputs, path));
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at: unknown, key) => Object(at)[key], value);
}

/**
 * The inputs with what was left out. The engine checks a replacement twice: with the old inputs, and
 * then without them, so the run remembers what is replaced.
 */
function filled(
  definition: Definition,
  declared: Declared | undefined,
  { oldInputs, inputs: given }: { oldInputs: Props; inputs: Props },
): Props {
  const { name } = oldInputs;
  const asksAnew = isNew({ oldInputs });
  if (!asksAnew) declared?.noteOldInputs(definition, given, oldInputs);
  declared?.noteFormer(definition, given, name);
  const former = declared?.formerOf(definition, given);
  const inputs = fillName(definition, { ...definition.defaults, ...given }, { oldInputs, former });
  declared?.noteChecked({ definition, inputs, isNew: asksAnew });
  return inputs;
}

/** True for what has no state, or is to replace it. What `pulumi import` brought has old inputs without an identity. */
function isNew({ oldInputs }: { oldInputs: Props }): boolean {
  return Object.keys(oldInputs).length === 0;
}

/**
 * Changes that nothing allows. They are refused here and not by `diff`, which a refresh calls as
 * well: a manual change must not make it fail.
 */
function forbiddenChanges(
  definition: Definition,
  known: Props,
  { oldInputs, inputs }: { oldInputs: Props; inputs: Props },
): Problem[] {
  return Object.entries(known).flatMap(([name, after]) => {
    const before = oldInputs[name];
    if (new Input(definition, name).isSame(before, after)) return [];
    const reason = definition.changes[name]?.forbid?.(before, after, inputs);
    return reason === undefined ? [] : [{ property: name, reason }];
  });
}

/** Inputs the rules of a class may look at: well-formed, and known down to the last entry. */
function knownInputs(definition: Definition, inputs: Props, broken: ReadonlySet<unknown>): Props {
  const known = inputNames(definition).filter(
    (name) => inputs[name] !== undefined && !broken.has(name) && !containsUnknown(inputs[name]),
  );
  return Object.fromEntries(known.map((name) => [name, inputs[name]]));
}

function unknownInputs(definition: Definition, inputs: Props): readonly Problem[] {
  const known = [...inputNames(definition), ...controlInputs];
  const outputs = Object.keys(definition.outputs.shape);
  return Object.keys(inputs)
    .filter((name) => !name.startsWith("__") && !known.includes(name) && !outputs.includes(name))
    .map((name) => ({
      property: name,
      reason: `${name} is not an input of ${withArticle(definition.noun)}; ${suggestion(name, known)}`,
    }));
}

/** The schema's problems with the class's inputs. */
function issuesWith(definition: Definition, inputs: Props): readonly Issue[] {
  const own = inputNames(definition)
    .filter((name) => inputs[name] !== undefined)
    .map((name) => [name, inputs[name]]);
  const given = Object.fromEntries(own);
  return definition.inputs.safeParse(given, { reportInput: true }).error?.issues ?? [];
}

function issueProblem(definition: Definition, issue: Issue): readonly Problem[] {
  if (containsUnknown(issue.input)) return [];
  const [top = "", ...inner] = issue.path.map(String);
  const secret = isSecret(definition, top);
  const reason = explainIssue(issue, pathText(issue.path), secret);
  return [inner.length > 0 ? { reason } : { property: top, reason }];
}

function choiceProblems(choices: readonly string[], inputs: Props): readonly Problem[] {
  const given = choices.filter((name) => inputs[name] !== undefined);
  if (choices.length === 0 || given.length === 1) return [];
  const found = given.length === 0 ? "neither is given" : "both are given";
  return [{ reason: `exactly one of ${choices.join(" and ")} must be given; ${found}` }];
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at ? "." : ""}${String(key)}`))
    .join("");
}

function controlProblems(inputs: Props): readonly Problem[] {
  const problems: Problem[] = [];
  const { adopt, timeouts } = inputs;
  if (adopt !== undefined && typeof adopt !== "string") {
    problems.push({ property: "adopt", reason: "adopt must be the id of an existing object" });
  }
  if (timeouts !== undefined && !containsUnknown(timeouts)) {
    const reasons = timeoutReasons("timeouts", timeouts);
    problems.push(...reasons.map((reason) => ({ property: "timeouts", reason })));
  }
  const custom = inputs[hidden.timeouts];
  const reasons = custom === undefined ? [] : timeoutReasons("customTimeouts", custom);
  return [...problems, ...reasons.map((reason) => ({ reason }))];
}

function timeoutReasons(name: string, timeouts: unknown): readonly string[] {
  if (!isRecord(timeouts)) return [`${name} must be like { create: "15m" }`];
  return Object.entries(timeouts)
    .filter(([operation, value]) => !operationNames.includes(operation) || !isDuration(value))
    .map(
      ([operation]) =>
        `${name}.${operation} must be one of ${operationNames.join(", ")} with seconds or a text like "15m"`,
    );
}

function isDuration(value: unknown): boolean {
  const readable = typeof value === "string" || typeof value === "number";
  return readable && parseDuration(value) !== undefined;
}

/**
 * In a line of the length that every message keeps. The engine prints the value of the property a failure
 * names, so a secret is never named there.
 */
function presentable(
  definition: Definition,
  { property, ...problem }: Problem,
  scrub: Scrub,
): Problem {
  const rest = { ...problem, reason: inOneLine(scrub(problem.reason)) };
  const secret = property !== undefined && isSecret(definition, property);
  return secret || property === undefined ? rest : { ...rest, property };
}
