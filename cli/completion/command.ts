import { Argument, type Command } from "commander";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import { completionsOf } from "./completions.ts";
import { type Shell, scripts } from "./scripts.ts";

/** `completion` prints a script for a shell. */
export function declareCompletion(command: Command, { terminal }: Session): void {
  command
    .description("Prints the script that completes commands and options in a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
    .option("--json", "print shell and script as JSON")
    .addHelpText(
      "after",
      examplesHelp(
        ["source <(pulumi-hosting completion bash)", "in ~/.bashrc"],
        [
          "pulumi-hosting completion fish > ~/.config/fish/completions/pulumi-hosting.fish",
          "once, for every fish from then on",
        ],
      ),
    )
    .action((shell: Shell, { json = false }: { json?: boolean }) => {
      const script = scripts[shell];
      terminal.print(json ? `${JSON.stringify({ shell, script })}\n` : script);
    });
}

/** `complete` is what such a script asks. */
export function declareComplete(command: Command, { terminal }: Session): void {
  command.argument("[words...]").action((words: readonly string[]) => {
    const found = completionsOf(command.parent ?? command, words);
    terminal.print(found.map(({ word, what }) => `${word}\t${what}\n`).join(""));
  });
}
