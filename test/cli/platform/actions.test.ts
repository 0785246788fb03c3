import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { servePlatform } from "../../../platform/index.ts";
import { type Send, sender, temporaryDirectory, volumeBody } from "../../platform/support.ts";
import { type CliRun, runCli } from "../../support/cli.ts";
import { silent } from "../answering.ts";
import { byFile, byUrl, platformIn } from "./seat.ts";

async function newVolume(send: Send, name = "data"): Promise<void> {
  expect((await send("POST /v1/volumes", volumeBody(name))).status).toBe(201);
}

function done(stdout: string): CliRun {
  return { code: 0, stdout: `${stdout}\n`, stderr: "" };
}

describe.each([
  ["by its file", byFile],
  ["by its address", byUrl],
])("a platform that is found %s", (_name, open) => {
  test("is saved under a name and brought back", async () => {
    const { platform, where, run } = await open();
    expect(await run("snapshot")).toEqual(
      done("Nothing is saved. `npx pulumi-hosting platform snapshot <name>` does."),
    );
    await newVolume(sender(platform));
    expect(await run("snapshot", "one")).toEqual(
      done('Saved under "one". `npx pulumi-hosting platform restore one` brings it back.'),
    );
    await newVolume(sender(platform), "more");
    expect(platform.info().objects).toEqual({ volume: 2 });
    expect(await run("restore", "one")).toEqual(
      done(`The platform at ${where} is as it was saved under "one": volume 1.`),
    );
    expect(platform.info().objects).toEqual({ volume: 1 });
    expect(await run("snapshot")).toEqual(done("2099-01-01T00:00:00.000Z  one"));
    expect(JSON.parse((await run("snapshot", "--json")).stdout)).toEqual(platform.saved());
    const hostile = "\u009b31m\u202etwo";
    for (const { stdout } of [
      await run("snapshot", hostile),
      await run("restore", hostile),
      await run("snapshot"),
    ]) {
      expect(stdout.trimEnd()).toContain("two");
      expect(stdout.trimEnd()).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });

  test("of 300 objects is emptied, and brought back", async () => {
    const { platform, where, run } = await open();
    platform.configure({ ratePerMinute: null });
    const send = sender(platform);
    for (let made = 0; made < 300; made += 1) await newVolume(send, `data-${made}`);
    await run("snapshot", "full");
    expect(await run("reset")).toEqual(
      done(`The platform at ${where} has no objects. Saved moments are kept.`),
    );
    expect(platform.info().objects).toEqual({});
    expect(await run("restore", "full")).toEqual(
      done(`The platform at ${where} is as it was saved under "full": volume 300.`),
    );
    expect(JSON.parse((await run("restore", "full", "--json")).stdout)).toMatchObject({
      worldId: platform.worldId,
      objects: { volume: 300 },
    });
  });

  test("gets faults and loses them", async () => {
    const { platform, run } = await open();
    const fault = '{"path":"/v1/volumes","status":503}';
    expect(await run("faults")).toEqual(done("No faults are in force."));
    expect(await run("faults", "add", fault)).toEqual(
      done("Added fault_1; `npx pulumi-hosting platform faults clear fault_1` ends it."),
    );
    expect((await sender(platform)("GET /v1/volumes")).status).toBe(503);
    expect(await run("faults", "list")).toEqual(done(`fault_1  met by 1  ${fault}`));
    expect(JSON.parse((await run("faults", "list", "--json")).stdout)).toEqual(
      platform.faults.list(),
    );
    await run("faults", "add", '{"delay":1}');
    expect(await run("faults", "clear", "fault_1")).toEqual(done('fault_2  met by 0  {"delay":1}'));
    expect(await run("faults", "clear")).toEqual(done("No faults are in force."));
    expect(platform.faults.list()).toEqual([]);
  });

  test("has a clock", async () => {
    const { platform, run } = await open();
    expect(await run("clock")).toEqual(done("2099-01-01T00:00:00.000Z, frozen"));
    expect(await run("advance", "60")).toEqual(done("2099-01-01T00:01:00.000Z, frozen"));
    expect(JSON.parse((await run("advance", "1", "--json")).stdout)).toEqual({
      now: "2099-01-01T00:01:01.000Z",
      factor: 0,
    });
    expect((await run("clock", "real")).stdout).toContain(", passing as it does outside\n");
    expect((await run("clock", "frozen")).stdout).toContain(", frozen\n");
    expect(platform.clock.factor()).toBe(0);
  });

  test.each([
    [["restore", "two"], 'Nothing was restored: nothing is saved under the name "two".'],
    [["faults", "add", "503"], "not an object that describes a fault"],
    [["faults", "add", '{"times":2}'], "The fault was not added: it says nothing to do"],
    [["faults", "add", '{"stauts":503}'], '"stauts" is not a known field; did you mean status?\n'],
    [["faults", "add", "{"], "The fault was not added: it is not JSON."],
    [["advance", "soon"], "It is not a positive number of seconds."],
    [["clock", "slow"], "Allowed choices are real, frozen."],
  ])("%j is refused in one line", async (args, why) => {
    const { run } = await open();
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^[^\n]*\n$/);
    expect(stderr).toContain(why);
  });
});

test.each([
  [["snapshto"], "unknown command 'snapshto'. Did you mean snapshot?"],
  [["faults", "ad"], "unknown command 'ad'. Did you mean add?"],
  [["something"], "unknown command 'something'."],
])("%j is no command, and the nearest one is suggested", async (args, why) => {
  const { run } = await byFile();
  expect(await run(...args)).toEqual({
    code: 1,
    stdout: "",
    stderr: `Nothing was done: ${why} \`--help\` lists commands and options.\n`,
  });
});

describe("where there is no platform", () => {
  test("none is made", async () => {
    const directory = temporaryDirectory();
    const { code, stderr } = await runCli(["platform", "reset"], { directory });
    const file = join(directory, ".hosting", "platform.db");
    expect(code).toBe(1);
    expect(stderr).toContain(`there is no embedded platform at ${file}`);
    expect(existsSync(join(directory, ".hosting"))).toBe(false);
  });

  test("the file that is named is used before the address", async () => {
    const { directory } = await byFile();
    const env = { HOSTING_CONTROL_URL: "http://127.0.0.1:65535/_control" };
    const args = ["platform", "clock", "--file", ".hosting/platform.db"];
    expect((await runCli(args, { directory, env })).code).toBe(0);
  });

  test.each([
    ["nobody answers", { HOSTING_CONTROL_TOKEN: "t" }, "gave no answer (ECONNREFUSED)"],
    ["there is no token", {}, "HOSTING_CONTROL_URL is set, but HOSTING_CONTROL_TOKEN is not"],
    [
      "the token would travel in clear",
      { HOSTING_CONTROL_TOKEN: "t", HOSTING_CONTROL_URL: "http://platform.example/_control" },
      "http would send the API key in clear",
    ],
  ])("%s: one line reports it", async (_name, given, why) => {
    const env = { HOSTING_CONTROL_URL: "http://127.0.0.1:65535/_control", ...given };
    const { code, stdout, stderr } = await runCli(["platform", "reset"], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^[^\n]*\n$/);
    expect(stderr).toContain(why);
  });

  test("a wrong token is refused, and never shown", async () => {
    const platform = platformIn(temporaryDirectory());
    const server = await servePlatform(platform, 0);
    onTestFinished(() => server.close());
    const env = { HOSTING_CONTROL_URL: server.url, HOSTING_CONTROL_TOKEN: "control_local_wrong" };
    const { code, stderr } = await runCli(["platform", "reset"], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Nothing was done: HOSTING_CONTROL_TOKEN is not that of the platform/);
    expect(stderr).not.toContain("control_local_wrong");
  });

  test("Ctrl-C ends the wait for an answer with 130", async () => {
    const { url, stop } = await silent();
    const seat = { env: { HOSTING_CONTROL_URL: url, HOSTING_CONTROL_TOKEN: "t" }, stop };
    const run = await runCli(["platform", "reset"], seat);
    expect(run).toEqual({ code: 130, stdout: "", stderr: "" });
  });
});
