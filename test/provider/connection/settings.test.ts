import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultAssumptions } from "../../../contract/assumptions.ts";
import {
  readSettings,
  requireKey,
  type Settings,
  settingProblems,
} from "../../../provider/connection/settings.ts";
import { providerNames, settingNames } from "../../../provider/setting-names.ts";
import { errorOf } from "../../support/session.ts";

type Values = Readonly<Record<string, string>>;

const key = "hk_0123456789abcdefWXYZ";
const account = {
  apiKey: key,
  baseUrl: "https://console.example",
  apiBaseUrl: "https://api.example/",
};
const embedded = { backend: "embedded", embeddedFile: "/program/one.db" };

/** Two values of every setting, each with the settings that it needs beside it. */
const samples: Readonly<
  Record<keyof typeof settingNames, readonly [beside: Values, first: string, second: string]>
> = {
  backend: [account, "embedded", "api"],
  apiKey: [account, key, "hk_another_key_0123456789"],
  apiKeyId: [embedded, "key_1", "key_2"],
  baseUrl: [account, "https://one.example", "https://two.example"],
  apiBaseUrl: [account, "https://one.example", "https://two.example"],
  account: [account, "one", "two"],
  requestsPerMinute: [account, "10", "20"],
  mailEnabled: [embedded, "true", "false"],
  assumedRoutes: [embedded, "try", "never"],
  assumptions: [embedded, '{"fields.status":"one"}', '{"fields.status":"two"}'],
  embeddedFile: [embedded, "/program/1.db", "/program/2.db"],
  logRequests: [embedded, "/program/one.log", "/program/two.log"],
  coordination: [account, "postgres://a:b@db.example/one", "postgres://a:b@db.example/two"],
  prices: [embedded, '{"bucket":1}', '{"bucket":2}'],
};
const cases = Object.entries(samples).map(
  ([name, values]) => [name, variableOf(name), ...values] as const,
);

function variableOf(name: string): string {
  return Object.entries(settingNames).find(([known]) => known === name)?.[1] ?? "";
}

/** Settings from config values, environment variables and the directory of the program. */
function read(config: Values, env: Values = {}, directory = "/program"): Settings {
  return readSettings({ env, config: (name) => config[name], directory });
}

/** The same with the key shown, so that two can be compared. */
function readAll(config: Values, env: Values = {}): unknown {
  const { backend, ...others } = read(config, env);
  const coordination = others.coordination?.reveal();
  return { ...others, coordination, backend: { ...backend, apiKey: backend.apiKey?.reveal() } };
}

async function messageOf(config: Values, env: Values = {}): Promise<string> {
  const error = await errorOf(() => requireKey(read(config, env)));
  expect(error.code).toBe("settings");
  return error.message;
}

test.each([
  ["HOSTING_DELETED_BY_HAND", "deletedByHand"],
  ["HOSTING_FORGET_UNRESOLVED", "forgetUnresolved"],
  ["HOSTING_ALLOW_OWNER_REMOVAL", "removableOwners"],
] as const)("%s is a list, whatever spaces and commas are in it", (variable, name) => {
  expect(read(embedded, { [variable]: " one, two ,,three," })[name]).toEqual([
    "one",
    "two",
    "three",
  ]);
  expect(read(embedded, { [variable]: " , " })[name]).toEqual([]);
});

describe("where a setting comes from", () => {
  test.each(cases)(
    "%s: %s wins over the stack's config",
    (name, variable, beside, first, second) => {
      const expected = readAll({ ...beside, [name]: first });
      expect(readAll({ ...beside, [name]: second }, { [variable]: first })).toEqual(expected);
      expect(readAll({ ...beside, [name]: second })).not.toEqual(expected);
      expect(readAll({ ...beside, [name]: first }, { [variable]: " " })).toEqual(expected);
    },
  );

  test.each(cases.filter(([name]) => providerNames.includes(name)))(
    "%s: an explicit provider's argument is never overridden by %s",
    (name, variable, beside, first, second) => {
      const explicit = { ...beside, explicit: "true", [name]: first };
      expect(readAll(explicit, { [variable]: second })).toEqual(
        readAll({ ...beside, [name]: first }),
      );
      const { [name]: _left, ...without } = explicit;
      const withEnv = () => readAll(without, { [variable]: second });
      const withoutEnv = () => readAll(without);
      expect(outcomeOf(withEnv)).toEqual(outcomeOf(withoutEnv));
    },
  );

  test("an explicit provider's key may come from the variable that it names, and from no other", async () => {
    const { apiKey: _own, ...hosts } = account;
    const explicit = { ...hosts, explicit: "true", apiKeyFrom: "OTHER_KEY" };
    const env = { OTHER_KEY: ` ${key}\n`, HOSTING_API_KEY: "hk_of_the_stack_0123456789" };
    expect(readAll(explicit, env)).toEqual(readAll(account));
    expect(await messageOf(explicit, { HOSTING_API_KEY: key })).toMatch(/OTHER_KEY.*not set/);
    expect(await messageOf({ ...explicit, apiKey: key }, env)).toMatch(/apiKey and apiKeyFrom/);
    expect(await messageOf({ ...explicit, apiKeyFrom: key })).not.toContain(key);
    const other = await messageOf({ ...hosts, apiKeyFrom: "OTHER_KEY" }, { OTHER_KEY: key });
    expect(other).toContain("lacks hosting:apiKey");
  });

  test("only the environment accepts another platform id", () => {
    expect(read(embedded, { HOSTING_ACCEPT_WORLD: "api:x#" }).acceptWorld).toBe("api:x#");
    expect(read({ ...embedded, acceptWorld: "api:x#" }).acceptWorld).toBeUndefined();
  });
});

function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return String(Object(error).message);
  }
}

test.each([
  ["of the stack", {}, /lacks hosting:apiKey \(HOSTING_API_KEY\), so nothing was sent/],
  ["of an explicit provider", { explicit: "true" }, /lacks apiKey/],
  ["named by a variable that is not set", { explicit: "true", apiKeyFrom: "CI_KEY" }, /CI_KEY/],
])("a key %s is asked for only by what sends", async (_where, config, says) => {
  const { apiKey: _key, ...hosts } = account;
  const values: Values = { ...hosts, ...config };
  expect(read(values).backend).toMatchObject({ kind: "api", baseUrl: "https://console.example" });
  const sources = { env: {}, config: (name: string) => values[name], directory: "/program" };
  expect(settingProblems(sources)).toEqual([]);
  expect(await messageOf(values)).toMatch(says);
  expect(await messageOf(values, { HOSTING_API_KEY: " " })).toMatch(says);
});

describe("the backend", () => {
  test("has no default: the error names both ways to go on", async () => {
    expect(await messageOf({})).toMatch(/hosting:backend embedded.*--secret hosting:apiKey/);
  });

  test("is embedded also beside what cannot be a key: it needs none", () => {
    expect(read({ ...embedded, apiKey: "too short" }).backend).toMatchObject({
      kind: "embedded",
      apiKey: undefined,
    });
  });

  test.each(["apiKey", "baseUrl", "apiBaseUrl"] as const)("is the API when %s is set", (name) => {
    const alone = outcomeOf(() => requireKey(read({ [name]: account[name] })));
    expect(alone).toMatch(/^The api backend lacks hosting:/);
    expect(read(account).backend).toMatchObject({ kind: "api" });
  });

  test("is embedded although a key is set, when configured", () => {
    expect(read({ ...embedded, apiKey: key }).backend).toMatchObject({ kind: "embedded" });
    expect(read(embedded).backend).toEqual({
      kind: "embedded",
      file: "/program/one.db",
      apiKey: undefined,
    });
  });

  test("of an account has two origins, a name and a key", () => {
    expect(read({ ...account, account: "shop" }).backend).toMatchObject({
      kind: "api",
      baseUrl: "https://console.example",
      apiBaseUrl: "https://api.example",
      account: "shop",
    });
  });

  test("never prints its key", () => {
    const settings = read(account);
    for (const text of [inspect(settings, { depth: 9 }), JSON.stringify(settings), `${settings}`]) {
      expect(text).not.toContain(key);
    }
  });
});

describe("defaults", () => {
  test("are the careful ones", () => {
    expect(read(account)).toMatchObject({
      requestsPerMinute: 60,
      mailEnabled: false,
      assumedRoutes: "try",
      assumptions: defaultAssumptions,
      apiKeyId: undefined,
      acceptWorld: undefined,
      deletedByHand: [],
      logRequests: undefined,
      coordination: undefined,
    });
  });

  test("limit no requests to the embedded platform unless that is asked for", () => {
    expect(read(embedded).requestsPerMinute).toBeUndefined();
    expect(read({ ...embedded, requestsPerMinute: "30" }).requestsPerMinute).toBe(30);
  });

  test("of the rate can only be lowered", () => {
    expect(read({ ...account, requestsPerMinute: "600" }).requestsPerMinute).toBe(60);
  });

  test.each([
    ["beside the nearest Pulumi.yaml above", ["a/Pulumi.yaml", "a/b/c/"], "a/b/c", "a"],
    [
      "beside a Pulumi.yaml in the program's directory",
      ["a/Pulumi.yaml", "a/b/Pulumi.yaml"],
      "a/b",
      "a/b",
    ],
    ["in the program's directory where there is none", ["a/b/"], "a/b", "a/b"],
  ])("keep the embedded platform %s", (_where, files, program, expected) => {
    const root = mkdtempSync(join(tmpdir(), "settings-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    for (const file of files) {
      mkdirSync(join(root, file, file.endsWith("/") ? "." : ".."), { recursive: true });
      if (!file.endsWith("/")) writeFileSync(join(root, file), "name: x\n");
    }
    const { backend } = read({ backend: "embedded" }, {}, join(root, program));
    expect(backend).toMatchObject({ file: join(root, expected, ".hosting", "platform.db") });
  });

  test("resolve a relative file of the embedded platform in the program's directory", () => {
    const { backend } = read({ backend: "embedded", embeddedFile: "one.db" }, {}, "/program");
    expect(backend).toMatchObject({ file: "/program/one.db" });
  });
});

describe("a file", () => {
  /** A project in a directory that has another one beside it, with links from the first to that. */
  function project(): string {
    const root = mkdtempSync(join(tmpdir(), "settings-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, "app", "src"), { recursive: true });
    mkdirSync(join(root, "beside"));
    writeFileSync(join(root, "app", "Pulumi.yaml"), "name: x\n");
    symlinkSync(join(root, "beside"), join(root, "app", "linked"));
    symlinkSync(join(root, "beside", "none.db"), join(root, "app", "dangling.db"));
    symlinkSync("src", join(root, "app", "inside"));
    return join(root, "app", "src");
  }
  const files = ["embeddedFile", "logRequests"] as const;
  const inside = [
    "one.db",
    "../one.db",
    "../.hosting/new/one.db",
    "../..one.db",
    "../inside/one.db",
  ];
  const outside = [
    "../../one.db",
    "../../beside/one.db",
    "/etc/one.db",
    "../linked/one.db",
    "../dangling.db",
  ];

  test.each(files)("of the stack's config is one of the project: %s", async (name) => {
    const directory = project();
    for (const explicit of ["true", ""]) {
      const config = { backend: "embedded", explicit };
      for (const file of inside) {
        const settings = JSON.stringify(read({ ...config, [name]: file }, {}, directory));
        expect(settings).toContain(JSON.stringify(join(directory, file)));
      }
      for (const file of outside) {
        const { message } = await errorOf(() => read({ ...config, [name]: file }, {}, directory));
        expect(message).toBe(
          `Setting hosting:${name} (${variableOf(name)}) must name a file below ${dirname(directory)}, or be set in the environment. Nothing was sent.`,
        );
      }
    }
  });

  test("no word of what lives says that an object is gone", async () => {
    const config = { backend: "embedded", assumptions: '{"words.deleted":["In-Use","Available"]}' };
    const { message } = await errorOf(() => read(config, {}, project()));
    expect(message).toMatch(/must not be in "words.deleted" and in "words.ready"/);
  });

  test("no assumption reads a bucket's secret as something that is kept in plain text", async () => {
    for (const fields of [
      { "fields.bucketEndpoint": "secret_key" },
      { "fields.bucketAccessKey": "hidden", "fields.bucketSecretKey": "hidden" },
    ]) {
      const config = { backend: "embedded", assumptions: JSON.stringify(fields) };
      const { message } = await errorOf(() => read(config, {}, project()));
      expect(message).toContain("must not be the field of fields.bucketSecretKey");
    }
  });

  test("that nothing names is none to which a link leads out of the project", async () => {
    const directory = project();
    symlinkSync(join(dirname(directory), "..", "beside"), join(dirname(directory), ".hosting"));
    const { message } = await errorOf(() => read({ backend: "embedded" }, {}, directory));
    expect(message).toContain("must name a file below");
  });

  test.each(files)("that the environment names may be anywhere: %s", (name) => {
    const directory = project();
    for (const file of [...inside, ...outside]) {
      for (const config of [{}, { explicit: "true", [name]: file }]) {
        const env = { [variableOf(name)]: file };
        const settings = JSON.stringify(read({ backend: "embedded", ...config }, env, directory));
        expect(settings).toContain(JSON.stringify(resolve(directory, file)));
      }
    }
  });
});

describe("the addresses of an account", () => {
  const names = ["baseUrl", "apiBaseUrl"] as const;
  const blanks = names.flatMap((name) => ["", "  "].map((blank) => [name, blank] as const));

  test.each(blanks)("get no key of the environment where it has %s as %j", async (name, blank) => {
    const env = { HOSTING_API_KEY: key, [variableOf(name)]: blank };
    const message = await messageOf(account, env);
    expect(message).toBe(
      `${variableOf(name)} is empty, and the key of the environment belongs with its address: nothing was sent. Give ${variableOf(name)} its value, or unset it to use that of the stack's config.`,
    );
  });

  test.each(blanks)(
    "are those of the config with its own key, or by an explicit provider, with %s as %j",
    (name, blank) => {
      const empty = { [variableOf(name)]: blank };
      expect(readAll(account, empty)).toEqual(readAll(account));
      const explicit = { ...account, explicit: "true" };
      expect(readAll(explicit, { ...empty, HOSTING_API_KEY: key })).toEqual(readAll(account));
    },
  );
});

describe("a malformed setting", () => {
  test.each<[string, string, string]>([
    ["backend", "cloud", 'embedded or api, not "cloud"'],
    ["backend", key, "embedded or api, not a text of 23 characters"],
    ["requestsPerMinute", `${key} `, "from 1 to 60, not a text of 23 characters"],
    ["assumedRoutes", `${key} `, "try or never, not a text of 23 characters"],
    ["requestsPerMinute", "0", 'a whole number from 1 to 60, not "0"'],
    ["requestsPerMinute", "2.5", "a whole number"],
    ["requestsPerMinute", "many", "a whole number"],
    ["mailEnabled", "yes", 'false or true, not "yes"'],
    ["assumedRoutes", "always", 'try or never, not "always"'],
    ["assumptions", "{", "it is not JSON"],
    ["assumptions", "5", "it is no object"],
    ["assumptions", "null", "it is no object"],
    ["assumptions", "[]", "it is no object"],
    ["assumptions", '{"x":1}', '"x" is not an assumption; known: '],
    ["assumptions", '{"fields.status":1}', '"fields.status" must be a string'],
    ["assumptions", '{"routes.volume.get":"x"}', '"GET /v1/volumes/{volume_id}", not "x"'],
  ])(
    "%s as %j: its message names it, its variable and what it may be",
    async (name, value, text) => {
      const message = await messageOf({ ...embedded, [name]: value });
      expect(message).toMatch(new RegExp(`^Setting hosting:${name} \\(${variableOf(name)}\\) `));
      expect(message).toContain(text);
    },
  );

  test.each([
    ["apiKey", "too short"],
    ["baseUrl", "http://hunter2.example"],
    ["apiBaseUrl", "https://user:hunter2@api.example"],
  ])("%s: its message names it, but not its value", async (name, value) => {
    const message = await messageOf({ ...account, [name]: value });
    expect(message).toContain(`hosting:${name} (${variableOf(name)})`);
    expect(message).not.toMatch(/too short|hunter2/);
  });

  const commands = {
    apiKey: "`pulumi config set --secret hosting:apiKey`",
    baseUrl: "`pulumi config set hosting:baseUrl`",
    apiBaseUrl: "`pulumi config set hosting:apiBaseUrl`",
  };

  test.each<readonly (keyof typeof commands)[]>([
    ["apiKey"],
    ["baseUrl"],
    ["apiBaseUrl"],
    ["baseUrl", "apiBaseUrl", "apiKey"],
  ])(
    "all that are missing are asked for at once, each with its command: %s %s %s",
    async (...names) => {
      const there = Object.entries(account).filter(([name]) => !names.some((one) => one === name));
      const message = await messageOf({ backend: "api", ...Object.fromEntries(there) });
      for (const [name, command] of Object.entries(commands)) {
        expect(message.includes(command)).toBe(names.some((one) => one === name));
      }
    },
  );

  test("an explicit provider is given what is missing, because no config is read for it", async () => {
    const { apiKey: _key, baseUrl: _url, ...others } = account;
    const message = await messageOf({ explicit: "true", ...others });
    expect(message).toMatch(/lacks baseUrl and apiKey(?!.*pulumi config)/);
  });
});
