import { describe, expect, test } from "vitest";
import { allRules, hostingPolicies } from "../../policies/index.ts";
import { mistakesIn, mistakesInConfig } from "../../policies/mistakes.ts";
import type { Rule } from "../../policies/rule.ts";

const rules: readonly Rule[] = allRules;

function policy(name: string, args: Parameters<typeof hostingPolicies>[0] = {}) {
  const found = hostingPolicies(args).find((one) => one.name === name);
  if (found === undefined) throw new Error(`the pack has no ${name}`);
  return found;
}

/** The policies without those that report on exceptions. */
function rulesOf(args: Parameters<typeof hostingPolicies>[0]) {
  return hostingPolicies(args).filter(({ name }) => !name.startsWith("pack-"));
}

describe("the metadata of the rules", () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))(
    "%s is what the SDK gets",
    (name, rule) => {
      const { properties = {} } = policy(name).configSchema ?? {};
      expect(Object.keys(properties)).toEqual([...Object.keys(rule.settings), "exceptions"]);
      expect(policy(name)).toMatchObject({
        description: rule.about,
        enforcementLevel: rule.level,
        severity: rule.severity,
        tags: [rule.topic],
        remediationSteps: rule.fix,
      });
    },
  );

  test("only inputs that update in place, or are no request, have a remedy", () => {
    const remedied = rules.filter(
      (rule) => "checks" in rule && rule.checks.some(({ remedy }) => remedy !== undefined),
    );
    expect(remedied.map(({ name }) => name)).toEqual(["no-data-loss-opt-in", "volume-size"]);
  });
});

describe("the factory", () => {
  test("gives every rule its own level, one for all, or one by name", () => {
    const levels = (args: Parameters<typeof hostingPolicies>[0]) =>
      new Map(rulesOf(args).map(({ name, enforcementLevel }) => [name, enforcementLevel]));
    expect(levels({})).toEqual(new Map(rules.map(({ name, level }) => [name, level])));
    const strict = levels({ all: "mandatory", rules: { "volume-size": "disabled" } });
    expect(strict.get("volume-size")).toBe("disabled");
    strict.delete("volume-size");
    expect(new Set(strict.values())).toEqual(new Set(["mandatory"]));
  });

  test("selects by topic and severity", () => {
    const names = (args: Parameters<typeof hostingPolicies>[0]) =>
      rulesOf(args).map(({ name }) => name);
    const of = (wanted: (rule: Rule) => boolean) => rules.filter(wanted).map(({ name }) => name);
    expect(names({ topics: ["cost", "access"] })).toEqual(
      of(({ topic }) => topic === "cost" || topic === "access"),
    );
    expect(names({ severities: ["critical"] })).toEqual(
      of(({ severity }) => severity === "critical"),
    );
    expect(names({ topics: [] })).toEqual([]);
  });

  test("makes settings the defaults of the schema, which a config file can still change", () => {
    const own = policy("volume-size", {
      all: "advisory",
      rules: { "volume-size": { enforcementLevel: "mandatory", maxGb: 50 } },
    });
    expect(own.enforcementLevel).toBe("mandatory");
    expect(own.configSchema?.properties).toMatchObject({
      minGb: { type: "integer", default: 1 },
      maxGb: { type: "integer", default: 50 },
    });
    expect(policy("monthly-cost").configSchema?.properties).not.toHaveProperty(
      "maxDollars.default",
    );
    const kept = policy("volume-size", {
      all: "mandatory",
      rules: { "volume-size": { maxGb: 5 } },
    });
    expect(kept.enforcementLevel).toBe("mandatory");
  });

  test("keeps a rule's own level where the given one is none", () => {
    const misspelt: object = { all: "mandtory", rules: { "volume-size": "of" } };
    const own = rules.find(({ name }) => name === "volume-size")?.level;
    expect(policy("volume-size", misspelt).enforcementLevel).toBe(own);
    const unclear: object = { all: "mandatory", rules: { "volume-size": "of" } };
    expect(policy("volume-size", unclear).enforcementLevel).toBe("mandatory");
  });

  test("reports a mistake as a separate mandatory policy, and has none without a mistake", () => {
    const misspelt: object = { rules: { "volume-sizes": "advisory" } };
    expect(policy("pack-configuration", misspelt).enforcementLevel).toBe("mandatory");
    expect(hostingPolicies(misspelt)).toHaveLength(hostingPolicies().length + 1);
  });
});

describe("mistakes in a pack's arguments", () => {
  test.each<[object, readonly string[]]>([
    [{}, []],
    [{ name: "ours", all: "advisory", topics: ["cost"], severities: ["low"], rules: {} }, []],
    [
      { rules: { "volume-sizes": "advisory" } },
      ['"volume-sizes" is no rule; did you mean volume-size?'],
    ],
    [
      { rules: { colours: { any: 1 } } },
      ['"colours" is no rule; docs/reference/policies.md lists all'],
    ],
    [
      { rules: { "volume-size": { maxGB: 5, biggest: 5 } } },
      [
        '"maxGB" is no setting of volume-size; did you mean maxGb?',
        '"biggest" is no setting of volume-size; known: minGb, maxGb, exceptions',
      ],
    ],
    [
      { rules: { "explicit-provider": { any: 1 } } },
      ['"any" is no setting of explicit-provider; known: exceptions'],
    ],
    [
      { rules: { "volume-size": "mandtory", "no-plain-http-entry": { enforcementLevel: "off" } } },
      [
        '"mandtory" is no level; did you mean mandatory?',
        '"off" is no level; known: advisory, mandatory, remediate, disabled',
      ],
    ],
    [
      { rules: { "volume-size": { exceptions: [{ resource: "data", reason: "it is a copy" }] } } },
      [],
    ],
    [
      {
        rules: {
          "volume-size": {
            exceptions: [
              { resource: "data", reason: " " },
              { reason: "old", until: "2026-02-30" },
            ],
          },
          "protect-data": { exceptions: [{ resource: "a", reason: "b", since: 1 }] },
          "no-plain-http-entry": { exceptions: {} },
        },
      },
      [
        "exceptions[0] of volume-size has no reason",
        "exceptions[1] of volume-size names no resource",
        'until in exceptions[1] of volume-size is no day like 2027-01-31, but "2026-02-30"',
        'exceptions[0] of protect-data has "since"; known: resource, reason, until',
        "exceptions of no-plain-http-entry are no list",
      ],
    ],
    [{ all: "advisery" }, ['"advisery" is no level; did you mean advisory?']],
    [{ topics: ["netwrk", "cost"] }, ['"netwrk" is no topic; did you mean network?']],
    [{ severities: ["hihg"] }, ['"hihg" is no severity; did you mean high?']],
    [{ rule: {} }, ['"rule" is no argument of the pack; did you mean rules?']],
  ])("%j", (args, mistakes) => {
    expect(mistakesIn({ ...args }, rules)).toEqual(mistakes);
  });
});

test("mistakes in a file of --policy-pack-config are names that no rule and no setting has", () => {
  const given = new Map([
    ["all", []],
    ["pack-configuration", []],
    ["pack-exceptions", []],
    ["pack-unused-exceptions", []],
    ["volume-size", ["minGb", "maxGB"]],
    ["volume-sizes", ["maxGb"]],
  ]);
  expect(mistakesInConfig(given, rules)).toEqual([
    '"maxGB" is no setting of volume-size; did you mean maxGb?',
    '"volume-sizes" is no rule; did you mean volume-size?',
  ]);
});
