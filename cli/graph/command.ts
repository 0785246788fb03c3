import { type Command, Option } from "commander";
import { pictureFormats } from "../../platform/picture/index.ts";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import type { GraphOptions } from "./run.ts";

/** `graph`: a picture of a stack, or of what a preview does to it. */
export function declareGraph(command: Command, { terminal }: Session): void {
  command
    .description(
      "Draws a stack, or the effect of a preview on it: the objects and the links between them.",
    )
    .argument(
      "[file]",
      "output of `pulumi preview --json --show-sames` or `pulumi stack export`; else, and for -, standard input",
    )
    .option("--stack <stack>", "draw this stack of the project in this directory")
    .addOption(
      new Option("--format <format>", "what to print").choices(pictureFormats).default("svg"),
    )
    .option("--health-gates", "draw health gates too")
    .option("--json", "the same as --format json")
    .addHelpText(
      "after",
      examplesHelp(
        [
          "npx pulumi-hosting graph --stack production > stack.svg",
          "the stack as it is, for a browser",
        ],
        [
          "pulumi preview --json --show-sames | npx pulumi-hosting graph --format mermaid",
          "the effect of a change, for a pull request",
        ],
      ),
    )
    .action(async (file: string | undefined, options: GraphOptions) => {
      const { graph } = await import("./run.ts");
      await graph(file, options, terminal);
    });
}
