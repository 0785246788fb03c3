import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import type { Definition } from "../../../provider/definition/definition.ts";
import type { Props } from "../../../provider/definition/session.ts";
import { check } from "../../../provider/lifecycle/check.ts";
import { Declared } from "../../../provider/lifecycle/identity/declared.ts";
import { idByInputs } from "../../../provider/lifecycle/identity/ids.ts";
import { container } from "../../../resources/compute/container.ts";
import { instance } from "../../../resources/compute/instance.ts";
import { floatingIpAssignment } from "../../../resources/network/floating-ip-assignment.ts";
import { volume } from "../../../resources/storage/volume.ts";
import { declared } from "../../support/session.ts";
import { classes, otherValues } from "../../support/session-inputs.ts";

const machine = { region: "eu", plan: "small", image: "debian/13", name: "web" };
const disk = { region: "eu", sizeGb: 10, name: "data" };

/** The engine's requests for a declaration: with a state, one of `pulumi import`, or none. */
type Ask = readonly [logicalName: string, change?: Props, stored?: "stored" | "imported"];

/** The problems of a program with resources that it declares one after another, by logical name. */
function problemsOf(asks: readonly Ask[], definition: Definition, inputs: Props) {
  const settings = { mailEnabled: false, now: 0, declared: new Declared() };
  return asks.flatMap(([logicalName, change = {}, stored]) => {
    const all = { ...inputs, ...change };
    const given = declared(all, logicalName);
    // A file of `pulumi import` does not say who declares what it brings.
    const oldInputs = stored === "imported" ? all : stored === "stored" ? given : {};
    const { problems } = check(definition, settings, { oldInputs, inputs: given });
    return problems.map((problem) => ({ logicalName, ...problem }));
  });
}

/** Names that a run of a program refuses. */
function refusedOf(...program: Parameters<typeof problemsOf>) {
  return problemsOf(...program).map(({ logicalName, property, reason }) => {
    expect(property).toBe("name");
    expect(reason).toMatch(/"web".*"[a-d]"/);
    return logicalName;
  });
}

describe("a name that two resources of a program ask for is refused before anything is sent", () => {
  test.each<[string, readonly Ask[], readonly string[]]>([
    ["both new", [["a"], ["b"]], ["b"]],
    ["the first exists", [["a", {}, "stored"], ["b"]], ["b"]],
    ["the second exists", [["a"], ["b", {}, "stored"]], ["b"]],
    [
      "both exist, as in an account that was taken over",
      [
        ["a", {}, "stored"],
        ["b", {}, "stored"],
      ],
      [],
    ],
    [
      "one is adopted",
      [
        ["a", {}, "stored"],
        ["b", { adopt: "inst_1" }],
      ],
      [],
    ],
    [
      "both come of `pulumi import`",
      [
        ["a", {}, "imported"],
        ["b", {}, "imported"],
      ],
      [],
    ],
    [
      "one more beside those",
      [["a", {}, "imported"], ["b", {}, "imported"], ["c", {}, "stored"], ["d"]],
      ["d"],
    ],
    [
      "one of two that have it is replaced",
      [["a", {}, "stored"], ["b", {}, "stored"], ["b"]],
      ["b"],
    ],
    ["one that has it is replaced first", [["b", {}, "stored"], ["b"], ["a", {}, "stored"]], ["a"]],
    ["checked again, as for its replacement", [["a"], ["a"]], []],
    [
      "replaced, with a fixed name",
      [["a"], ["b", { name: "api" }, "stored"], ["b", { name: "api" }]],
      [],
    ],
    ["in another region", [["a"], ["b", { region: "us" }]], []],
    ["in one that is not known yet", [["a"], ["b", { region: UNKNOWN }]], []],
    ["not known yet", [["a"], ["b", { name: UNKNOWN }]], []],
  ])("%s", (_what, asks, refused) => {
    expect(refusedOf(asks, instance, machine)).toEqual(refused);
  });

  test("not where the spec shows no list of names: that is left to the platform", () => {
    expect(refusedOf([["a"], ["b"]], volume, disk)).toEqual([]);
  });
});

describe("a name that one resource hands on to another", () => {
  const job = { name: "one", image: "debian/13" };

  /** The problems of a program that renames what its state has, as `from>to`; of a new one there is no name before. */
  function renaming(...names: readonly string[]) {
    const settings = { mailEnabled: false, now: 0, declared: new Declared() };
    return names.flatMap((text, at) => {
      const [from, to] = text.split(">");
      const logicalName = "abc".charAt(at);
      const oldInputs = from === "" ? {} : declared({ ...job, name: from }, logicalName);
      const inputs = declared({ ...job, name: to }, logicalName);
      return check(container, settings, { oldInputs, inputs }).problems;
    });
  }

  test.each([
    ["two swap", ["one>two", "two>one"], '"a" has the name "one"'],
    ["the second gives it up", ["one>two", "two>three"], '"b" has the name "two"'],
    ["the first gives it up", ["one>three", ">one"], '"a" has the name "one"'],
  ])("is warned of once, where %s", (_how, names, says) => {
    expect(renaming(...names)).toEqual([
      {
        severity: "warning",
        reason: expect.stringMatching(`^container ${says} .*one after the other`),
      },
    ]);
  });

  test.each([
    ["they stay as they are", ["one>one", "two>two"]],
    ["both get new ones", ["one>three", "two>four"]],
    ["it is checked again, for its replacement", ["one>two"]],
  ])("is no problem where %s", (_how, names) => {
    expect(renaming(...names)).toEqual([]);
  });
});

/** Classes whose ids follow from their inputs, each with another value of an input that is not in the id. */
const byInputs = classes.flatMap(([type, definition, sample]) => {
  const id = idByInputs(definition, sample);
  if (id === undefined) return [];
  const isBeside = (change: Props) => {
    const isInOrder = problemsOf([["a", change]], definition, sample).length === 0;
    return isInOrder && idByInputs(definition, { ...sample, ...change }) === id;
  };
  const changes = Object.entries(otherValues[type] ?? {}).map(([name, other]) => ({
    [name]: other,
  }));
  const [change] = changes.filter(isBeside);
  return [{ type, definition, sample, ...(change === undefined ? {} : { change }) }];
});

const links = [
  "access:ApiKey",
  "compute:ImageShare",
  "network:FloatingIpAssignment",
  "storage:VolumeAttachment",
];

/** Severity of the one problem of `b`, which names `a`. */
function verdictOf(...program: Parameters<typeof problemsOf>): string {
  const [problem, ...more] = problemsOf(...program);
  expect(more).toEqual([]);
  if (problem === undefined) return "none";
  expect(problem.logicalName).toBe("b");
  expect(problem.reason).toMatch(/"a"/);
  return problem.severity ?? "error";
}

describe("an object that two resources declare by its inputs", () => {
  test("is one of nine classes, four of which are links that may be asked for twice", () => {
    expect(byInputs).toHaveLength(9);
    expect(byInputs.map(({ type }) => type)).toEqual(expect.arrayContaining(links));
  });

  test.each(byInputs)(
    "is refused, or warned of for a link: $type",
    ({ type, definition, sample }) => {
      const expected = links.includes(type) ? "warning" : "error";
      expect(verdictOf([["a"], ["b"]], definition, sample)).toBe(expected);
      const [{ reason } = { reason: "" }] = problemsOf([["a"], ["b"]], definition, sample);
      expect(reason).toContain(String(idByInputs(definition, sample)));
      expect(verdictOf([["a", {}, "stored"], ["b"]], definition, sample)).toBe(expected);
    },
  );

  test.each(byInputs)("is warned of where a state has both: $type", ({ definition, sample }) => {
    const both: Ask[] = [
      ["a", {}, "stored"],
      ["b", {}, "stored"],
    ];
    expect(verdictOf(both, definition, sample)).toBe("warning");
  });

  test.each(
    byInputs.flatMap((one) => (one.change === undefined ? [] : [{ ...one, change: one.change }])),
  )(
    "is refused with other inputs, new or not, but where these only grow: $type",
    ({ type, definition, sample, change }) => {
      const isGrowing = ["compute:ImageShare", "storage:PoolVolume"].includes(type);
      const both: Ask[] = [
        ["a", {}, "stored"],
        ["b", change, "stored"],
      ];
      expect(verdictOf(both, definition, sample)).toBe(isGrowing ? "warning" : "error");
      const isHarmless = isGrowing && links.includes(type);
      expect(verdictOf([["a"], ["b", change]], definition, sample)).toBe(
        isHarmless ? "warning" : "error",
      );
    },
  );

  test.each(byInputs)("is none while an input of the id is not known: $type", (of) => {
    const { definition, sample } = of;
    const [input = ""] = Object.keys(sample).filter((name) => {
      const other = { ...sample, [name]: "another" };
      return idByInputs(definition, other) !== idByInputs(definition, sample);
    });
    expect(verdictOf([["a"], ["b", { [input]: UNKNOWN }]], definition, sample)).toBe("none");
    expect(verdictOf([["a"], ["a"]], definition, sample)).toBe("none");
  });

  test("is not compared in an input that is not known", () => {
    const assigned = { floatingIpId: "fip_1", instanceId: "inst_1" };
    const ask: Ask[] = [["a"], ["b", { instanceId: UNKNOWN }]];
    expect(verdictOf(ask, floatingIpAssignment, assigned)).toBe("warning");
  });
});

describe("an object that two resources adopt", () => {
  const others = classes.filter(
    ([type]) => type !== "monitoring:HealthGate" && byInputs.every((one) => one.type !== type),
  );

  test.each(others)("is refused, and only warned of where a state has both: %s", (_type, ...of) => {
    const [definition, { name: _name, ...inputs }] = of;
    const adopting = { ...inputs, adopt: "x_1" };
    expect(verdictOf([["a"], ["b"]], definition, adopting)).toBe("error");
    expect(verdictOf([["a", {}, "stored"], ["b"]], definition, adopting)).toBe("error");
    const both: Ask[] = [
      ["a", {}, "stored"],
      ["b", {}, "stored"],
    ];
    expect(verdictOf(both, definition, adopting)).toBe("warning");
    expect(verdictOf([["a"], ["b", { adopt: "x_2" }]], definition, adopting)).toBe("none");
    expect(verdictOf([["a"], ["b", { adopt: UNKNOWN }]], definition, adopting)).toBe("none");
  });

  test("is refused with inputs that fight, and where another resource makes it", () => {
    const stored: Ask = ["a", {}, "stored"];
    const elsewhere: Ask = ["b", { region: "us" }, "stored"];
    expect(verdictOf([stored, elsewhere], volume, { ...disk, adopt: "vol_1" })).toBe("error");
    const job = { name: "job", image: "debian/13" };
    expect(verdictOf([stored, ["b", { adopt: "job" }]], container, job)).toBe("error");
  });
});
