import { type Command, Option } from "commander";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import type { DoctorOptions } from "./doctor.ts";

/** `doctor`: problems of what runs need, and how to fix them. */
export function declareDoctor(command: Command, session: Session): void {
  command
    .description(
      "Checks everything that a run needs: Node, the Pulumi CLI, the package, the platform, the key, the clock, the limit of requests, the open creates of earlier runs, and with --stack its state. It sends one read to each host and changes nothing.",
    )
    .option("--stack <stack>", "the stack whose config and state are looked at")
    .addOption(
      new Option(
        "--only <line>",
        "check this alone: with --stack, whether the state has code that no release wrote",
      ).choices(["code"]),
    )
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      examplesHelp(
        ["npx pulumi-hosting doctor", "with the settings of the environment"],
        [
          "npx pulumi-hosting doctor --stack dev",
          "with those of the stack's config; its state is read as well",
        ],
        [
          "npx pulumi-hosting doctor --stack dev --json || echo broken",
          "in CI: it ends with 2 when something is wrong",
        ],
      ),
    )
    .action(async (options: DoctorOptions) => {
      const { diagnose } = await import("./doctor.ts");
      await diagnose(options, session);
    });
}
