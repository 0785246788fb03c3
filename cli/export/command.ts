import type { Command } from "commander";
import { CommandError } from "../exit.ts";
import { examplesHelp } from "../help.ts";
import type { Session } from "../session.ts";
import type { ExportOptions } from "./export.ts";

/** `export`: a program for what an account has already. */
export function declareExport(command: Command, { terminal }: Session): void {
  command
    .description(
      "Writes a Pulumi program for the objects that an account has, ready to take them over. Nothing on the platform is changed.",
    )
    .option("--out <dir>", "directory for the program: new, empty, or of an earlier export")
    .option(
      "--import-file <file>",
      "write a file for `pulumi import --file`; with --out, the program is made for it",
    )
    .option(
      "--id <id>",
      "an object that no list shows, like vol_… or LoadBalancer:<id>, or a project whose members are meant (proj_…); repeatable",
      (id: string, ids: readonly string[]) => [...ids, id],
      [],
    )
    .option("--stack <stack>", "take the settings from this stack's config, too")
    .option("--protect", "write `protect: true` for volumes, pool volumes and buckets", true)
    .option("--no-protect", "leave it out")
    .option("--force", "write over files that no export has written, or that were changed since")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      examplesHelp(
        [
          "npx pulumi-hosting export --out infra",
          "a program in ./infra for everything that the lists show",
        ],
        [
          "npx pulumi-hosting export --out infra --id proj_1a2b --id Certificate:cert_3c4d --json",
          "the same with the members of a project and a certificate, reported as JSON",
        ],
        [
          "npx pulumi-hosting export --out infra --import-file import.json",
          "the program, and a file that brings its resources into a stack's state",
        ],
      ),
    )
    .action(async (options: ExportOptions) => {
      if (options.out === undefined && options.importFile === undefined) {
        throw new CommandError(
          "Nothing was read: where to write to is not given. Give a directory with --out, or a file with --import-file.",
        );
      }
      const { exportAccount } = await import("./export.ts");
      await exportAccount(options, terminal);
    });
}
