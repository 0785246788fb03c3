import { expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import { runCli } from "../../support/cli.ts";
import { recorded } from "../../support/previews.ts";
import { come, gone, previewOf, urnOf } from "./steps.ts";

async function fingerprintOf(preview: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await runCli(["plan", "--json", ...args], { stdin: preview });
  return JSON.parse(stdout).fingerprint;
}

function expected(fingerprint: string, preview: string) {
  return runCli(["plan", "--expect", fingerprint], { stdin: preview });
}

/** A preview in which each of these volumes grows to 40 GB. */
function growing(names: readonly string[], { id = "vol_1", at = 20 } = {}): object[] {
  return names.map((name) => {
    const { urn, newState } = Object(come(name, { inputs: { sizeGb: 40 } }));
    const oldState = {
      ...newState,
      id: `${id}_${name}`,
      inputs: { ...newState.inputs, sizeGb: at },
    };
    return { op: "update", urn, oldState, newState, diffReasons: ["sizeGb"] };
  });
}

const approved = [...growing(["data"]), come("logs"), gone("old")];

test("a plan that means the same has the same fingerprint, and passes", async () => {
  const fingerprint = await fingerprintOf(previewOf(approved));
  expect(fingerprint).toMatch(/^plan1\.[\w-]{22}\.[\w-]+$/);
  const others = {
    "in another order": previewOf(approved.toReversed()),
    "with other ids": previewOf([...growing(["data"], { id: "vol_7" }), come("logs"), gone("old")]),
    "with another generated name": previewOf([
      ...growing(["data"]),
      come("logs", { inputs: { name: "logs-zzzzzzzz" } }),
      gone("old"),
    ]),
  };
  for (const [how, preview] of Object.entries(others)) {
    expect([how, await fingerprintOf(preview)]).toEqual([how, fingerprint]);
    expect(await expected(fingerprint, preview)).toMatchObject({ code: 0, stderr: "" });
  }
});

test.each([
  ["a new step", [...approved, come("more")], 'create volume "more" is new; the cost ('],
  [
    "another value",
    [...growing(["data"]), come("logs", { inputs: { region: "us-1" } }), gone("old")],
    'create volume "logs" differs.',
  ],
  ["a lost step", [come("logs"), gone("old")], "1 of its parts is gone"],
  [
    "a step that is none now",
    [{ ...Object(approved[0]), op: "same" }, come("logs"), gone("old")],
    'volume "data" no longer changes',
  ],
  [
    "another loss",
    [...growing(["data"]), come("logs"), { ...Object(gone("old")), op: "same" }],
    'volume "old" no longer changes',
  ],
])("%s ends with 2 and is named", async (_what, steps, why) => {
  const { code, stdout, stderr } = await expected(
    await fingerprintOf(previewOf(approved)),
    previewOf(steps),
  );
  expect(code).toBe(2);
  expect(stdout).toContain("Plan of app/dev");
  expect(stderr).toContain("The plan fails on expect: it is not the approved plan: ");
  expect(stderr).toContain(why);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("an object in the place of another is a difference, known or not", async () => {
  const attach = (to: string, value: string) => [
    come(to),
    come("a", { type: "VolumeAttachment", inputs: { volumeId: value }, sources: { volumeId: to } }),
    come("b"),
    come("c"),
  ];
  const unknown = await fingerprintOf(previewOf(attach("b", UNKNOWN)));
  expect(await fingerprintOf(previewOf(attach("c", UNKNOWN)))).not.toBe(unknown);
  const there = (id: string) => {
    const state = { ...Object(gone("data")).oldState, id };
    return { op: "same", urn: urnOf("data"), oldState: state, newState: state };
  };
  const known = (id: string) => fingerprintOf(previewOf([there(id), ...attach("b", id)]));
  expect(await known("vol_2")).toBe(await known("vol_1"));
  expect(await known("vol_1")).not.toBe(unknown);
});

test("the costs are a part of it", async () => {
  const prices = { env: { HOSTING_PRICES: '{"instance.plan.small":6}' } };
  const stdin = recorded("quickstart.replaced");
  const fingerprint = await fingerprintOf(stdin);
  const { code, stderr } = await runCli(["plan", "--expect", fingerprint], { stdin, ...prices });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      "The plan fails on expect: it is not the approved plan: the cost ($8.00 → $10.00 a month (+$2.00); $6.00 of it by your own prices) differs.\n",
  });
});

test("the comment of a pull request has it, and the last one in a text counts", async () => {
  const stdin = recorded("quickstart.replaced");
  const { stdout: comment } = await runCli(["plan", "--format", "markdown"], { stdin });
  const before = await fingerprintOf(previewOf(approved));
  expect(await expected(`${before}\n${comment}`, stdin)).toMatchObject({ code: 0 });
  expect(await expected(`${comment}\n${before}`, stdin)).toMatchObject({ code: 2 });
});

test.each([
  [
    "plan2.aaaa.bbbb",
    "quickstart.replaced",
    "is of version 2, and this command makes those of version 1.",
  ],
  ["", "quickstart.replaced", "--expect was given no fingerprint."],
  [
    "plan1.aaaaaaaaaaaaaaaaaaaaaa.",
    "quickstart.short",
    "the preview leaves out unchanged resources.",
  ],
])("%j of %s is refused with one line", async (fingerprint, name, why) => {
  const { code, stdout, stderr } = await expected(fingerprint, recorded(name));
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`The approved plan was not compared: `);
  expect(stderr).toContain(why);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
