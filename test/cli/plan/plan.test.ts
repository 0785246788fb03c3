import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { planOf } from "../../../cli/plan/plan.ts";
import { readPreview } from "../../../cli/preview/read.ts";
import { runCli } from "../../support/cli.ts";
import { largePreview } from "../../support/large-preview.ts";
import { ofNewerCli, previewNames, recorded, recordedFile } from "../../support/previews.ts";

const golden = (name: string) => `golden/${name}`;
const esc = "\u001B";

describe("golden output", () => {
  test.each(previewNames)("of %s", async (name) => {
    const { code, stdout, stderr } = await runCli(["plan", recordedFile(name)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    await expect(stdout).toMatchFileSnapshot(golden(`${name}.txt`));
  });

  test.each([
    ["markdown", "md"],
    ["json", "json"],
  ])("of the small account as %s", async (format, ending) => {
    const { stdout } = await runCli([
      "plan",
      recordedFile("quickstart.replaced"),
      "--format",
      format,
    ]);
    await expect(stdout).toMatchFileSnapshot(golden(`quickstart.replaced.${ending}`));
  });

  test("of 300 objects fits on one screen", async () => {
    const { stdout } = await runCli(["plan"], { stdin: largePreview() });
    await expect(stdout).toMatchFileSnapshot(golden("large.txt"));
    expect(stdout.split("\n").length).toBeLessThanOrEqual(24);
  });
});

test("the fields of a newer CLI change nothing", async () => {
  for (const name of previewNames) {
    const plain = await runCli(["plan", "--json"], { stdin: recorded(name) });
    expect(await runCli(["plan", "--json"], { stdin: ofNewerCli(recorded(name)) })).toEqual(plain);
  }
});

test("--json is one document on stdout", async () => {
  const { stdout } = await runCli(["plan", "--json", "-"], { stdin: largePreview() });
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ project: "shop", stack: "prod", failsOn: [] },
    cost: { before: 100, after: 97, delta: -3 },
  });
});

test("at 60 columns no line is longer", async () => {
  for (const stdin of [largePreview(), ...previewNames.map(recorded)]) {
    const { stdout } = await runCli(["plan"], { stdin, columns: 60, env: { NO_COLOR: "1" } });
    const words = stdout.split("\n").filter((line) => line.length > 60);
    // A route is never broken.
    expect(words.filter((line) => /\s\S+\s+\S/.test(line.trim()))).toEqual([]);
  }
});

test("there are colours on a terminal that wants them, and nowhere else", async () => {
  const stdin = largePreview();
  const env = { TERM: "xterm-256color" };
  expect((await runCli(["plan"], { stdin, columns: 80, env })).stdout).toContain(esc);
  expect((await runCli(["plan"], { stdin, env })).stdout).not.toContain(esc);
  const bare = { ...env, NO_COLOR: "1" };
  expect((await runCli(["plan"], { stdin, columns: 80, env: bare })).stdout).not.toContain(esc);
});

test("Ctrl-C ends it with 130 and nothing printed", async () => {
  const run = await runCli(["plan"], { stdin: largePreview(), stop: AbortSignal.abort() });
  expect(run).toMatchObject({ code: 130, stdout: "" });
});

describe("a preview that failed", () => {
  test.each([
    ["quickstart.refused", 'volume "data" was not changed: region cannot change'],
    ["load-balanced-app.destroy", 'It deletes what is protected: volume "app-0-data"'],
    ["policies.refused", 'policy no-world-open-ports: Firewall "edge": inbound[1] opens 22'],
  ])("%s is no plan", async (name, why) => {
    const { code, stdout, stderr } = await runCli(["plan", recordedFile(name)]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("There is no plan: the preview of ");
    expect(stderr).toContain(why);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr.length).toBeLessThan(330);
  });
});

describe("gates", () => {
  const planned = (...args: readonly string[]) =>
    runCli(["plan", recordedFile("quickstart.replaced"), ...args]);

  test.each([
    [["--budget", "3.99"], "budget: $4.00 a month is more than $3.99"],
    [["--fail-on", "replace"], 'replace: instance "web", volume attachment "attached"'],
    [["--fail-on", "delete,downtime"], 'downtime: volume attachment "attached"'],
    [["--fail-on", "data-loss", "--fail-on", "address-loss"], 'address-loss: instance "web"'],
  ])("%j ends with 2 and says why", async (args, why) => {
    const { code, stdout, stderr } = await planned(...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: `The plan fails on ${why}.\n` });
    expect(stdout).toContain("Plan of quickstart/dev");
    const { stdout: json } = await planned(...args, "--json");
    expect(JSON.parse(json).failsOn).toEqual([why]);
    expect((await planned(...args, "--format", "markdown")).stdout).toContain("> **Fails on** ");
  });

  test("a deleted volume is a loss of data", async () => {
    const args = ["plan", "--fail-on", "data-loss"];
    const { code, stderr } = await runCli(args, { stdin: largePreview() });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'The plan fails on data-loss: volume "data-97", volume "data-98", volume "data-99".\n',
    });
  });

  test("what is kept passes", async () => {
    expect(await planned("--budget", "4", "--fail-on", "delete,data-loss")).toMatchObject({
      code: 0,
      stderr: "",
    });
  });

  test("the user's own prices are in the sums, which say so", async () => {
    const prices = '{"instance.plan.small":6}';
    const withEnv = { env: { HOSTING_PRICES: prices } };
    const args = ["plan", recordedFile("quickstart.replaced")];
    const { stdout } = await runCli(args, withEnv);
    expect(stdout).toContain("$8.00 → $10.00 a month (+$2.00); $6.00 of it by your own prices\n");
    const { code, stderr } = await runCli([...args, "--budget", "9"], withEnv);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "The plan fails on budget: $10.00 a month ($6.00 of it by your own prices) is more than $9.00.\n",
    });
    const preview = JSON.parse(recorded("quickstart.replaced"));
    Object.assign(preview.config, { "hosting:prices": prices });
    const ofConfig = await runCli(["plan", "--json"], { stdin: JSON.stringify(preview) });
    expect(JSON.parse(ofConfig.stdout).cost).toMatchObject({ after: 10, own: 6, unpriced: [] });
    const directory = mkdtempSync(join(tmpdir(), "prices-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    writeFileSync(join(directory, "prices.json"), '{"instance.plan.small":7}');
    const ofFile = await runCli(["plan", "--prices", "prices.json", "--json"], {
      ...{ directory, stdin: JSON.stringify(preview) },
    });
    expect(JSON.parse(ofFile.stdout).cost).toMatchObject({ after: 11, own: 7 });
  });

  test.each([
    ["[secret]", "hosting:prices is encrypted, and a preview does not show it."],
    ['{"instance.plans.small":6}', "did you mean instance.plan.small?"],
  ])("prices that are %s are no plan", async (text, why) => {
    const preview = JSON.parse(recorded("quickstart.replaced"));
    Object.assign(preview.config, { "hosting:prices": text });
    const { code, stdout, stderr } = await runCli(["plan"], { stdin: JSON.stringify(preview) });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(why);
  });

  test("a budget of a preview that is not whole is no pass", async () => {
    const { code, stderr } = await runCli([
      "plan",
      recordedFile("quickstart.short"),
      "--budget",
      "100",
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "The budget was not checked: the preview leaves out unchanged resources.",
    );
    expect(stderr).toContain("--show-sames");
  });
});

test.each([
  [["--budget", "much"], "It is not an amount in dollars."],
  [["--budget", "-1"], "It is not an amount in dollars."],
  [["--budget", "$"], "It is not an amount in dollars."],
  [["--budget", "1e3"], "It is not an amount in dollars."],
  [
    ["--fail-on", "sadness"],
    '"sadness" is none of replace, delete, data-loss, address-loss, downtime.',
  ],
  [["--format", "xml"], "Allowed choices are text, markdown, json."],
  [["no-such.json"], "The file no-such.json was not read: ENOENT."],
  [["one.json", "two.json"], "too many arguments"],
])("%j is refused", async (args, why) => {
  const { code, stdout, stderr } = await runCli(["plan", ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(why);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

/** A plan of one change of one resource. */
function planOfOne(op: string, type: string, before: object, after: object, rest: object = {}) {
  const token = `pulumi-nodejs:dynamic/hosting/${type}`;
  const urn = `urn:pulumi:dev::app::${token}::it`;
  const state = { urn, type: token, id: "it", custom: true };
  const step = {
    ...{ op, urn },
    oldState: { ...state, inputs: before, outputs: before, ...rest },
    ...(op !== "delete" && { newState: { ...state, inputs: after } }),
    diffReasons: Object.keys(after),
    replaceReasons: op === "replace" ? Object.keys(after) : [],
  };
  return planOf(readPreview({ text: JSON.stringify({ steps: [step] }), from: "stdin" }));
}

test("a secret input is named without its values, also where an old CLI shows them", () => {
  const keys = [{ privateKey: "old-hush" }, { privateKey: "new-hush" }] as const;
  const plan = planOfOne("replace", "network:Certificate", ...keys);
  expect(plan.changes[0]?.fields).toEqual([{ name: "privateKey", replaces: true }]);
  expect(JSON.stringify(plan)).not.toContain("hush");
  const masked = planOfOne("update", "storage:Volume", { sizeGb: "[secret]" }, { sizeGb: 20 });
  expect(masked.changes[0]?.fields).toEqual([{ name: "sizeGb", replaces: false }]);
});

test("the value of a refused input is in no message: the engine quotes secrets, too", async () => {
  const message = [
    "error: hosting/network:Certificate resource 'tls': property privateKey value {&{{-----BEGIN",
    "hush} has a problem: }}} has a problem: it is no PEM",
  ].join("\n");
  for (const severity of ["error", "warning"]) {
    const stdin = JSON.stringify({ steps: [], diagnostics: [{ severity, message }] });
    for (const format of ["text", "markdown", "json"]) {
      const { stdout, stderr } = await runCli(["plan", "--format", format], { stdin });
      const said = `${stdout}${stderr}`.replace(/\s+/g, " ");
      expect(said).toContain("property privateKey has a problem: it is no PEM");
      expect(said).not.toContain("hush");
    }
  }
});

const renamed = { name: "b", __generatedName: true };

test.each([
  ["compute:Instance", { name: "a" }, renamed, "createFirst"],
  ["compute:Instance", { name: "a", plan: "s" }, { name: "a", plan: "m" }, "deleteFirst"],
  ["storage:Bucket", { name: "a" }, renamed, "deleteFirst"],
])("of %s, %j and %j, the order is the rule of the class: %s", (type, before, after, order) => {
  expect(planOfOne("replace", type, before, after).changes[0]?.order).toBe(order);
});

test("what is deleted from the state and stays on the platform loses nothing, with a remark", () => {
  const [kept] = planOfOne(
    "delete",
    "storage:Volume",
    { sizeGb: 5 },
    {},
    { retainOnDelete: true },
  ).changes;
  expect(kept).toMatchObject({ losses: [], stays: expect.stringContaining("retainOnDelete") });
  const [share] = planOfOne("delete", "compute:ImageShare", {}, {}).changes;
  expect(share?.stays).toContain("it stays on the platform");
});

test("a resource without a price is not shown as free", async () => {
  const instance = "pulumi-nodejs:dynamic/hosting/compute:Instance";
  const urns = ["a", "b"].map((name) => `urn:pulumi:dev::app::${instance}::${name}`);
  const states = urns.map((urn) => ({ urn, type: instance, custom: true, inputs: {} }));
  const [first, second] = states;
  const printed = async (...steps: readonly object[]) => {
    const stdin = JSON.stringify({ steps });
    const { stdout } = await runCli(["plan"], { stdin });
    const { stdout: page } = await runCli(["plan", "--format", "markdown"], { stdin });
    expect(page).not.toMatch(/\| instance[^|]*\| [^|]*\$0\.00/);
    return /^cost +(.*)$/m.exec(stdout)?.[1];
  };
  const same = { op: "same", urn: urns[0], oldState: first, newState: first };
  const created = { op: "create", urn: urns[1], newState: second };
  const gone = { op: "delete", urn: urns[0], oldState: first };
  expect(await printed({ ...created })).toBe(
    "$0.00 → unknown; without a price: 1 instance; before: nothing",
  );
  expect(await printed(same)).toBe("unknown, as before; without a price: 1 instance");
  expect(await printed(same, created)).toBe(
    "unknown; without a price: 2 instances; before: 1 instance",
  );
  expect(await printed(gone)).toBe(
    "unknown → $0.00 a month; without a price: nothing; before: 1 instance",
  );
});

test("values that are not known yet are called that", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const plan = planOfOne("update", "storage:Volume", { sizeGb: 10 }, { sizeGb: unknown });
  expect(plan.changes[0]?.fields[0]?.values).toEqual({ before: "10", after: "not known yet" });
  expect(plan.cost.after).toMatchObject({
    monthly: 0,
    unpriced: [{ unpriced: "sizeGb is not known yet" }],
  });
});

test("what a program says or calls its inputs is no markup in the page, and no escape", async () => {
  const token = "pulumi-nodejs:dynamic/hosting/storage:Volume";
  const urn = `urn:pulumi:dev::app::${token}::data`;
  const state = { urn, type: token, custom: true, inputs: {} };
  const message = "\\<script> \\| ![x](http://127.0.0.1/x.png) #12 @team &lt;";
  const stdin = JSON.stringify({
    steps: [
      {
        ...{ op: "update", urn, oldState: state, newState: state },
        diffReasons: ["sizeGb", `${esc}[31m|<img>`],
      },
    ],
    diagnostics: [{ severity: "warning", message }],
  });
  const { stdout } = await runCli(["plan", "--format", "markdown"], { stdin });
  expect(stdout).toContain(
    "- \\\\\\<script\\> \\\\\\| !\\[x\\](http:\u200b//127.0.0.1/x.png) #\u200B12 @\u200Bteam \\&lt;",
  );
  for (const text of [stdout, (await runCli(["plan"], { stdin })).stdout]) {
    expect(text).toContain("sizeGb");
    expect(text).not.toContain("<img>");
    expect(text).not.toContain(esc);
  }
});

test("what a preview holds cannot write to the terminal, nor into the page", async () => {
  const token = "pulumi-nodejs:dynamic/hosting/compute:Instance";
  const urn = `urn:pulumi:dev::app::${token}::<img src=x>|${esc}[31m@team`;
  const stdin = JSON.stringify({
    steps: [{ op: "create", urn, newState: { urn, type: token, custom: true } }],
  });
  expect((await runCli(["plan"], { stdin })).stdout).not.toContain(esc);
  const { stdout } = await runCli(["plan", "--format", "markdown"], { stdin });
  expect(stdout).toContain('`"<img src=x>\\|@team"`');
});
