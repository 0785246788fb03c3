import { type Command, InvalidArgumentError, Option } from "commander";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import { type Failure, failures, isFailure } from "./failure.ts";
import type { PlanOptions } from "./run.ts";

/** `plan`: what a preview means, before it happens. */
export function declarePlan(command: Command, session: Session): void {
  command
    .description("Explains a preview: losses, monthly costs, and the number of requests.")
    .argument(
      "[preview]",
      "file with the output of `pulumi preview --json --show-sames`; else, and for -, standard input",
    )
    .addOption(
      new Option("--format <format>", "what to print")
        .choices(["text", "markdown", "json"])
        .default("text"),
    )
    .option("--json", "the same as --format json")
    .option("--prices <file>", "JSON file with your own prices, in the place of hosting:prices")
    .option("--budget <dollars>", "fail when the stack costs more a month", dollarsOf)
    .addOption(
      new Option(
        "--fail-on <what>",
        `fail when a resource comes to that, several with commas: ${failures.join(", ")}`,
      )
        .argParser(failuresOf)
        .default([], "nothing"),
    )
    .option(
      "--expect <fingerprint>",
      "fail when the plan is not the one that was approved: its fingerprint, or a text with it",
    )
    .addHelpText(
      "after",
      examplesHelp(
        [
          "pulumi preview --json --show-sames | npx pulumi-hosting plan",
          "the effects of `pulumi up`, on one screen",
        ],
        [
          "npx pulumi-hosting plan preview.json --format markdown --budget 100 --fail-on data-loss",
          "a comment for a pull request; exit code 2 when data would be lost or costs rise",
        ],
        [
          'npx pulumi-hosting plan preview.json --expect "$(cat plan.md)"',
          "before `pulumi up`; exit code 2 when it is not the plan of that comment",
        ],
      ),
    )
    .action(async (file: string | undefined, options: PlanOptions) => {
      const { plan } = await import("./run.ts");
      await plan(file, options, session);
    });
}

function dollarsOf(text: string): number {
  if (/^\$?\d+(\.\d+)?$/.test(text)) return Number(text.replace("$", ""));
  throw new InvalidArgumentError("It is not an amount in dollars.");
}

function failuresOf(text: string, before: readonly Failure[]): readonly Failure[] {
  const given = text.split(",").map((part) => part.trim());
  const known = given.filter(isFailure);
  const unknown = given.find((part) => !isFailure(part));
  if (unknown === undefined) return [...new Set([...before, ...known])];
  throw new InvalidArgumentError(`"${unknown}" is none of ${failures.join(", ")}.`);
}
