import { describe, expect, test } from "vitest";
import { exitCodes } from "../../cli/exit.ts";
import manifest from "../../package.json" with { type: "json" };
import { runCli } from "../support/cli.ts";
import { commandsOf } from "./commands.ts";

const commands = await commandsOf();
const named = commands.map((words) => [["pulumi-hosting", ...words].join(" "), words] as const);

describe("the help", () => {
  test("there are commands to look at", () => {
    expect(commands).toContainEqual([]);
    expect(commands).toContainEqual(["completion"]);
    expect(commands).toContainEqual(["platform"]);
  });

  test("of `pulumi-hosting` lists the exit codes", async () => {
    const { code, stdout } = await runCli(["--help"]);
    expect(code).toBe(0);
    for (const { code: number, means } of Object.values(exitCodes)) {
      expect(stdout).toMatch(new RegExp(`^ +${number} +${means}$`, "m"));
    }
  });

  test("without a command, the list of them goes to stderr", async () => {
    const { code, stdout, stderr } = await runCli([]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Usage: pulumi-hosting");
  });

  test.each(named)("%s --help goes to stdout", async (_name, words) => {
    const { code, stdout, stderr } = await runCli([...words, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Usage: ${["pulumi-hosting", ...words].join(" ")}`);
  });

  test.each(named.slice(1))("%s --help has two examples of it", async (name, words) => {
    const { stdout } = await runCli([...words, "--help"]);
    const [, examples = ""] = stdout.split("\nExamples:\n");
    const shown = examples.split("\n").filter((line) => /^ {2}\S/.test(line));
    expect(shown.length).toBeGreaterThanOrEqual(2);
    for (const line of shown) expect(line).toContain(name);
  });

  test.each(named)("%s --help fits in 65 columns", async (_name, words) => {
    const { stdout } = await runCli([...words, "--help"], { columns: 65 });
    // Examples are to be copied, so they are never wrapped.
    const [text = ""] = stdout.split("\nExamples:\n");
    const tooLong = text.split("\n").filter((line) => line.length > 65);
    expect(tooLong).toEqual([]);
  });

  test.each([
    ["no terminal", {}],
    ["NO_COLOR", { columns: 80, env: { NO_COLOR: "1" } }],
  ])("%s: there are no colours in any help", async (_name, seat) => {
    for (const words of commands) {
      const { stdout } = await runCli([...words, "--help"], seat);
      expect(stdout).not.toContain("\u001B");
    }
  });
});

test("--version prints that of the package", async () => {
  expect(await runCli(["--version"])).toEqual({
    code: 0,
    stdout: `${manifest.version}\n`,
    stderr: "",
  });
});

describe("what is not understood", () => {
  test.each([
    [["platfrm"], "unknown command 'platfrm'. Did you mean platform?"],
    [["platform", "--prot", "1"], "unknown option '--prot'. Did you mean --port?"],
    [["completion"], "missing required argument 'shell'."],
    [["completion", "tcsh"], "'tcsh' is invalid for argument 'shell'. Allowed choices are bash, "],
    [["xyz"], "unknown command 'xyz'."],
  ])("%j is refused in one line", async (args, why) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Nothing was done: .* `--help` .*\n$/);
    expect(stderr).toContain(why);
  });

  const long = "very-long-".repeat(40);

  test.each([
    [[long]],
    [["platform", `--${long}`]],
    [["platform", `--${long}=${long}`]],
    [["completion", long]],
    [["plan", "--fail-on", long]],
    [["plan", "--format", long]],
    [["plan", `/tmp/${long.replaceAll("-", "/")}`]],
    [["plan", `/tmp/${long.replaceAll("-", " ")}`]],
    [["graph", "--stack", long, long]],
  ])("a long message is cut to 300 characters: %j", async (args) => {
    const { code, stderr } = await runCli(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^.{30,300}\n$/);
    expect(stderr).toContain("…");
  });

  test.each(named)("%s refuses an unknown option", async (_name, words) => {
    const { code, stdout, stderr } = await runCli([...words, "--no-such-option"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^Nothing was done: unknown option '--no-such-option'.*\n$/);
  });
});
