import * as pulumi from "@pulumi/pulumi";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { configWarnings } from "../../../provider/definition/config-warnings.ts";
import { Volume } from "../../../resources/index.ts";
import { known, mockEngine } from "../../support/session-mocks.ts";

mockEngine();

function warningsOf(
  values: Readonly<Record<string, string>>,
  { project = "shop", secretKeys = ["hosting:apiKey"] }: Partial<SecretKeys & Project> = {},
) {
  return configWarnings({ project, values, secretKeys });
}
type SecretKeys = { readonly secretKeys: readonly string[] };
type Project = { readonly project: string };

describe("a key of the config", () => {
  test("that is a setting, or belongs to somebody else, is no mistake", () => {
    const values = { "hosting:backend": "api", "hosting:apiKey": "k", "shop:backnd": "x", a: "" };
    expect(warningsOf(values)).toEqual([]);
  });

  test("that is nearly a setting gets the nearest one", () => {
    expect(warningsOf({ "hosting:backnd": "api", "hosting:mailenabled": "true" })).toEqual([
      "hosting:backnd is no setting; did you mean hosting:backend?",
      "hosting:mailenabled is no setting; did you mean hosting:mailEnabled?",
    ]);
  });

  test("that is like none gets all of them", () => {
    const [text = ""] = warningsOf({ "hosting:colour": "red" });
    expect(text).toMatch(
      /^hosting:colour is no setting, so it does nothing; known: backend, apiKey, .*prices$/,
    );
    expect(text.length).toBeLessThan(300);
  });

  test("may be anything in a project that is named hosting", () => {
    const values = { "hosting:colour": "red", "hosting:backnd": "api" };
    expect(warningsOf(values, { project: "hosting" })).toEqual([]);
  });
});

describe("pulumi:autonaming", () => {
  test.each([
    { mode: "verbatim" },
    { mode: "disabled" },
    { pattern: "my-pattern" },
    { providers: { "pulumi-nodejs": { mode: "verbatim" } } },
  ])("as %j is not applied here, and one warning names the input that is", (value) => {
    expect(warningsOf({ "pulumi:autonaming": JSON.stringify(value) })).toEqual([
      expect.stringMatching(/^pulumi:autonaming is not applied .*Set the input `name`/),
    ]);
  });

  test.each([
    ["the default", '{"mode":"default"}'],
    ["another provider's", '{"providers":{"aws":{"mode":"verbatim"}}}'],
    ["no JSON", "verbatim"],
  ])("is no matter of ours where it is %s", (_what, value) => {
    expect(warningsOf({ "pulumi:autonaming": value })).toEqual([]);
  });
});

describe("an API key", () => {
  test("by the name of a variable is for explicit providers", () => {
    expect(warningsOf({ "hosting:apiKeyFrom": "OTHER_KEY" })).toEqual([
      expect.stringMatching(/an argument of `new hosting\.Provider`.*HOSTING_API_KEY/),
    ]);
  });

  test("in plain text is warned of, without a word of it", () => {
    const [text = "", ...more] = warningsOf({ "hosting:apiKey": "hk_secret" }, { secretKeys: [] });
    expect(text).toMatch(
      /^hosting:apiKey is stored in plain text\. Run `pulumi config set --secret/,
    );
    expect(text).not.toContain("hk_secret");
    expect(more).toEqual([]);
  });

  test("is not where nobody tells what is encrypted", () => {
    const values = { "hosting:apiKey": "hk_secret" };
    expect(configWarnings({ project: "shop", values, secretKeys: undefined })).toEqual([]);
  });
});

test.each(["shop", "hosting"])(
  "a config that looks like an explicit provider's stops the program at each resource (%s)",
  async (project) => {
    onTestFinished(() => pulumi.runtime.setAllConfig({}));
    const registered: string[] = [];
    const newResource = ({ name }: pulumi.runtime.MockResourceArgs) => {
      registered.push(name);
      return { id: name, state: {} };
    };
    await pulumi.runtime.setMocks(
      { newResource, call: () => ({}) },
      ...([project, "dev", false, "org"] as const),
    );
    pulumi.runtime.setAllConfig({
      "hosting:explicit": "true",
      "hosting:apiKeyFrom": "HOSTING_API_KEY",
    });
    for (const name of ["data", "more"]) {
      const make = () => new Volume(name, { region: "eu", sizeGb: 10 });
      expect(make).toThrow(pulumi.RunError);
      expect(make).toThrow("Run `pulumi config rm hosting:explicit`");
    }
    await pulumi.runtime.disconnect();
    expect(registered).toEqual([]);
  },
);

describe("a program", () => {
  afterEach(() => {
    pulumi.runtime.setAllConfig({});
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test("is warned once of its stack's config, by the first resource", async () => {
    const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue();
    await pulumi.runtime.setMocks(
      { newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) },
      ...(["config-warnings", "dev", false, "org"] as const),
    );
    pulumi.runtime.setAllConfig({ "hosting:backnd": "api", "hosting:apiKey": "hk_secret" });
    vi.stubEnv("PULUMI_CONFIG_SECRET_KEYS", "[]");
    const first = new Volume("data", { region: "eu", sizeGb: 10 });
    const second = new Volume("more", { region: "eu", sizeGb: 10 });
    await Promise.all([known(first.id), known(second.id)]);
    expect(warn.mock.calls.map(([text]) => text)).toEqual([
      "hosting:backnd is no setting; did you mean hosting:backend?",
      expect.stringContaining("plain text"),
    ]);
  });
});
