import { Command, CommanderError } from "commander";
import { inOneLine, withoutMiddle } from "../provider/display.ts";
import { commands } from "./commands.ts";
import { type Ending, exitCodes } from "./exit.ts";
import { exitCodesHelp } from "./help.ts";
import type { Session } from "./session.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs what the arguments say. Errors are written as one line and never thrown.
 *
 * @returns The exit code of the process.
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  let ending: Ending = "done";
  const session: Session = {
    terminal,
    end: (given) => {
      ending = given;
    },
  };
  const program = createProgram(terminal);
  try {
    await declareCommands(program, { args, session });
    if (versionFlags.includes(args[0] ?? "")) terminal.print(`${await packageVersion()}\n`);
    else await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    ending = endingOf(error, terminal);
  }
  return exitCodes[ending].code;
}

const versionFlags: readonly string[] = ["-V", "--version"];

/** Loaded when it is asked for. */
async function packageVersion(): Promise<string> {
  const { default: manifest } = await import("../package.json", { with: { type: "json" } });
  return manifest.version;
}

function createProgram(terminal: Terminal): Command {
  return new Command("pulumi-hosting")
    .description("Tools for stacks and accounts of the hosting platform, beside `pulumi`.")
    .option(versionFlags.join(", "), "print the version of the package")
    .addHelpText("after", exitCodesHelp())
    .configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: (text) => terminal.note(refusal(text)),
      getOutHelpWidth: () => widthOf(terminal),
      getErrHelpWidth: () => widthOf(terminal),
    })
    .configureHelp({ minWidthToWrap: 20 })
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride();
}

/** All commands by name, and in full those that the arguments name. */
async function declareCommands(
  program: Command,
  { args, session }: { readonly args: readonly string[]; readonly session: Session },
): Promise<void> {
  for (const { name, summary, isHidden, load } of commands) {
    const command = program.command(name, { hidden: isHidden ?? false }).summary(summary);
    if (!args.includes(name)) continue;
    const declare = await load();
    declare(command, session);
  }
}

/** The library's message about arguments, as one line. */
function refusal(text: string): string {
  const [, problem = text] = /^error: (.*?)\.?\s*$/s.exec(text) ?? [];
  const given = problem.replace(/(['"])([^'"]{40,})\1/g, (_, mark, what) => quoted(what, mark));
  const why = given.replace(/\s*\n\((Did you mean .*\?)\)$/, ". $1");
  return `Nothing was done: ${why.replaceAll("\n", " ")}${why.endsWith("?") ? "" : "."} \`--help\` lists commands and options.`;
}

function quoted(what: string, mark: string): string {
  return `${mark}${withoutMiddle(what, longestGiven)}${mark}`;
}

/** Whoever gave it knows it. */
const longestGiven = 40;

function widthOf({ columns }: Terminal): number {
  return columns ?? 100;
}

function endingOf(error: unknown, terminal: Terminal): Ending {
  // The library has written its errors, and the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? "done" : "failed";
  if (terminal.stop.aborted) return "interrupted";
  terminal.note(inOneLine(error instanceof Error ? error.message : String(error)));
  return "failed";
}
