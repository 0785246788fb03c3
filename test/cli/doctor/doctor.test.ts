import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { nodeFinding } from "../../../cli/doctor/checks/node.ts";
import { timeFindings } from "../../../cli/doctor/checks/platform.ts";
import { versionFinding } from "../../../cli/doctor/checks/pulumi.ts";
import { openPlatform, servePlatform } from "../../../platform/index.ts";
import { systemClock } from "../../../provider/clock.ts";
import { openSharedPermits } from "../../../provider/coordination/file/shared-permits.ts";
import {
  type JournalOptions,
  SqliteJournal,
} from "../../../provider/coordination/file/sqlite-journal.ts";
import { newWorld, temporaryDirectory } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { settingsFor, silent } from "../answering.ts";
import { doctor, exported, lockOf, newAccount, resource, stable, troubles } from "./account.ts";
import { install, newSeat, type Seat } from "./seat.ts";

/** Makes a package of components in a directory. */
function componentPackage(directory: string): string {
  mkdirSync(directory, { recursive: true });
  const manifest = {
    name: "acme-apps",
    version: "1.0.0",
    peerDependencies: { "pulumi-hosting": "*" },
  };
  writeFileSync(join(directory, "package.json"), JSON.stringify(manifest));
  return directory;
}

describe("where all is well", () => {
  test("every line is ok", async () => {
    const seat = await newAccount();
    seat.answer("config", "{}");
    seat.answer("stack-export", exported([resource("data")]));
    const { code, stdout, stderr } = await doctor(seat, "--stack", "dev");
    expect(code).toBe(0);
    expect(stderr).toBe("Looking at the settings, the tools and the platform …\n");
    await expect(stable(stdout, seat)).toMatchFileSnapshot("golden/well.txt");
    // Each host gets one read, and here both are one.
    expect(seat.platform.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v1/instances",
    ]);
    expect(stdout).not.toContain(seat.platform.rootKey);
  });

  test("two hosts get a read each", async () => {
    const seat = await newAccount();
    const other = await servePlatform(seat.platform, 0);
    onTestFinished(() => other.close());
    seat.env["HOSTING_API_BASE_URL"] = other.url;
    expect(await troubles(seat)).toEqual([]);
    expect(
      seat.platform
        .requests()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(["/api/v1/instances", "/v1/instances"]);
  });

  test("the embedded platform is read without a socket", async () => {
    const seat = newSeat();
    seat.env["HOSTING_BACKEND"] = "embedded";
    expect(await troubles(seat)).toEqual([]);
    openPlatform({ file: join(seat.directory, ".hosting", "platform.db") }).close();
    const { stdout } = await doctor(seat);
    expect(stdout).toContain("key       works: GET /api/v1/instances in ");
  });

  test("the settings come from the stack's config", async () => {
    const seat = newSeat();
    const { platform } = newWorld();
    const server = await servePlatform(platform, 0);
    onTestFinished(() => server.close());
    const config = {
      "hosting:baseUrl": { value: server.url },
      "hosting:apiBaseUrl": { value: server.url },
      "hosting:apiKey": { value: platform.rootKey, secret: true },
    };
    seat.answer("config", JSON.stringify(config));
    seat.answer("stack-export", exported([]));
    expect(await troubles(seat, "--stack", "dev")).toEqual([]);
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(/^note backend: The environment names no platform/),
    ]);
  });

  test("60 columns are enough, and there are colours where they are wanted", async () => {
    const { directory, env } = await newAccount();
    const seat = { directory, env: { ...env, TERM: "xterm-256color" }, columns: 60 };
    const { stdout } = await runCli(["doctor"], seat);
    expect(stdout).toContain("\u001B[32mok");
    const plain = await runCli(["doctor"], { ...seat, env: { ...env, NO_COLOR: "1" } });
    expect(plain.stdout).not.toContain("\u001B");
    // A path is not broken.
    const lines = plain.stdout.split("\n").filter((line) => !line.includes(directory));
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
  });
});

describe("tools", () => {
  test.each([
    ["22.18.9", "wrong"],
    ["20.20.2", "wrong"],
    ["22.19.0", "ok"],
    ["24.0.0", "ok"],
    ["26.0.0", "ok"],
  ])("Node %s is %s", (version, state) => {
    expect(nodeFinding(version)).toMatchObject({ about: "node", state });
  });

  test.each([
    ["v3.253.0", "wrong"],
    ["v3.254.0", "ok"],
    ["v3.270.1-dev", "ok"],
    ["v4.0.0", "wrong"],
    ["nonsense", "wrong"],
  ])("the CLI %s is %s", (version, state) => {
    expect(versionFinding(version)).toMatchObject({ about: "pulumi", state });
  });

  test("no `pulumi` on the PATH", async () => {
    const seat = await newAccount();
    seat.env["PATH"] = temporaryDirectory();
    expect(await troubles(seat)).toEqual([expect.stringMatching(/^wrong pulumi: There is no /)]);
  });

  test.each([
    ["runtime: nodejs", "nodejs"],
    ["runtime: { name: nodejs, options: { typescript: false } }", "nodejs"],
    ["runtime:\n  options:\n    virtualenv: venv\n  name: python", "python"],
    ["runtime: yaml", "yaml"],
  ])("no host of the language: %s", async (runtime, language) => {
    const seat = await newAccount();
    rmSync(join(seat.directory, ".tools", "pulumi-language-nodejs"));
    writeFileSync(join(seat.directory, "Pulumi.yaml"), `name: shop\n${runtime}\nmain: .\n`);
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(`^wrong language: There is no pulumi-language-${language} `),
    ]);
  });
});

describe("the package", () => {
  test("outside of every project nothing is looked for", async () => {
    const seat = await newAccount();
    const directory = temporaryDirectory();
    expect(await troubles({ ...seat, directory })).toEqual([
      expect.stringContaining(`note package: There is no Pulumi.yaml at or above ${directory}`),
    ]);
  });

  test("is not installed", async () => {
    const seat = await newAccount();
    rmSync(join(seat.directory, "node_modules"), { recursive: true });
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(/^wrong package: .*`npm install pulumi-hosting`/),
      expect.stringMatching(/^wrong sdk: .*`npm install @pulumi\/pulumi`/),
    ]);
  });

  describe("for a program in another language", () => {
    async function yamlProject() {
      const seat = await newAccount();
      const { directory } = seat;
      rmSync(join(directory, "node_modules"), { recursive: true });
      writeFileSync(join(directory, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
      writeFileSync(join(directory, ".tools", "pulumi-language-yaml"), "");
      seat.env["PULUMI_HOME"] = join(directory, "home");
      return seat;
    }

    test.each([
      ["on the PATH", ".tools/pulumi-resource-hosting"],
      ["installed", "home/plugins/resource-hosting-v0.2.0/pulumi-resource-hosting"],
    ])("is a plugin %s", async (_where, file) => {
      const seat = await yamlProject();
      const path = join(seat.directory, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "");
      expect(await troubles(seat)).toEqual([]);
    });

    test("is a plugin that only Pulumi.yaml may name", async () => {
      expect(await troubles(await yamlProject())).toEqual([
        expect.stringMatching(
          /^note package: pulumi-resource-hosting .*`npm install pulumi-hosting /,
        ),
      ]);
    });
  });

  test("is there twice", async () => {
    const seat = await newAccount();
    const other = join(seat.directory, "node_modules", "@our", "components");
    install(other, "pulumi-hosting", "0.1.0");
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(/^wrong package: There are several copies .*`npm dedupe`/),
    ]);
  });

  test.each([
    ["a link", "apps", undefined, /apps is a link, which brings its own: install its tarball/],
    ["a workspace", "packages/apps", "0.1.0", /Let all packages .*`npm dedupe`/],
  ])("is there twice, by %s", async (_how, place, version, says) => {
    const seat = await newAccount();
    const root = place === "apps" ? temporaryDirectory() : seat.directory;
    const apps = componentPackage(join(root, place));
    const modules = join(seat.directory, "node_modules");
    symlinkSync(apps, join(modules, "acme-apps"));
    install(apps, "pulumi-hosting", version ?? "0.2.0");
    expect(await troubles(seat)).toEqual([expect.stringMatching(says)]);
  });

  test("is there twice, above the project, as in workspaces", async () => {
    const seat = await newAccount();
    const app = join(seat.directory, "packages", "app");
    const apps = componentPackage(join(seat.directory, "packages", "apps"));
    install(apps, "pulumi-hosting", "0.1.0");
    symlinkSync(apps, join(seat.directory, "node_modules", "acme-apps"));
    mkdirSync(app, { recursive: true });
    renameSync(join(seat.directory, "Pulumi.yaml"), join(app, "Pulumi.yaml"));
    expect(await troubles({ ...seat, directory: app })).toContainEqual(
      expect.stringMatching(/^wrong package: There are several copies/),
    );
  });

  test("is used by a component package with another SDK", async () => {
    const seat = await newAccount();
    const apps = componentPackage(join(seat.directory, "node_modules", "acme-apps"));
    install(apps, "@pulumi/pulumi", "3.141.0");
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(/^wrong sdk: .*3\.200\.0, and acme-apps another copy, 3\.141\.0/),
    ]);
  });

  test("has its own SDK", async () => {
    const seat = await newAccount();
    const own = join(seat.directory, "node_modules", "pulumi-hosting");
    install(own, "@pulumi/pulumi", "3.141.0");
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(/^wrong sdk: .*3\.200\.0.*3\.141\.0.*`npm dedupe`/),
    ]);
  });

  test("is of another version than the command", async () => {
    const seat = await newAccount();
    install(seat.directory, "pulumi-hosting", "99.0.0");
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(/^note package: The project has pulumi-hosting 99\.0\.0, and this /),
    ]);
  });
});

describe("the platform", () => {
  test("a setting is malformed", async () => {
    const seat = await newAccount();
    seat.env["HOSTING_BASE_URL"] = "http://console.example";
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(
        /^wrong backend: The address in hosting:baseUrl .* was not accepted.* Write it like \S+$/,
      ),
    ]);
  });

  test("the file is no platform's", async () => {
    const seat = newSeat();
    const env = { HOSTING_BACKEND: "embedded", HOSTING_EMBEDDED_FILE: "Pulumi.yaml" };
    Object.assign(seat.env, env);
    expect(await troubles(seat)).toEqual([expect.stringMatching(/^wrong backend: .*Pulumi\.yaml/)]);
  });

  test("there is no network", async () => {
    const seat = newSeat();
    Object.assign(seat.env, settingsFor("http://127.0.0.1:65535", "hosting_local_0123456789"));
    expect(await troubles(seat)).toEqual([expect.stringMatching(/^wrong key: .* was not sent/)]);
  });

  test("a wrong key is refused, and never shown", async () => {
    const seat = await newAccount();
    seat.env["HOSTING_API_KEY"] = "hosting_local_0123456789abcdef";
    const { code, stdout, stderr } = await doctor(seat);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^wrong {2}key .* the API key was refused \(401\)/m);
    expect(stdout + stderr).not.toContain("0123456789abcdef");
    expect(seat.platform.requests()).toHaveLength(1);
  });

  test("a key has expired", async () => {
    const seat = await newAccount();
    const { platform } = seat;
    const expiresAt = new Date(platform.clock.now() + 60_000);
    const { key } = platform.createKey({ level: "Admin", scopes: ["*"], expiresAt });
    platform.clock.advance(120);
    seat.env["HOSTING_API_KEY"] = key;
    expect(await troubles(seat)).toEqual([expect.stringMatching(/^wrong key: .*\(401\)/)]);
  });

  test("a key lacks the scope", async () => {
    const seat = await newAccount();
    const { key } = seat.platform.createKey({ level: "Read", scopes: ["networks:read"] });
    seat.env["HOSTING_API_KEY"] = key;
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(/^wrong key: .*may not do it \(403\).*needs instances:read/),
    ]);
  });

  test.each([429, 500, 503])("an answer %d is not asked for again", async (status) => {
    const seat = await newAccount();
    const headers = { "retry-after": "1" };
    seat.platform.faults.add({ status, headers });
    expect(await troubles(seat)).toEqual([expect.stringContaining(`(${status})`)]);
    expect(seat.platform.requests()).toHaveLength(1);
  });

  test("other programs on this machine have used up the limit", async () => {
    const seat = await newAccount();
    const { url, platform, env } = seat;
    const state = join(env["XDG_STATE_HOME"] ?? "", "pulumi-hosting");
    mkdirSync(state, { recursive: true });
    const permits = openSharedPermits(
      { origin: url, prefix: "/api/v1", key: platform.rootKey },
      { clock: systemClock, directory: () => state, warn: (line) => expect.unreachable(line) },
    );
    await permits.take(60, 1);
    expect((await doctor(seat)).stdout).toContain("rate      1 of 60 requests a minute ");
    await permits.take(60, 60);
    expect(await troubles(seat)).toEqual([expect.stringMatching(/^note rate: 60 of 60 /)]);
  });

  test("Ctrl-C ends it with 130 and prints nothing", async () => {
    const { directory, env } = newSeat();
    const account = await silent();
    const seat = { directory, env: { ...env, ...account.env }, stop: account.stop };
    expect(await runCli(["doctor"], seat)).toMatchObject({ code: 130, stdout: "" });
  });

  test.each([
    [61, "wrong", "61 seconds ahead of"],
    [-61, "wrong", "61 seconds behind"],
    [60, "ok", "agrees"],
    [-60, "ok", "agrees"],
  ])("this machine's clock is %d seconds ahead: %s", (seconds, state, says) => {
    const date = "Thu, 01 Jan 2026 00:00:00 GMT";
    const findings = timeFindings(date, Date.parse(date) + seconds * 1000);
    expect(findings).toEqual([{ about: "clock", state, says: expect.stringContaining(says) }]);
  });

  test("an answer without a date tells nothing of the clock", () => {
    expect(timeFindings(undefined, 0)).toEqual([]);
  });
});

describe("what earlier runs left open", () => {
  interface Left extends Pick<JournalOptions, "directory" | "processes"> {
    id?: string;
    agoMs?: number;
  }
  async function leaveOpen(seat: Seat, { id, agoMs = 600_000, ...by }: Left): Promise<void> {
    const state = join(seat.env["XDG_STATE_HOME"] ?? "", "pulumi-hosting");
    mkdirSync(state, { recursive: true });
    const journal = new SqliteJournal({
      file: join(state, "intents.db"),
      ...{ ...by, world: "w", clock: { now: () => Date.now() - agoMs } },
    });
    const stack = JSON.stringify(["organization", "shop", "dev"]);
    const intent = {
      token: `t-${by.directory}`,
      declaration: "d",
      subject: 'volume "data"',
      ...{ stack, type: "volume", sentBy: undefined, isNamed: true },
    };
    await journal.sent(intent);
    if (id !== undefined) await journal.made(intent, id);
    journal.close();
  }

  test("is reported at once where the run has ended; of another project not while it may continue", async () => {
    const seat = await newAccount();
    await leaveOpen(seat, { directory: "/another", agoMs: 0 });
    expect(await troubles(seat)).toEqual([]);
    const processes = { machine: hostname(), pid: 2 ** 30, isRunning: () => false };
    await leaveOpen(seat, { directory: "/elsewhere", agoMs: 0, processes });
    expect(await troubles(seat)).toEqual([
      expect.stringMatching(/^note journal: A run that was killed may have made volume "data" at /),
    ]);
  });

  test("in this project it is wrong, in another one a note", async () => {
    const seat = await newAccount();
    await leaveOpen(seat, { directory: seat.directory });
    await leaveOpen(seat, { directory: "/elsewhere", id: "vol_1" });
    expect(await troubles(seat)).toEqual([
      lockOf("dev"),
      expect.stringMatching(
        /^wrong journal: A run that was killed may have made volume "data" at \S+ \S+ UTC\. Run `pulumi up --stack dev` in .*HOSTING_FORGET_UNRESOLVED=t-/,
      ),
      expect.stringMatching(
        /^note journal: A run that was killed made volume "data" \(vol_1\) .* Run `npx pulumi-hosting doctor` in \/elsewhere\.$/,
      ),
    ]);
  });
});
