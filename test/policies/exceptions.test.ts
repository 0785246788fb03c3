import type { ResourceValidationArgs } from "@pulumi/policy";
import { beforeEach, describe, expect, test } from "vitest";
import { policyOf, validateResourceOfClass } from "../../policies/adapter.ts";
import { type Exception, exceptionPolicies, exceptions } from "../../policies/exceptions.ts";
import { allRules } from "../../policies/index.ts";
import type { Rule } from "../../policies/rule.ts";
import { Volume } from "../../resources/storage/volume.ts";
import { resource, settled } from "./sdk.ts";

beforeEach(() => exceptions.forget());

const reason = "it is a copy";
const tiny = resource("storage:Volume", "data", { region: "eu-1", sizeGb: 0 });
const web = resource("compute:Instance", "web", { region: "eu-1" });
const lastSecond = Date.parse("2026-06-30T23:59:59Z");

/** The messages of a rule that has this exception, at a time. */
function reportedWith(name: string, exception: Exception, now = lastSecond): readonly string[] {
  const rules: readonly Rule[] = allRules;
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`no rule ${name}`);
  const choice = { enforcementLevel: "advisory", config: { exceptions: [exception] } } as const;
  const of = policyOf(
    rule,
    choice,
    () => false,
    () => now,
  );
  const reported: string[] = [];
  const report = (message: string) => void reported.push(message);
  if ("validateStack" in of) {
    void of.validateStack({ resources: [tiny, web], ...settled(of) }, report);
  } else if (typeof of.validateResource === "function") {
    void of.validateResource({ ...tiny, ...settled(of) }, report);
  }
  return reported;
}

/** The reports on exceptions, by the policies that make them. */
function reports(): readonly (readonly string[])[] {
  return exceptionPolicies().map(({ validateStack }) => {
    const reported: string[] = [];
    const report = (message: string) => void reported.push(message);
    void validateStack({ resources: [], ...settled({}) }, report);
    return reported;
  });
}

describe("an exception", () => {
  test.each([
    ["volume-size", "data"],
    ["volume-size", "d*a"],
    ["volume-size", tiny.urn],
    ["volume-size", "urn:pulumi:prod::*storage:Volume::*"],
    ["no-unattached-volume", "data"],
    ["alert-rule-present", "prod"],
    ["alert-rule-present", "shop-prod"],
  ])("of %s for %s keeps the rule from it, and is shown", (name, pattern) => {
    expect(reportedWith(name, { resource: pattern, reason })).toEqual([]);
    const subject = name === "alert-rule-present" ? "the stack" : 'Volume "data"';
    expect(reports()).toEqual([[`${name} does not apply to ${subject}: ${reason}`], []]);
  });

  test("holds on its last day, and is over on the next", () => {
    const exception = { resource: "data", reason, until: "2026-06-30" };
    expect(reportedWith("volume-size", exception)).toEqual([]);
    expect(reports()).toEqual([
      [`volume-size does not apply to Volume "data" until 2026-06-30: ${reason}`],
      [],
    ]);
    expect(reportedWith("volume-size", exception, lastSecond + 1000)).toEqual([
      expect.stringMatching(
        /^Volume "data": sizeGb is 0, .* The exception for "data" ended with 2026-06-30: it is a copy\.$/,
      ),
    ]);
    expect(reports()).toEqual([[], []]);
  });

  test.each(["dat", "data2", "web"])("for %s, which breaks nothing, is named", (other) => {
    expect(reportedWith("volume-size", { resource: other, reason })).toHaveLength(1);
    expect(reports()).toEqual([
      [],
      [
        `volume-size has an exception for "${other}", and nothing of that name breaks the rule. Take it out, or name the resource as it is called.`,
      ],
    ]);
    expect(reports()).toEqual([[], []]);
  });

  test("keeps a remedy away", async () => {
    const [rule] = allRules.filter(({ name }) => name === "volume-size");
    if (rule === undefined) throw new Error("no such rule");
    const remedied = async (config: object) => {
      const choice = { enforcementLevel: "remediate", config: { ...config } } as const;
      const of = policyOf(rule, choice, () => false);
      if (!("remediateResource" in of)) throw new Error("no remedy");
      return of.remediateResource?.({ ...tiny, props: { ...tiny.props }, ...settled(of) });
    };
    expect(await remedied({})).toMatchObject({ sizeGb: 1 });
    expect(await remedied({ exceptions: [{ resource: "data", reason }] })).toBeUndefined();
  });
});

describe("a rule of a user's own", () => {
  const reported: string[] = [];

  async function run(
    rule: Parameters<typeof validateResourceOfClass>[2],
    config: object = {},
    one = tiny,
  ) {
    reported.length = 0;
    const validation = validateResourceOfClass(
      Volume,
      (_props, _args, report) => report("no"),
      rule,
    );
    const args: ResourceValidationArgs = {
      ...one,
      ...settled({}),
      getConfig: () => JSON.parse(JSON.stringify(config)),
    };
    await validation(args, (message) => void reported.push(message));
    return reported;
  }

  test("has exceptions in the program, or of a file in their place", async () => {
    const own = { name: "no-volumes", exceptions: [{ resource: "data", reason }] };
    expect(await run(own)).toEqual([]);
    expect(reports()[0]).toEqual([`no-volumes does not apply to Volume "data": ${reason}`]);
    expect(await run(own, { exceptions: [] })).toEqual(["no"]);
    expect(await run({ name: "no-volumes" }, { exceptions: own.exceptions })).toEqual([]);
    expect(await run(undefined)).toEqual(["no"]);
  });

  test("reports a mistake in them with the stack, and applies none of them", async () => {
    const own = { name: "no-volumes", exceptions: [{ resource: "data", reason: "" }] };
    const stack = resource(
      "pulumi:pulumi:Stack/",
      "shop-prod",
      {},
      { type: "pulumi:pulumi:Stack" },
    );
    expect(await run(own, {}, stack)).toEqual(["exceptions[0] of no-volumes has no reason."]);
    expect(await run(own)).toEqual(["no"]);
  });
});
