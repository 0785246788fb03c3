import { type Command, Option } from "commander";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import type { DriftOptions } from "./run.ts";

/** `drift`: what was changed on the platform behind Pulumi's back, and what to do about it. */
export function declareDrift(command: Command, session: Session): void {
  command
    .description(
      "Reports objects that are not as declared: changed or deleted on the platform, not readable, or in no state. For each, it prints the code that takes it into the program, and the way to put it back. It changes nothing. It ends with 2 when something drifted, and with 3 when nothing did but something could not be read.",
    )
    .argument(
      "[refresh]",
      "file with the output of `pulumi refresh --preview-only --json`; else, and for -, standard input",
    )
    .option("--stack <stack>", "refresh this stack of the project in this directory")
    .option(
      "--unmanaged",
      "read the account, too, and report objects in no state; alone, it reports only those",
    )
    .addOption(
      new Option("--format <format>", "what to print")
        .choices(["text", "markdown", "json"])
        .default("text"),
    )
    .option("--json", "the same as --format json")
    .addHelpText(
      "after",
      examplesHelp(
        ["npx pulumi-hosting drift --stack production", "changes made by hand"],
        [
          "npx pulumi-hosting drift --stack production --format markdown > drift.md",
          "for a scheduled job; exit code 2 when something drifted",
        ],
        [
          "npx pulumi-hosting drift --unmanaged",
          "an account without a stack: objects in no state, ready to adopt",
        ],
      ),
    )
    .action(async (file: string | undefined, options: DriftOptions) => {
      const { drift } = await import("./run.ts");
      await drift(file, options, session);
    });
}
