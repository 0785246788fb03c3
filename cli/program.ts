import { Command, CommanderError } from "commander";
import { addCompletion } from "./completion/command.ts";
import { addDoctor } from "./doctor/command.ts";
import { type Ending, exitCodes } from "./exit.ts";
import { addExport } from "./export/command.ts";
import { addGraph } from "./graph/command.ts";
import { exitCodesHelp } from "./help.ts";
import { addPlan } from "./plan/command.ts";
import { addPlatform } from "./platform/command.ts";
import type { Terminal } from "./terminal.ts";

/** What commands run in. */
export interface Session {
  readonly terminal: Terminal;
  /** The arguments, for commands whose own commands are declared only where they are named. */
  readonly words: readonly string[];
  /** How the command ends, unless it is `done` or throws. */
  end(ending: Ending): void;
}

/**
 * Runs what the arguments say. Errors are written as one line and never thrown.
 *
 * @returns The exit code of the process.
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  let ending: Ending = "done";
  const session: Session = {
    terminal,
    words: args,
    end: (given) => {
      ending = given;
    },
  };
  const program = createProgram(session);
  try {
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

/** The commands and their arguments. What they do is loaded when one of them runs: `--help` has to be quick. */
function createProgram(session: Session): Command {
  const { terminal } = session;
  const program = new Command("hosting")
    .description(
      "Looks after stacks and accounts of the hosting platform, beside what `pulumi` does.",
    )
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
  const commands = [addPlatform, addDoctor, addPlan, addGraph, addExport, addCompletion];
  for (const add of commands) add(program, session);
  return program;
}

/** What the library says about arguments, as one line. */
function refusal(text: string): string {
  const [, problem = text] = /^error: (.*?)\.?\s*$/s.exec(text) ?? [];
  const why = problem.replace(/\s*\n\((Did you mean .*\?)\)$/, ". $1");
  return `Nothing was done: ${why.replaceAll("\n", " ")}${why.endsWith("?") ? "" : "."} \`--help\` shows what there is.`;
}

function widthOf({ columns }: Terminal): number {
  return columns ?? 100;
}

function endingOf(error: unknown, terminal: Terminal): Ending {
  // The library has written its errors, and the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? "done" : "failed";
  if (terminal.stop.aborted) return "interrupted";
  terminal.note(error instanceof Error ? error.message : String(error));
  return "failed";
}
