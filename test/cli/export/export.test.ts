import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openPlatform, servePlatform } from "../../../platform/index.ts";
import { newWorld, temporaryDirectory } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { type Account, newAccount, textsIn } from "../../support/exported-account.ts";
import { settingsFor, silent } from "../answering.ts";

const Gaps = z.object({
  gaps: z.array(z.object({ what: z.string(), why: z.string(), todo: z.string() })),
});

const Protected = z.object({
  resources: z.array(z.object({ type: z.string(), protected: z.boolean() })),
});

/** Without the place of the platform, which differs each time. */
function masked(text: string, { directory }: Account): string {
  return text.replaceAll(directory, "<directory>");
}

describe("a small account", () => {
  test("becomes a program, which the summary tells about", async () => {
    const account = await newAccount(1);
    const { code, stdout, stderr } = await account.run(["--out", "infra", "--id", "proj_1"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "Reading 14 lists …\n" });
    await expect(masked(stdout, account)).toMatchFileSnapshot("golden/small.txt");
    const { ".hosting-export.json": _hashes, ...files } = textsIn(join(account.directory, "infra"));
    for (const [name, text] of Object.entries(files)) {
      await expect(masked(text, account)).toMatchFileSnapshot(`golden/small/${name}.txt`);
    }
  });

  test("is printed as JSON, and nothing else on stdout", async () => {
    const account = await newAccount(1);
    const { stdout } = await account.run(["--out", "infra", "--json"]);
    await expect(masked(stdout, account)).toMatchFileSnapshot("golden/small.json");
    const files = Object.values(textsIn(join(account.directory, "infra"))).join("\n");
    expect(`${stdout}${files}`).not.toMatch(/PRIVATE KEY/);
    expect(`${stdout}${files}`).not.toContain(account.world.platform.rootKey);
  });

  test("is asked by requests that change nothing, for each list once", async () => {
    const account = await newAccount(1);
    const { platform } = account.world;
    const server = await servePlatform(platform, 0);
    onTestFinished(() => server.close());
    const before = platform.requests().at(-1)?.seq ?? 0;
    const env = settingsFor(server.url, platform.rootKey);
    const args = ["--out", "infra", "--id", "proj_1"];
    const { code } = await account.run(args, { directory: account.directory, env });
    expect(code).toBe(0);
    const asked = platform.requests().filter(({ seq }) => seq > before);
    const paths = asked.map(({ path }) => path);
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(paths).toEqual([...new Set(paths)]);
  });

  test("names what its containers have without a program", async () => {
    const account = await newAccount(1);
    const { stdout } = await account.run(["--out", "infra", "--json"]);
    const { gaps } = Gaps.parse(JSON.parse(stdout));
    expect(gaps).toContainEqual({
      what: expect.stringMatching(/^port forward web-1\/tcp\/\d+$/),
      why: "made by the platform itself, and again after a replacement",
      todo: "Nothing is to be done.",
    });
  });

  test("protects what holds data, unless asked not to", async () => {
    const account = await newAccount(1);
    const exported = async (...args: readonly string[]) => {
      const { stdout } = await account.run(["--out", "infra", "--json", ...args]);
      const { resources } = Protected.parse(JSON.parse(stdout));
      const files = Object.values(textsIn(join(account.directory, "infra"))).join("\n");
      const isProtected = resources.filter((one) => one.protected).map(({ type }) => type);
      return { isProtected, inProgram: files.split("{ protect: true }").length - 1 };
    };
    expect(await exported()).toEqual({
      isProtected: ["storage:Bucket", "storage:PoolVolume", "storage:Volume", "storage:Volume"],
      inProgram: 4,
    });
    expect(await exported("--no-protect")).toEqual({ isProtected: [], inProgram: 0 });
  });

  test("leaves a name out of which every preview would warn", async () => {
    const account = await newAccount(1);
    await account.run(["--out", "infra"]);
    const { "network.ts": network = "" } = textsIn(join(account.directory, "infra"));
    expect(network).toContain('new hosting.Certificate("paper-1", {\n  privateKey');
    expect(network).toContain('new hosting.Firewall("wall-1", {\n  name: "wall-1"');
  });

  test("is exported once more as the same bytes", async () => {
    const account = await newAccount(1);
    const infra = join(account.directory, "infra");
    await account.run(["--out", "infra"]);
    const first = textsIn(infra);
    writeFileSync(join(infra, "Pulumi.dev.yaml"), "config: {}\n");
    const { code } = await account.run(["--out", "infra"]);
    expect(code).toBe(0);
    expect(textsIn(infra)).toEqual({ ...first, "Pulumi.dev.yaml": "config: {}\n" });
  });

  test("fits into 60 columns, commands to copy aside", async () => {
    const account = await newAccount(1);
    const { stdout } = await account.run(["--out", "infra"], {
      ...account,
      env: { ...account.env, NO_COLOR: "1" },
      columns: 60,
    });
    const [text = ""] = stdout.split("\nNext\n");
    expect(text.split("\n").filter((line) => line.length > 60)).toEqual([]);
  });
});

test("an import file has what needs no value to be filled in, and adopted.ts the rest", async () => {
  const account = await newAccount(1);
  const args = ["--out", "infra", "--import-file", "new/import.json"];
  const { code, stdout } = await account.run(args);
  expect(code).toBe(0);
  expect(stdout).toContain("  cd infra\n  npm install\n");
  expect(stdout).toContain("pulumi import --file ../new/import.json --generate-code=false");
  const { "import.json": text = "" } = textsIn(join(account.directory, "new"));
  const { resources } = JSON.parse(text);
  const names = resources.map(({ name }: { name: string }) => name);
  expect(names).toContain("app-1");
  expect(names).not.toContain("paper-1");
  const { "adopted.ts": adopted = "" } = textsIn(join(account.directory, "infra"));
  expect(adopted).toContain('"paper-1"');
  expect(adopted).not.toContain('"app-1"');
});

describe("the project takes the package", () => {
  test.each([
    [
      "from where the one around it has it",
      "file:pulumi-hosting-1.0.0.tgz",
      "file:../../pulumi-hosting-1.0.0.tgz",
    ],
    ["from a place besides", "file:../clone/it.tgz", "file:../../../clone/it.tgz"],
    ["as a link where that is one", "link:../clone", "link:../../../clone"],
    ["from an absolute path", "file:/opt/it.tgz", "file:/opt/it.tgz"],
    ["from the registry", "^0.0.1", "^<version>"],
  ])("%s", async (_from, spec, written) => {
    const account = await newAccount(1);
    const here = join(account.directory, "app");
    mkdirSync(join(here, "deep"), { recursive: true });
    writeFileSync(
      join(here, "package.json"),
      JSON.stringify({ devDependencies: { "pulumi-hosting": spec } }),
    );
    const seat = { directory: join(here, "deep"), env: account.env };
    await account.run(["--out", "infra"], seat);
    const { "package.json": manifest = "" } = textsIn(join(seat.directory, "infra"));
    expect(JSON.parse(manifest).dependencies["pulumi-hosting"]).toBe(written);
  });
});

test("the commands to copy go into the directory, whatever it is called", async () => {
  const account = await newAccount(1);
  const { stdout } = await account.run(["--out", "it's mine"]);
  expect(stdout).toContain("\n  cd 'it'\\''s mine'\n  npm install\n");
});

test("API keys are in the program where the account shows the one in use, and that one is not", async () => {
  const { run, env, directory, world } = await newAccount(1);
  const accessWith = async (key: string) => {
    await run(["--out", "infra"], { directory, env: { ...env, HOSTING_API_KEY_ID: key } });
    return textsIn(join(directory, "infra"))["access.ts"];
  };
  const { stdout } = await run(["--out", "infra"]);
  const [own = ""] = /key_\w+/.exec(stdout) ?? [];
  const { id: other } = world.platform.createKey({ scopes: ["*"], level: "Read" });
  expect(await accessWith(own)).toContain(`keyId: "${other}"`);
  expect(await accessWith(own)).not.toContain(own);
  expect(await accessWith("key_of_long_ago")).toBeUndefined();
});

test("an account of more than 300 objects becomes a program", { timeout: 60_000 }, async () => {
  const account = await newAccount(16);
  const { code, stdout } = await account.run(["--out", "infra", "--id", "proj_1"]);
  expect(code).toBe(0);
  expect(stdout.split("\n").length).toBeLessThan(80);
  const files = textsIn(join(account.directory, "infra"));
  const made = Object.values(files).flatMap((text) => text.match(/new hosting\./g) ?? []);
  expect(made.length).toBeGreaterThan(300);
});

/** The steps for the settings, in the README and on the screen. */
async function platformStepsOf({ directory, run }: Account, env: Readonly<Record<string, string>>) {
  const { code, stdout } = await run(["--out", "infra"], { directory, env });
  expect(code).toBe(0);
  const steps = (text: string) => [
    ...text.matchAll(/^ *(pulumi config set .*hosting:.*|export HOSTING_.*)$/gm),
  ];
  const shown = steps(stdout).map(([, step]) => step);
  const { "README.md": readme = "" } = textsIn(join(directory, "infra"));
  expect(steps(readme).map(([, step]) => step)).toEqual(shown);
  return shown;
}

describe("the steps point the new stack at the platform that was read", () => {
  test("a file of the embedded platform, wherever it is", async () => {
    const account = await newAccount(1);
    expect(await platformStepsOf(account, account.env)).toEqual([
      "pulumi config set hosting:backend embedded",
      `export HOSTING_EMBEDDED_FILE=${account.world.file}`,
    ]);
  });

  test("an account, without its key", async () => {
    const account = await newAccount(1);
    const { platform } = account.world;
    const { url, close } = await servePlatform(platform, 0);
    onTestFinished(close);
    const env = {
      ...{ HOSTING_BASE_URL: url, HOSTING_API_BASE_URL: url, HOSTING_API_KEY: platform.rootKey },
      ...{ HOSTING_ACCOUNT: "the shop's", HOSTING_API_KEY_ID: "key_1" },
    };
    expect(await platformStepsOf(account, env)).toEqual([
      `pulumi config set hosting:baseUrl ${url}`,
      `pulumi config set hosting:apiBaseUrl ${url}`,
      "pulumi config set hosting:account 'the shop'\\''s'",
      "pulumi config set --secret hosting:apiKey   # asks for it",
      "pulumi config set hosting:apiKeyId key_1",
    ]);
  });
});

describe("a directory that is not the command's own", () => {
  test.each([
    ["has other files", "notes.txt", "it has files already, like notes.txt"],
    ["was changed since", "compute.ts", "compute.ts was changed since the last export"],
  ])("%s: is left as it is, unless --force is given", async (_what, name, why) => {
    const account = await newAccount(1);
    const infra = join(account.directory, "infra");
    if (name === "compute.ts") await account.run(["--out", "infra"]);
    else mkdirSync(infra);
    writeFileSync(join(infra, name), "mine\n");
    const before = textsIn(infra);
    const { code, stdout, stderr } = await account.run(["--out", "infra"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Nothing was written to .*--out, or --force .*\n$/);
    expect(stderr).toContain(`${infra}: ${why}`);
    expect(textsIn(infra)).toEqual(before);
    expect((await account.run(["--out", "infra", "--force"])).code).toBe(0);
  });

  test.each([
    ["is a file", "notes.txt", /^Nothing was written to .*notes\.txt: it is no directory\. /],
    [
      "is below a file",
      "notes.txt/infra",
      /^\S+infra was not written: (EEXIST|ENOTDIR): .* give another place with --out or --import-file\.$/m,
    ],
  ])("%s: is not written", async (_what, out, why) => {
    const account = await newAccount(1);
    writeFileSync(join(account.directory, "notes.txt"), "mine\n");
    const { code, stdout, stderr } = await account.run(["--out", out]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(why);
    expect(textsIn(account.directory)["notes.txt"]).toBe("mine\n");
  });

  test("loses what an export no longer has", async () => {
    const account = await newAccount(1);
    const infra = join(account.directory, "infra");
    await account.run(["--out", "infra"]);
    const env = { ...account.env, HOSTING_EMBEDDED_FILE: newWorld().file };
    await account.run(["--out", "infra"], { directory: account.directory, env });
    expect(existsSync(join(infra, "network.ts"))).toBe(false);
    expect(existsSync(join(infra, "index.ts"))).toBe(true);
  });
});

describe("arguments", () => {
  test.each([
    [[], "--out"],
    [["--out", ""], "empty text"],
    [["--import-file", ""], "empty text"],
    [["--out", "x", "--id", "lb_1"], "LoadBalancer:<id>"],
    [["--out", "x", "--id", "Balancer:1"], "did you mean LoadBalancer?"],
    [["--out", "x", "--id", "vol_../.."], "it is no id"],
  ])("%j are refused in one line before anything is read", async (args, why) => {
    const directory = temporaryDirectory();
    const env = { HOSTING_BACKEND: "embedded" };
    const { code, stdout, stderr } = await runCli(["export", ...args], { directory, env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Nothing was read: .*\n$/);
    expect(stderr).toContain(why);
  });

  test("where there is no platform none is made, and nothing is written", async () => {
    const directory = temporaryDirectory();
    const seat = { directory, env: { HOSTING_BACKEND: "embedded" } };
    const file = join(directory, ".hosting", "platform.db");
    const { code, stdout, stderr } = await runCli(["export", "--out", "infra"], seat);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`there is no embedded platform at ${file}`);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("missing settings are reported, and nothing is written", async () => {
    const directory = temporaryDirectory();
    const { code, stderr } = await runCli(["export", "--out", "infra"], { directory });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The environment names no platform.*--stack <stack>.*\n$/);
    const env = { HOSTING_BACKEND: "api" };
    const half = await runCli(["export", "--out", "infra"], { directory, env });
    expect(half.stderr).toMatch(/^The api backend lacks .*--stack <stack>.*\n$/);
    expect(existsSync(join(directory, "infra"))).toBe(false);
  });
});

describe("a platform that does not answer as it should", () => {
  test("nobody is there: one line, and nothing is written", { timeout: 200_000 }, async () => {
    const directory = temporaryDirectory();
    const env = settingsFor("http://127.0.0.1:9");
    const { code, stdout, stderr } = await runCli(["export", "--out", "infra"], { directory, env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.split("\n").at(-2)).toMatch(/was not sent/);
    expect(existsSync(join(directory, "infra"))).toBe(false);
  });

  test("the key is wrong: one line without it", async () => {
    const directory = temporaryDirectory();
    const platform = openPlatform({ file: join(directory, "world.db") });
    const server = await servePlatform(platform, 0);
    onTestFinished(async () => {
      await server.close();
      platform.close();
    });
    const key = "hk_0123456789abcdef";
    const env = settingsFor(server.url, key);
    const { code, stdout, stderr } = await runCli(["export", "--out", "infra"], { directory, env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.split("\n").at(-2)).toMatch(/401/);
    expect(stderr).not.toContain(key);
    expect(existsSync(join(directory, "infra"))).toBe(false);
  });

  test("Ctrl-C ends it with 130, and nothing is written", async () => {
    const directory = temporaryDirectory();
    const seat = { directory, ...(await silent()) };
    const { code, stdout } = await runCli(["export", "--out", "infra"], seat);
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(existsSync(join(directory, "infra"))).toBe(false);
  });
});
