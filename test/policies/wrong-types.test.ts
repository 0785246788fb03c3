import { expect, test } from "vitest";
import { z } from "zod";
import { classType } from "../../contract/price.ts";
import { allRules } from "../../policies/_rules.ts";
import type { Rule } from "../../policies/rule.ts";
import { stateOf } from "../support/declared-stack.ts";
import {
  passingStack,
  policyConfig,
  violatingForm,
  violatingState,
  violatingValues,
} from "../support/policy-stacks.ts";
import { type Given, problemsOf } from "./decide.ts";

/** Nothing checks the types of a JavaScript program, and of one in TypeScript that Node runs. */
const wrongValues: readonly unknown[] = ["22", 22, true, null, [], {}, [null], [[]], ["x"], [22]];

const Exported = z.object({
  deployment: z.object({
    resources: z.array(
      z.object({
        urn: z.string(),
        type: z.string(),
        inputs: z.record(z.string(), z.unknown()).default({}),
        protect: z.boolean().default(false),
      }),
    ),
  }),
});

function givenOf(stack: Parameters<typeof stateOf>[0]): readonly Given[] {
  const { deployment } = Exported.parse(JSON.parse(stateOf(stack)));
  return deployment.resources.map(({ urn, type, inputs, protect }) => ({
    ...{ type: classType(type), name: urn.split("::").at(-1) ?? urn },
    ...{ properties: inputs, isProtected: protect },
  }));
}

/** The same value with something wrong in one place, at every depth. */
function mistaken(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return wrongValues;
  const inner = Object.entries(value).flatMap(([key, item]) =>
    mistaken(item).map((wrong) =>
      Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong },
    ),
  );
  return [...wrongValues, ...inner];
}

/** The stack with one mistake, in every place. */
function mistakenStacks(given: readonly Given[]): readonly (readonly Given[])[] {
  return given.flatMap((one, at) =>
    Object.entries(one.properties ?? {}).flatMap(([key, value]) =>
      mistaken(value).map((wrong) =>
        given.with(at, { ...one, properties: { ...one.properties, [key]: wrong } }),
      ),
    ),
  );
}

const settings: ReadonlyMap<string, unknown> = new Map(Object.entries(policyConfig));

function failureOf(rule: Rule, given: readonly Given[]): readonly string[] {
  const config = settings.get(rule.name);
  try {
    problemsOf(rule, given, typeof config === "object" ? { config: { ...config } } : {});
    return [];
  } catch (error) {
    return [`${rule.name}: ${String(error)}`];
  }
}

test.each([
  ["passes", passingStack()],
  ["violates by values", violatingValues()],
  ["violates by form", violatingForm()],
  ["violates by state", violatingState()],
])("no rule fails over a value of the wrong type in a stack that %s", (_what, stack) => {
  const stacks = mistakenStacks(givenOf(stack));
  expect(stacks.length).toBeGreaterThan(50);
  const failed = allRules.flatMap((rule) => stacks.flatMap((given) => failureOf(rule, given)));
  expect([...new Set(failed)]).toEqual([]);
});
