import { type Command, InvalidArgumentError, Option } from "commander";
import { presets } from "../../platform/choices/choices.ts";
import { examplesHelp } from "../help.ts";
import type { Session } from "../program.ts";

/** What `hosting platform` is given. */
export interface PlatformOptions {
  readonly port: number;
  readonly file?: string;
  readonly seed?: string;
  readonly clock?: "real" | "frozen" | number;
  readonly preset?: (typeof presets)[number];
}

/** `platform`: the embedded platform of Pulumi programs, served on this machine. */
export function addPlatform(program: Command, { terminal }: Session): void {
  program
    .command("platform")
    .description(
      "Serve the embedded platform's API on 127.0.0.1, on the file that `pulumi up` uses.",
    )
    .option("--port <port>", "port to listen on, 0 for a free one", portOf, 8787)
    .option(
      "--file <file>",
      "the platform's file; else HOSTING_EMBEDDED_FILE, else .hosting/platform.db beside the nearest Pulumi.yaml at or above this directory",
    )
    .option("--seed <seed>", "what the ids of a new world follow from; random unless given")
    .option(
      "--clock <clock>",
      "real, frozen, or how many times as fast as outside the time passes; as it is unless given",
      clockOf,
    )
    .addOption(
      new Option(
        "--preset <preset>",
        "how it reads what the API's specification leaves open (docs/reference/platform-choices.md); as it is unless given",
      ).choices(presets),
    )
    .addHelpText(
      "after",
      examplesHelp(
        [
          "hosting platform",
          "the platform that `pulumi up` uses in this directory, to look at with curl",
        ],
        [
          "hosting platform --port 0 --file /tmp/world.db --seed 1 --clock frozen",
          "a world of its own, the same each time",
        ],
      ),
    )
    .action(async (options: PlatformOptions) => {
      const { serve } = await import("./serve.ts");
      await serve(options, terminal);
    });
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("It is not a port.");
}

function clockOf(text: string): PlatformOptions["clock"] {
  if (text === "real" || text === "frozen") return text;
  const factor = Number(text);
  if (factor > 0) return factor;
  throw new InvalidArgumentError("It is neither real, frozen nor a positive number.");
}
