import { expect, test } from "vitest";
import { UNKNOWN } from "../../../contract/values/unknown.ts";
import { runCli } from "../../support/cli.ts";
import { come, gone, previewOf, provider, type Rest, volume } from "./steps.ts";

const planned = async (...steps: readonly object[]) => {
  const stdin = previewOf(steps);
  const { stdout } = await runCli(["plan"], { stdin, columns: 200, env: { NO_COLOR: "1" } });
  const { stdout: json } = await runCli(["plan", "--json"], { stdin });
  const { stdout: page } = await runCli(["plan", "--format", "markdown"], { stdin });
  return { stdout, json: JSON.parse(json), page };
};

const hint =
  'looks renamed to "archives": to keep it, set aliases: [{ name: "archive" }] in its options (the third argument)';

test("a deleted volume and a new one with the same inputs look like a rename", async () => {
  const { stdout, json, page } = await planned(...volume("archive", "archives"));
  expect(stdout).toContain(
    `- delete   volume "archive"\n           loses its data (20 GB); ${hint}\n`,
  );
  expect(json).toMatchObject({ changes: [{ name: "archive", renamedTo: "archives" }, {}] });
  expect(json.changes[1]).not.toHaveProperty("renamedTo");
  expect(page).toContain('looks renamed to "archives"');
});

test("several that look renamed share a line", async () => {
  const more = { sizeGb: 5 };
  const { stdout } = await planned(
    ...volume("archive", "archives"),
    ...volume("logs", "records", more, more),
  );
  expect(stdout).toContain(
    'lose their data; look renamed to "archives" and "records": to keep each, set aliases: [{ name: "<its old name>" }] in its options (the third argument)',
  );
});

const named = (name: string): Rest => ({ name, __generatedName: false });
const apart: readonly (readonly [string, readonly object[]])[] = [
  ["another size", volume("a", "b", {}, { sizeGb: 21 })],
  ["another name in the program", volume("a", "b", named("x"), named("y"))],
  ["a separate class", [gone("a", { inputs: {} }), come("b", { inputs: {}, type: "Bucket" })]],
  ["two that it can be", [...volume("a", "b"), come("c")]],
  ["two that can be it", [...volume("a", "b"), gone("c")]],
  ["an old one of an earlier run", [gone("a", { leftover: true }), come("b")]],
  ["another account", [gone("a", { provider: "eu" }), come("b", { provider: "us" })]],
  ["another place in the program", [gone("a", { within: "my:Group$" }), come("b")]],
];

test.each(apart)("%s is no rename", async (_, steps) => {
  const { stdout, json } = await planned(...steps);
  expect(stdout).not.toContain("renamed");
  expect(JSON.stringify(json.changes)).not.toContain("renamed");
});

test.each([
  ["", "my:Group$", "looks moved: to keep it, set aliases: [{ parent: pulumi.rootStackResource }]"],
  ["my:Old$", "", "looks moved: to keep it, set aliases: [{ parent: <its old parent> }]"],
  ["my:A$", "my:A$my:B$", "looks moved: to keep it, set aliases: [{ parent: <its old parent> }]"],
  [
    "acme:apps:Web$my:B$",
    "acme:web:Web$my:B$",
    'the type of its component changed: to keep it, set aliases: [{ type: "acme:apps:Web" }] in the options of acme:web:Web',
  ],
])("one that leaves %s for %s under its name gets the right alias", async (from, to, says) => {
  const { stdout, json } = await planned(gone("a", { within: from }), come("a", { within: to }));
  expect(stdout).toContain(says);
  const moved = expect.stringContaining(says);
  expect(json.changes).toContainEqual(expect.objectContaining({ moved }));
});

test("where two of its name are created, nothing is guessed", async () => {
  const both = [come("a", { within: "my:A$" }), come("a", { within: "my:B$" })];
  expect((await planned(gone("a"), ...both)).stdout).not.toContain("moved");
});

test("the same name in the program is, and so is what is taken over again", async () => {
  expect((await planned(...volume("a", "b", named("x"), named("x")))).stdout).toContain("renamed");
  const adopted = { adopt: "vol_1" };
  expect((await planned(...volume("a", "b", adopted, adopted))).stdout).toContain("renamed");
});

test("what a renamed provider makes looks renamed as well", async () => {
  const [old, next] = [gone("a", { provider: "eu" }), come("b", { provider: "europe" })];
  const both = await planned(gone("eu", provider), come("europe", provider), old, next);
  expect(both.stdout).toContain('looks renamed to "b"');
});

test("what Pulumi's own provider of another version makes looks renamed as well", async () => {
  const [old, next] = [
    gone("a", { provider: "default_4_16_8" }),
    come("b", { provider: "default_4_18_0" }),
  ];
  expect((await planned(old, next)).stdout).toContain('looks renamed to "b"');
});

test("an alias can be pasted whatever the old name has in it", async () => {
  const { stdout } = await planned(...volume('the "old" one', "new"));
  expect(stdout).toContain('aliases: [{ name: "the \\"old\\" one" }]');
});

/** An attachment of a volume, whose id is not known before it is made. */
const attachment = (of: string, volumeId: string) => ({
  type: "VolumeAttachment",
  inputs: { instanceId: "inst_1", volumeId },
  sources: { volumeId: of },
});

test("what refers to what is renamed looks renamed as well, and to nothing else", async () => {
  const old = gone("archive-in", attachment("archive", "vol_1"));
  const attached = (of: string) => [old, come("archives-in", attachment(of, UNKNOWN))];
  const both = await planned(...volume("archive", "archives"), ...attached("archives"));
  expect(both.stdout).toContain('looks renamed to "archives-in"');
  const other = { sizeGb: 5 };
  const one = await planned(...volume("archive", "b", {}, other), ...attached("b"));
  expect(one.stdout).not.toContain("renamed");
});

const app = "hosting:components:LoadBalancedApp";
const inApp = { within: `${app}$` };

/** An app with two volumes that differ in nothing but names, and what is in it besides. */
function apps(from: string, to: string, size = 20): readonly object[] {
  return [
    come(to, { component: app }),
    ...[0, 1].flatMap((at) => [
      gone(`${from}-${at}-data`, inApp),
      come(`${to}-${at}-data`, { ...inApp, inputs: { sizeGb: at === 0 ? size : 20 } }),
    ]),
  ];
}

test("a component whose parts all pair up is named once, also when its own step is missing", async () => {
  for (const own of [[], [gone("app", { component: app })]]) {
    const { stdout, json, page } = await planned(...apps("app", "apps"), ...own);
    const told =
      'LoadBalancedApp "app" looks renamed to "apps": to keep what is in it, set aliases: [{ name: "app" }] in its options (the third argument)';
    expect(stdout).toContain(`\nrenamed    ${told}\n`);
    expect(stdout.match(/renamed to/g)).toHaveLength(1);
    expect(json.renamed).toEqual([{ type: app, name: "app", to: "apps" }]);
    expect(page).toContain('**Renamed** LoadBalancedApp "app" looks renamed to "apps"');
  }
});

/** As a stream of events has it: it shows for no value what that comes from. */
const withoutSources = (steps: readonly object[]): readonly object[] =>
  JSON.parse(JSON.stringify(steps, (key, value) => (key === "propertyDependencies" ? {} : value)));

test("what is in a component refers to its parts under their new names", async () => {
  const part = (of: string, volumeId: string) => ({
    ...{ type: "VolumeAttachment", ...inApp, inputs: { volumeId } },
    ...{ sources: { volumeId: of }, sourcesWithin: inApp.within },
  });
  const steps = (of: string) => [
    ...apps("app", "apps"),
    gone("app-0-in", part("app-0-data", "vol_1")),
    come("apps-0-in", part(of, UNKNOWN)),
  ];
  expect((await planned(...steps("apps-0-data"))).json.renamed).toHaveLength(1);
  expect((await planned(...steps("apps-1-data"))).json.renamed).toEqual([]);
  expect((await planned(...withoutSources(steps("apps-0-data")))).json.renamed).toHaveLength(1);
});

test.each([
  ["a part differs", apps("app", "apps", 30)],
  ["a part is left", [...apps("app", "apps"), gone("app-2-data", inApp)]],
  ["a part is new", [...apps("app", "apps"), come("apps-2-data", inApp)]],
  ["the old one stays", [...apps("app", "apps"), come("app", { component: app, op: "same" })]],
  [
    "there are two",
    [...apps("app", "apps"), ...apps("app", "shop").filter((_, at) => at % 2 === 0)],
  ],
])("of a component nothing is printed where %s", async (_, steps) => {
  const { stdout, json } = await planned(...steps);
  expect(stdout).not.toContain("\nrenamed ");
  expect(json.renamed).toEqual([]);
});
