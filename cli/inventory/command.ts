import { type Command, Option } from "commander";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import { type InventoryOptions, inventoryFormats } from "./formats.ts";

/** `inventory`: the machines of a stack or an account, for tools that log in. */
export function declareInventory(command: Command, session: Session): void {
  command
    .description(
      "Lists the machines of a stack, or of the account where no stack is named, with the address and the port that lead to their port 22: for a machine on a shared address the first port of its block. Changes nothing.",
    )
    .option(
      "--stack <stack>",
      "the machines in the state of this stack, by their names in the program and their components; no key is needed",
    )
    .addOption(
      new Option("--format <format>", "an inventory in YAML, an ssh_config, or everything")
        .choices(inventoryFormats)
        .default("ansible"),
    )
    .option("--json", "the same as --format json")
    .addHelpText(
      "after",
      examplesHelp(
        [
          "npx pulumi-hosting inventory --stack dev > hosts.yml",
          "for ansible -i hosts.yml; groups by component and class",
        ],
        [
          "npx pulumi-hosting inventory --stack dev --format ssh > hosts.ssh",
          "for ssh -F hosts.ssh root@web-0",
        ],
      ),
    )
    .action(async (options: InventoryOptions) => {
      const { inventory } = await import("./run.ts");
      await inventory(options, session);
    });
}
